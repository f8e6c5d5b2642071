import { Fragment, useId, useState } from 'react';
import { formatKsh } from '#machines/model/money.ts';
import { differingFields } from '#machines/model/identityCheck.ts';
import { STATUS, statusNameOf, type StatusName } from '#machines/model/orderStatus.ts';
import { formatMsisdn } from '#machines/model/phone.ts';
import {
  photoPath,
  specimenPath,
  SPECIMENS,
  type DeskPhoto,
  type SandboxLedger,
  type SandboxOrder,
  type SandboxState,
  type Specimen,
} from '#src/api/sandbox.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { desk } from '../parts/sandboxIcons.ts';
import type { Lender } from '../lender/useLender.ts';
import { Choices } from '../parts/Choices.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';
import { CollectionChoices } from './CollectionChoices.tsx';

/** Reasons that the lender has a text for in every language. */
const REASONS = [
  ['arrears', 'Overdue loans elsewhere'],
  ['commitments', 'Too many loans already'],
  ['history', 'Credit history'],
  ['policy', 'Does not meet the rules for lending'],
] as const;

const WORDS: Readonly<Record<StatusName, string>> = {
  basicInfo: 'Telling us about themselves',
  addition: 'Work and contacts open',
  identityOcr: 'Photos open',
  bindCard: 'Account open',
  question: 'Questions open',
  applying: 'Waits for your answer',
  confirm: 'Approved, not yet accepted',
  getMoney: 'Accepted, not yet drawn',
  lending: 'Money on its way',
  payFail: 'Money refused',
  repaying: 'Repaying',
  overdued: 'Overdue',
  finish: 'Repaid',
  cancel: 'Cancelled',
  reject: 'Rejected',
};

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

const FIELDS = { number: 'number', name: 'name', birthday: 'date of birth' } as const;

/** What was made of the photos, a sentence each; none while there are no photos. */
function identityWords({ identity: { card, back, face } }: SandboxOrder): string[] {
  const words: string[] = [];
  if (card.is === 'unread') words.push('Needs a person: the ID card could not be read in time');
  if (card.is === 'read') {
    const fields = differingFields(card.lines);
    words.push(
      fields.length === 0
        ? 'ID card agrees with what was typed'
        : `Needs a person: another ${fields.map((field) => FIELDS[field]).join(', ')} on the ID card`,
    );
  }
  if (back.is === 'undecided') words.push('Needs a person: the back of the ID card was not recognised');
  if (face.is === 'undecided')
    words.push('Needs a person: compare the photos of the face with each other and with the portrait on the card');
  return words;
}

const SPECIMEN_WORDS: Readonly<Record<Specimen, string>> = {
  front: 'front',
  back: 'back',
  face: 'face',
  'face-left': 'face turned left',
  'face-right': 'face turned right',
};
const PHOTO_WORDS: Readonly<Record<DeskPhoto, string>> = { front: 'front', back: 'back', face: 'face', turned: 'face turned' };

/** Pictures to download, in a row. */
const Links = ({ links }: { links: readonly { words: string; href: string; file: string }[] }) =>
  links.map(({ words, href, file }, i) => (
    <Fragment key={words}>
      {i > 0 && ', '}
      <a href={href} download={file}>
        {words}
      </a>
    </Fragment>
  ));

function OrderRow({ order, lender }: { order: SandboxOrder; lender: Lender }) {
  const [reason, setReason] = useState<string>(REASONS[0][0]);
  const [rejecting, setRejecting] = useState(false);
  const [ledger, setLedger] = useState<SandboxLedger | null>(null);
  const id = useId();
  const identity = identityWords(order);
  const path = `/orders/${order.orderNo}/decision` as const;
  const status = statusNameOf(order.status);
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
          <p className="sb-quiet">{status === null ? `Status ${order.status}` : WORDS[status]}</p>
          {order.inReview && <p className="sb-strong">Asks for a person to look again</p>}
          {identity.map((words) => (
            <p key={words} className="sb-quiet">
              {words}
            </p>
          ))}
          {order.referral !== null && <p className="sb-strong">Left to a person: {order.referral}</p>}
          {order.idContested && <p className="sb-strong">Needs a person: another account has proved this ID number</p>}
          {order.otherHolder !== null && <p className="sb-quiet">Needs a person: M-PESA names {order.otherHolder} for the payout</p>}
          {order.status === STATUS.identityOcr && (
            <p className="sb-hint">
              Specimen photos to take instead of your own:{' '}
              <Links
                links={SPECIMENS.map((name) => ({
                  words: SPECIMEN_WORDS[name],
                  href: specimenPath(order.orderNo, name),
                  file: `${name}.jpg`,
                }))}
              />
            </p>
          )}
          {order.faceTurn !== null && <p className="sb-quiet">Is asked to turn the head to the {order.faceTurn}</p>}
          {order.photos.length > 0 && (
            <p className="sb-hint">
              Photos that the borrower sent:{' '}
              <Links
                links={order.photos.map((side) => ({
                  words: PHOTO_WORDS[side],
                  href: photoPath(order.orderNo, side),
                  file: `${side}.jpg`,
                }))}
              />
            </p>
          )}
        </div>
        <CollectionChoices order={order} lender={lender} />
        {order.status === STATUS.applying && !rejecting && (
          <div className="sb-buttons">
            <Button size="small" onPress={() => void lender.run(path, { decision: 'approve' })}>
              Approve
            </Button>
            <Button kind="secondary" size="small" onPress={() => setRejecting(true)}>
              Reject
            </Button>
          </div>
        )}
        {order.status === STATUS.applying && rejecting && (
          <form
            className="sb-stack sb-inset"
            onSubmit={(event) => {
              event.preventDefault();
              void lender.run(path, { decision: 'reject', reason }).then((done) => done && setRejecting(false));
            }}
          >
            <label className="sb-field__label" htmlFor={id}>
              Main reason, as the borrower reads it
            </label>
            <select className="sb-input" id={id} value={reason} onChange={(event) => setReason(event.target.value)}>
              {REASONS.map(([key, words]) => (
                <option key={key} value={key}>
                  {words}
                </option>
              ))}
            </select>
            <div className="sb-buttons">
              <Button type="submit" size="small">
                Reject application
              </Button>
              <Button kind="quiet" size="small" onPress={() => setRejecting(false)}>
                Cancel
              </Button>
            </div>
          </form>
        )}
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

const MODES = [
  ['time', 'Let time decide'],
  ['desk', 'I decide'],
] as const;

/** Every order, newest first, and the switch between decisions by time and by a clerk. */
export const DeskPanel = ({ state, lender }: { state: SandboxState; lender: Lender }) => (
  <Panel title="Lender's desk" icon={desk}>
    <Choices
      label="Who answers applications"
      value={state.decision}
      options={MODES}
      onChange={(mode) => void lender.run('/decision', { mode })}
    />
    <p className="sb-hint">Time answers ten minutes after an application was sent, by its eleven answers.</p>
    {state.orders.length === 0 ? (
      <p className="sb-quiet">No applications yet.</p>
    ) : (
      <ScrollRegion label="Orders">
        <ul>
          {state.orders.map((order) => (
            <OrderRow key={order.orderNo} order={order} lender={lender} />
          ))}
        </ul>
      </ScrollRegion>
    )}
  </Panel>
);
