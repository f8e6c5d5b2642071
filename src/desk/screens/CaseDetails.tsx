/** The details of a case, by kind. */
import type { ReactNode } from 'react';
import type { DeskCase, Picture, RailRecord, TypedAndRead } from '#src/api/desk.ts';
import type { IdentityCheck } from '#machines/model/identityCheck.ts';
import { formatKsh } from '#machines/model/money.ts';
import { formatDate } from '#src/i18n/dates.ts';
import { MessageThread } from '#src/ui/messageThread/MessageThread.tsx';
import { Box } from '../parts/Parts.tsx';
import { Pictures } from '../parts/Pictures.tsx';
import type { ScreenProps } from '../parts/deskScreenProps.ts';
import { momentText } from '../time.ts';
import { LEAVING_WORDS } from '../deskWords.ts';

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** The typed values beside the values read from the card. A difference is a word too, because colour alone is not accessible. */
const Compared = ({ lines, values }: { lines: readonly TypedAndRead[]; values: Readonly<Record<string, string>> }) => (
  <table className="dk-compared">
    <caption className="visually-hidden">What was typed beside what was read on the card</caption>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Typed</th>
        <th scope="col">Read on the card</th>
        <th scope="col">
          <span className="visually-hidden">Difference</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ field, label, typed, read, differs }) => (
        <tr key={field} className={differs ? 'dk-differs' : undefined}>
          <th scope="row">{label}</th>
          <td>{values[field] ?? typed ?? '–'}</td>
          <td>{read === null ? '–' : (values[`${field}, read`] ?? read)}</td>
          <td>{differs && 'Differs'}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The typed values that the card does not show, under the headings of the form. */
const Typed = ({ lines, values }: { lines: readonly TypedAndRead[]; values: Readonly<Record<string, string>> }) => {
  return [...new Set(lines.map(({ group }) => group))].map((group) => (
    <section key={group} className="dk-typed">
      <h3>{group}</h3>
      <dl>
        {lines
          .filter((line) => line.group === group)
          .map(({ field, label, typed }) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>{values[field] ?? typed ?? '–'}</dd>
            </div>
          ))}
      </dl>
    </section>
  ));
};

const CARD: Readonly<Record<IdentityCheck['card']['is'], string>> = { none: 'No photo', unread: 'Could not be read', read: 'Was read' };
const PHOTO: Readonly<Record<IdentityCheck['back']['is'], string>> = {
  none: 'No photo',
  recognised: 'Recognised',
  undecided: 'Not recognised: please look',
};

const Rail = ({ rail }: { rail: RailRecord | 'unknown' | 'notAsked' }) => {
  if (rail === 'unknown') return <p className="dk-late">M-PESA has no payment to us with this receipt. It cannot be counted.</p>;
  if (rail === 'notAsked') return <p>M-PESA has been asked about this receipt. Load the case again to see what it answered.</p>;
  return (
    <dl className="dk-facts">
      <Fact label="Receipt">
        <span className="dk-mono">{rail.receipt}</span>
      </Fact>
      <Fact label="Amount">{formatKsh(rail.amount)}</Fact>
      <Fact label="Account typed">{rail.account ?? 'Not told'}</Fact>
      <Fact label="Paid">{rail.at === null ? 'Not told' : momentText(rail.at)}</Fact>
    </dl>
  );
};

type Props = ScreenProps & { shown: DeskCase; onUncover: () => void };

