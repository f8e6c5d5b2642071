import { Fragment, useState } from 'react';
import { formatKsh } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { formatMsisdn } from '#machines/model/phoneNumber.ts';
import { specimenPath, SPECIMENS, type SandboxLedger, type SandboxOrder, type Specimen } from '#src/api/sandbox.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { records } from '#src/ui/icon/primaryIcons.ts';
import type { Lender } from '../lender/useLender.ts';
import { Panel } from '../parts/Panel.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';
import { CollectionChoices } from './CollectionChoices.tsx';

function Ledger({ ledger }: { ledger: SandboxLedger }) {
  return (
    <div className="sb-inset">
      <dl className="sb-lines">
        {Object.entries(ledger.accounts).map(([account, balance]) => (
          <div key={account} style={{ display: 'contents' }}>
            <dt>{account.replace(/_/g, ' ')}</dt>
            <dd>{formatKsh(balance)}</dd>
          </div>
        ))}
        <dt className="sb-strong">Sum of all entries</dt>
        <dd>{formatKsh(ledger.sum)}</dd>
      </dl>
    </div>
  );
}

const SPECIMEN_WORDS: Readonly<Record<Specimen, string>> = {
  front: 'front',
  back: 'back',
  face: 'face',
  'face-left': 'face turned left',
  'face-right': 'face turned right',
};

function OrderRow({ order, lender }: { order: SandboxOrder; lender: Lender }) {
  const [ledger, setLedger] = useState<SandboxLedger | null>(null);
  return (
    <li>
      <article className="sb-order sb-stack" aria-label={`Order ${order.orderNo}`}>
        <div>
          <p className="sb-strong">
            {formatKsh(order.principal)} for {order.termDays} days
          </p>
          <p className="sb-mono">
            {order.orderNo}, {formatMsisdn(order.mobile)}
          </p>
          <p className="sb-quiet">{order.statusWords}</p>
          {order.status === STATUS.identityOcr && (
            <p className="sb-hint">
              Specimen photos to take instead of your own:{' '}
              {SPECIMENS.map((name, i) => (
                <Fragment key={name}>
                  {i > 0 && ', '}
                  <a href={specimenPath(order.orderNo, name)} download={`${name}.jpg`}>
                    {SPECIMEN_WORDS[name]}
                  </a>
                </Fragment>
              ))}
            </p>
          )}
          {order.faceTurn !== null && <p className="sb-quiet">Is asked to turn the head to the {order.faceTurn}</p>}
        </div>
        <CollectionChoices order={order} lender={lender} />
        <div className="sb-buttons">
          <Button
            kind="secondary"
            size="small"
            onPress={() => (ledger ? setLedger(null) : void lender.api.ledger(order.orderNo).then(setLedger, () => setLedger(null)))}
          >
            {ledger ? 'Hide the ledger' : 'Show the ledger'}
          </Button>
        </div>
        {ledger && <Ledger ledger={ledger} />}
      </article>
    </li>
  );
}

/** Every order, newest first, with the requested data of the phone and the ledger. A clerk handles orders at the desk. */
export const ApplicationsPanel = ({ orders, lender }: { orders: readonly SandboxOrder[]; lender: Lender }) => (
  <Panel title="Applications and loans" icon={records}>
    {orders.length === 0 ? (
      <p className="sb-quiet">No applications yet.</p>
    ) : (
      <ScrollRegion label="Orders">
        <ul>
          {orders.map((order) => (
            <OrderRow key={order.orderNo} order={order} lender={lender} />
          ))}
        </ul>
      </ScrollRegion>
    )}
  </Panel>
);
