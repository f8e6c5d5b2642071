import { formatKsh } from '#machines/model/money.ts';
import type { SandboxHeldPayment, SandboxHeldPayout, SandboxState } from '#src/api/sandbox.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { receipt as icon } from '#src/ui/icon/primaryIcons.ts';
import type { Command } from '../lender/useLender.ts';
import { Panel } from '../parts/Panel.tsx';

const REASONS: Readonly<Record<string, string>> = {
  amountDiffers: 'Another amount than was asked for or confirmed',
  amountImpossible: 'An amount that M-PESA cannot move',
  contradicted: 'Two messages about this receipt differ',
  receiptUsed: 'The receipt belongs to another movement of money',
  unknownReceipt: 'M-PESA does not confirm the receipt',
  notCompleted: 'M-PESA says that it did not succeed',
  otherBusiness: 'The money went to another business',
  noAnswer: 'M-PESA has not answered for a day',
};

const CALLBACKS: Readonly<Record<string, string>> = {
  failed: 'could not be processed',
  unreadable: 'could not be read',
  mismatched: 'contradicts M-PESA',
};

function HeldRow({ held, run }: { held: SandboxHeldPayment; run: Command }) {
  const { id, receipt, amount, confirmedAmount, account, orderNo, reason, answer, reportedAt } = held;
  const bookable = confirmedAmount ?? amount;
  return (
    <li>
      <article className="sb-order sb-stack" aria-label={`Held payment ${receipt ?? id}`}>
        <div>
          <p className="sb-strong">
            {amount === null ? 'No amount' : formatKsh(amount)}, {receipt === null ? 'no receipt' : `receipt ${receipt}`}
          </p>
          <p className="sb-mono">
            Account {account || 'none'}
            {orderNo !== null && `, ${orderNo}`}
          </p>
          <p className="sb-quiet">
            {REASONS[reason ?? ''] ?? reason}
            {answer !== null && `: ${answer}`}
          </p>
          <p className="sb-quiet">
            Told {formatMoment('en', reportedAt)}
            {confirmedAmount !== null && `; M-PESA says ${formatKsh(confirmedAmount)}`}
          </p>
        </div>
        <div className="sb-buttons">
          {bookable !== null && (
            <Button size="small" onPress={() => void run(`/held/${id}`, { decision: 'release' })}>
              Book {formatKsh(bookable)}
            </Button>
          )}
          <Button kind="quiet" size="small" onPress={() => void run(`/held/${id}`, { decision: 'refuse' })}>
            Refuse
          </Button>
        </div>
      </article>
    </li>
  );
}

const HeldPayoutRow = ({ payout: { id, orderNo, amount, code, words, reportedAt }, run }: { payout: SandboxHeldPayout; run: Command }) => (
  <li>
    <article className="sb-order sb-stack" aria-label={`Held payout ${id}`}>
      <div>
        <p className="sb-strong">{formatKsh(amount)}, payout</p>
        <p className="sb-mono">
          {id}, {orderNo}
        </p>
        <p className="sb-quiet">
          Reported as failed and not confirmed by M-PESA: {code} {words}
        </p>
        <p className="sb-quiet">Told {formatMoment('en', reportedAt)}</p>
      </div>
      <div className="sb-buttons">
        <Button size="small" onPress={() => void run(`/held-payouts/${id}`, { decision: 'failed' })}>
          It failed
        </Button>
        <Button kind="quiet" size="small" onPress={() => void run(`/held-payouts/${id}`, { decision: 'arrived' })}>
          It arrived
        </Button>
      </div>
    </article>
  </li>
);

/** Payments and payouts that wait for a person, and callbacks that say nothing. */
export const HeldPaymentsPanel = ({
  state: { held, heldPayouts, failedCallbacks: callbacks },
  run,
}: {
  state: Pick<SandboxState, 'held' | 'heldPayouts' | 'failedCallbacks'>;
  run: Command;
}) => (
  <Panel title="Payments held" icon={icon}>
    {heldPayouts.length > 0 && (
      <ul>
        {heldPayouts.map((one) => (
          <HeldPayoutRow key={one.id} payout={one} run={run} />
        ))}
      </ul>
    )}
    {held.length === 0 && heldPayouts.length === 0 ? (
      <p className="sb-quiet">None. Forge a message in “Pay a bill”: the lender asks M-PESA, which knows no such payment.</p>
    ) : (
      <ul>
        {held.map((one) => (
          <HeldRow key={one.id} held={one} run={run} />
        ))}
      </ul>
    )}
    {callbacks.length > 0 && (
      <div>
        <p className="sb-strong">Callbacks</p>
        <ul className="sb-rows">
          {callbacks.map(({ id, route, at, outcome, size }) => (
            <li key={id} className="sb-quiet">
              {route}, {size} bytes, {formatMoment('en', at)}: {CALLBACKS[outcome] ?? outcome}
            </li>
          ))}
        </ul>
      </div>
    )}
  </Panel>
);