export function CaseDetails({ shown, state, onUncover }: Props) {
  const { values } = state.context;
  const photos = (pictures: readonly Picture[]) => (
    <Box title="Photos">
      <Pictures
        pictures={pictures}
        isUncovered={!shown.covered.includes('photos') || shown.uncovered.includes('photos')}
        onUncover={onUncover}
      />
    </Box>
  );
  switch (shown.queue) {
    case 'applications':
    case 'secondLooks':
      return (
        <>
          <Box title="Why a person looks">
            <ul className="dk-reasons">
              {(shown.reasons.length > 0 ? shown.reasons : [shown.why]).map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
            <p className="muted">
              Asks for {formatKsh(shown.principal)} for {shown.termDays} days.
            </p>
          </Box>
          {photos(shown.pictures)}
          <Box title="Typed and read">
            {shown.lines.some(({ read }) => read !== null) && (
              <Compared lines={shown.lines.filter(({ read }) => read !== null)} values={values} />
            )}
            <dl className="dk-facts">
              <Fact label="Front of the card">{CARD[shown.identity.card.is]}</Fact>
              <Fact label="Back of the card">{PHOTO[shown.identity.back.is]}</Fact>
              <Fact label="Face">{PHOTO[shown.identity.face.is]}</Fact>
            </dl>
          </Box>
          <Box title="What the borrower answered">
            <Typed lines={shown.lines.filter(({ read }) => read === null)} values={values} />
          </Box>
        </>
      );
    case 'proofs':
      return (
        <>
          <Box title="What the borrower sent">
            <dl className="dk-facts">
              <Fact label="Receipt">
                <span className="dk-mono">{shown.receipt}</span>
              </Fact>
              <Fact label="Amount claimed">{formatKsh(shown.claimed)}</Fact>
            </dl>
          </Box>
          <Box title="What M-PESA says">
            <Rail rail={shown.rail} />
          </Box>
          {shown.pictures.length > 0 && photos(shown.pictures)}
        </>
      );
    case 'messages':
      return (
        <>
          <Box title={shown.subject}>
            <p>{shown.description}</p>
            <MessageThread
              label="Messages"
              messages={shown.messages.map(({ id, author, text, at }) => ({
                id,
                own: author === 'lender',
                by: `${author === 'lender' ? 'Lender' : 'Borrower'}, ${momentText(at)}`,
                text,
              }))}
            />
          </Box>
          {shown.pictures.length > 0 && photos(shown.pictures)}
        </>
      );
    case 'unplacedMoney':
      return (
        <Box title="The payment">
          <dl className="dk-facts">
            <Fact label="Receipt">
              <span className="dk-mono">{shown.receipt ?? 'None'}</span>
            </Fact>
            <Fact label="Account typed">{shown.account}</Fact>
            <Fact label="Amount reported">{shown.reported === null ? 'Not told' : formatKsh(shown.reported)}</Fact>
          </dl>
          <h3>What M-PESA says</h3>
          <Rail rail={shown.rail} />
        </Box>
      );
    case 'overpayments':
      return (
        <Box title="The overpayment">
          <dl className="dk-facts">
            <Fact label="Too much">{formatKsh(shown.over)}</Fact>
            <Fact label="Receipt">
              <span className="dk-mono">{shown.receipt ?? 'None'}</span>
            </Fact>
            <Fact label="Paid">{momentText(shown.paidAt)}</Fact>
          </dl>
        </Box>
      );
    case 'payouts':
      return (
        <Box title="The payout">
          <p>{shown.said}</p>
          <dl className="dk-facts">
            <Fact label="Sent">{momentText(shown.sentAt)}</Fact>
            <Fact label="Reference at M-PESA">
              <span className="dk-mono">{shown.reference ?? 'None'}</span>
            </Fact>
          </dl>
        </Box>
      );
    case 'closures':
      return (
        <Box title="The borrower wants to close the account">
          <p>{shown.bar ?? 'Nothing is in the way. It can be closed now.'}</p>
          {shown.reason && <p className="muted">Why they leave: {LEAVING_WORDS[shown.reason]}.</p>}
        </Box>
      );
    case 'overdue':
      return (
        <>
          <Box title="What is owed">
            <dl className="dk-facts">
              <Fact label="Principal">{formatKsh(shown.owed.principal)}</Fact>
              <Fact label="Interest and fees">{formatKsh(shown.owed.interest)}</Fact>
              <Fact label="Late charge">{formatKsh(shown.owed.penalty)}</Fact>
              <Fact label="Due">
                {formatDate('en', shown.dueDate)}
                {shown.daysLate > 0 && `, ${shown.daysLate} ${shown.daysLate === 1 ? 'day' : 'days'} late`}
              </Fact>
            </dl>
          </Box>
          <Box title="Texts sent">
            {shown.sent.length === 0 && <p className="muted">No text was sent.</p>}
            <ol className="dk-history">
              {shown.sent.map(({ at, text, isDelivered }) => (
                <li key={`${at} ${text}`}>
                  <span className="muted num">{momentText(at)}</span>
                  <span>
                    {text}{' '}
                    <span className="muted">
                      {isDelivered === null ? 'No report of its delivery.' : isDelivered ? 'Delivered.' : 'Not delivered.'}
                    </span>
                  </span>
                </li>
              ))}
            </ol>
          </Box>
        </>
      );
    case 'approvals':
      return null;
  }
}
