import { useState } from 'react';
import { formatKsh, shillings } from '#machines/model/money.ts';
import { formatMsisdn, toMsisdn } from '#machines/model/phoneNumber.ts';
import type { SandboxState, SandboxWallet } from '#src/api/sandbox.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { wholeShillings } from '#src/ui/form/wholeShillings.ts';
import { wallet as walletIcon } from '../parts/sandboxIcons.ts';
import type { Command } from '../lender/useLender.ts';
import { Panel } from '../parts/Panel.tsx';
import { PanelField } from '../parts/PanelField.tsx';

/** Number of receipts in the list. M-PESA sends one for each transaction. */
const RECEIPTS = 5;

/** The balance of one number, which the person can change. */
function WalletRow({ wallet, run }: { wallet: SandboxWallet; run: Command }) {
  const [typed, setTyped] = useState<string | null>(null);
  const amount = typed === null ? null : wholeShillings(typed);
  return (
    <li>
      <div className="sb-row">
        <span>
          <span className="sb-strong">{formatKsh(wallet.balance)}</span>
          <span className="sb-mono">
            {formatMsisdn(wallet.msisdn)}, PIN {wallet.pin}
          </span>
        </span>
        <Button
          kind="quiet"
          size="small"
          label={`Change balance of ${formatMsisdn(wallet.msisdn)}`}
          onPress={() => setTyped(String(wallet.balance / 100))}
        >
          Change
        </Button>
      </div>
      {typed !== null && (
        <form
          className="sb-stack sb-inset"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (amount === null) return;
            void run(`/wallets/${wallet.msisdn}`, { balance: shillings(amount) }).then((done) => done && setTyped(null));
          }}
        >
          <PanelField
            label="Balance in shillings"
            inputMode="numeric"
            value={typed}
            error={amount === null ? 'Enter whole shillings, like 12000.' : undefined}
            onChange={setTyped}
          />
          <div className="sb-buttons">
            <Button type="submit" size="small">
              Set balance
            </Button>
            <Button kind="quiet" size="small" onPress={() => setTyped(null)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}

/** A paybill payment, entered in the phone's M-PESA menu and not in the app. */
function PaybillForm({
  wallets,
  paybill,
  run,
  onClose,
}: {
  wallets: readonly SandboxWallet[];
  paybill: string;
  run: Command;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState({
    from: wallets[0] ? formatMsisdn(wallets[0].msisdn) : '',
    business: paybill,
    account: '',
    amount: '',
  });
  const [error, setError] = useState<string | undefined>();
  return (
    <form
      className="sb-stack sb-inset"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const msisdn = toMsisdn(typed.from);
        const amount = wholeShillings(typed.amount);
        if (!msisdn || !amount) {
          setError(msisdn ? 'Enter whole shillings, like 500.' : 'Enter a Kenyan mobile number to pay from.');
          return;
        }
        setError(undefined);
        void run('/paybill', {
          msisdn,
          businessNumber: typed.business.trim(),
          accountNumber: typed.account.trim(),
          amount: shillings(amount),
        }).then((done) => done && onClose());
      }}
    >
      <PanelField label="Pay from" type="tel" value={typed.from} onChange={(from) => setTyped({ ...typed, from })} />
      <PanelField
        label="Business number"
        inputMode="numeric"
        value={typed.business}
        onChange={(business) => setTyped({ ...typed, business })}
      />
      <PanelField label="Account number" value={typed.account} onChange={(account) => setTyped({ ...typed, account })} />
      <PanelField
        label="Amount in shillings"
        inputMode="numeric"
        value={typed.amount}
        error={error}
        onChange={(amount) => setTyped({ ...typed, amount })}
      />
      <div className="sb-buttons">
        <Button type="submit" size="small">
          Pay the bill
        </Button>
        <Button
          kind="secondary"
          size="small"
          onPress={() => {
            const amount = wholeShillings(typed.amount);
            setError(amount ? undefined : 'Enter whole shillings, like 500.');
            if (!amount) return;
            void run('/forge', { accountNumber: typed.account.trim(), amount: shillings(amount) }).then((done) => done && onClose());
          }}
        >
          Forge the message only
        </Button>
        <Button kind="quiet" size="small" onPress={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The M-PESA wallets behind the phone numbers. */
export function WalletPanel({ state, run }: { state: SandboxState; run: Command }) {
  const [paying, setPaying] = useState(false);
  return (
    <Panel
      title="M-PESA wallets"
      icon={walletIcon}
      aside={
        <Button kind="secondary" size="small" onPress={() => setPaying(true)}>
          Pay a bill
        </Button>
      }
    >
      {state.wallets.length === 0 ? (
        <p className="sb-quiet">A wallet opens when a number first receives or sends money.</p>
      ) : (
        <ul className="sb-rows">
          {state.wallets.map((wallet) => (
            <WalletRow key={wallet.msisdn} wallet={wallet} run={run} />
          ))}
        </ul>
      )}
      {state.transactions.length > 0 && (
        <div>
          <p className="sb-strong">Receipts</p>
          <ul className="sb-rows">
            {state.transactions.slice(0, RECEIPTS).map(({ receipt, amount, reference }) => (
              <li key={receipt} className="sb-row">
                <span className="sb-mono">{receipt}</span>
                <span className="sb-quiet">{amount < 0 ? `${formatKsh(-amount)} to ${reference}` : `${formatKsh(amount)} received`}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {paying && <PaybillForm wallets={state.wallets} paybill={state.paybill} run={run} onClose={() => setPaying(false)} />}
    </Panel>
  );
}
