/** One case: the facts on the left, the acts on the right. */
import { STATUS } from '#machines/model/orderStatus.ts';
import { useState } from 'react';
import type { DeskCase, Queue } from '#src/api/desk.ts';
import { formatKsh } from '#machines/model/money.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { newRequestId } from '#src/ui/requestId.ts';
import { TextInput } from '../parts/DeskFields.tsx';
import { Box, Loading, NotLoaded, Problem, Title } from '../parts/Parts.tsx';
import type { ScreenProps } from '../parts/deskScreenProps.ts';
import { lengthText, momentText, promiseText } from '../time.ts';
import { CASE_NAMES, COVER_REASONS, COVERED_WORDS, fieldWords, LANGUAGE_NAMES, QUEUE_NAMES } from '../deskWords.ts';
import { ActPanel } from './ActPanel.tsx';
import { CaseDetails } from './CaseDetails.tsx';

type Shown = ScreenProps & { shown: DeskCase };

function Facts({ shown, state }: Shown) {
  const { borrower, orderNo, amount, since, promisedBy, isWaiting } = shown;
  const { now, values } = state.context;
  return (
    <dl className="dk-facts">
      {borrower && (
        <>
          <div>
            <dt>Borrower</dt>
            <dd>{borrower.name}</dd>
          </div>
          <div>
            <dt>Mobile</dt>
            <dd className="num">{values['mobile'] ?? borrower.mobile}</dd>
          </div>
          <div>
            <dt>Reads</dt>
            <dd>{LANGUAGE_NAMES[borrower.language] ?? borrower.language}</dd>
          </div>
          <div>
            <dt>Loans repaid</dt>
            <dd className="num">{borrower.loansRepaid}</dd>
          </div>
        </>
      )}
      {orderNo !== null && (
        <div>
          <dt>Loan</dt>
          <dd className="dk-mono">{orderNo}</dd>
        </div>
      )}
      {amount !== null && (
        <div>
          <dt>Amount</dt>
          <dd className="num">{formatKsh(amount)}</dd>
        </div>
      )}
      {isWaiting && (
        <>
          <div>
            <dt>Waits for</dt>
            <dd className="num">{lengthText(now - since)}</dd>
          </div>
          <div>
            <dt>Promise</dt>
            <dd>{promiseText(promisedBy, now).text}</dd>
          </div>
        </>
      )}
    </dl>
  );
}

/**
 * Covered data: one reason, and a button for each kind. Every uncovering is written to the log with its reason.
 * @param asked number of requests elsewhere on the page for a reason. Each one moves the focus to the field of the reason.
 */
function Cover({ shown, state, send, asked }: Shown & { asked: number }) {
  const [reason, setReason] = useState('');
  const { values, mistakes } = state.context;
  const open = shown.covered.filter((one) => !shown.uncovered.includes(one));
  const entries = Object.entries(values);
  const labels = new Map('lines' in shown ? shown.lines.map(({ field, label }) => [field, label]) : []);
  if (shown.covered.length === 0) return null;
  return (
    <Box title="Covered data">
      {entries.length > 0 && (
        <dl className="dk-facts">
          {entries.map(([field, value]) => (
            <div key={field}>
              <dt>{labels.get(field) ?? fieldWords(field)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {open.length > 0 && (
        <>
          <TextInput
            key={asked}
            autoFocus={asked > 0}
            label="Show, because"
            hint="Written to the log with your name."
            error={mistakes['coverReason']}
            value={reason}
            onChange={setReason}
            suggestions={COVER_REASONS}
            maxLength={300}
          />
          <div className="dk-buttons">
            {open.map((what) => (
              <Button
                key={what}
                kind="secondary"
                size="small"
                busy={state.matches({ working: { place: { case: 'uncovering' } } }) && 'Showing'}
                onPress={() => send({ type: 'cover.lifted', what, reason })}
              >
                Show {COVERED_WORDS[what]}
              </Button>
            ))}
          </div>
        </>
      )}
      {open.length === 0 && entries.length === 0 && <p className="muted">Everything is shown.</p>}
    </Box>
  );
}

/** Names for the authors of an entry that are not staff. */
const WHO: Readonly<Record<string, string>> = {
  borrower: 'Borrower',
  rules: 'The rules',
  person: 'A person',
  rail: 'M-PESA',
  clock: 'Time',
};

const History = ({ shown, state, send }: Shown) => (
  <Box
    title="History"
    end={
      state.context.session?.role === 'administrator' && (
        <button type="button" className="dk-link" onClick={() => send({ type: 'log.opened', caseId: shown.caseId })}>
          Log of this case
        </button>
      )
    }
  >
    <ol className="dk-history">
      {shown.history.map(({ at, who, what }, line) => (
        <li key={line}>
          <span className="muted num">{momentText(at)}</span>
          <span>
            <b>{WHO[who] ?? who}</b>: {what}
          </span>
        </li>
      ))}
    </ol>
  </Box>
);

function Claim({ shown, state, send }: Shown) {
  const { takenBy, isOwn, isWaiting } = shown;
  const isMine = takenBy !== null && takenBy.staffId === state.context.session?.staffId;
  const isTaking = state.matches({ working: { place: { case: 'taking' } } });
  const isPuttingBack = state.matches({ working: { place: { case: 'puttingBack' } } });
  if (isOwn) return <p>This case is about your own number. Somebody else handles it.</p>;
  if (isMine)
    return (
      <div className="dk-claim">
        <p>You have taken this case.</p>
        <Button
          kind="secondary"
          size="small"
          busy={isPuttingBack && 'Putting back'}
          onPress={() => send({ type: 'case.putBack', requestId: newRequestId() })}
        >
          Put back
        </Button>
      </div>
    );
  if (takenBy) return <p>{takenBy.name} has taken this case. You can read it; only they can act.</p>;
  return (
    <div className="dk-claim">
      <p>{isWaiting ? 'Nobody has taken this case.' : 'Nothing waits for a decision here. The history says what was done.'}</p>
      <Button size="small" busy={isTaking && 'Taking'} onPress={() => send({ type: 'case.taken', requestId: newRequestId() })}>
        Take the case
      </Button>
    </div>
  );
}

function Open(props: Shown) {
  const { shown, state, send } = props;
  const [asked, setAsked] = useState(0);
  const isOver = (['done', 'waitingForSecond'] as const).some((place) => state.matches({ working: { place: { case: place } } }));
  return (
    <div className="dk-case">
      <div className="dk-case__left">
        {shown.isEscalated && shown.isWaiting && (
          <Note tone="assessing">
            <p>The time of the promise has passed. The borrower was told that a person still looks at it.</p>
          </Note>
        )}
        <Box title="At a glance">
          <Facts {...props} />
        </Box>
        <CaseDetails {...props} onUncover={() => setAsked((times) => times + 1)} />
        <History {...props} />
      </div>
      <div className="dk-case__right">
        <Box
          title="What to do"
          end={
            <button type="button" className="dk-link" onClick={() => send({ type: 'refresh.requested' })}>
              Load again
            </button>
          }
        >
          <Problem problem={state.matches({ working: { place: { case: 'unknown' } } }) ? null : state.context.problem} />
          {/* What waits for a second person is confirmed without taking it. */}
          {!isOver && shown.queue !== 'approvals' && <Claim {...props} />}
          <ActPanel {...props} />
        </Box>
        <Cover {...props} asked={asked} />
      </div>
    </div>
  );
}

export function CaseScreen({ state, send }: ScreenProps) {
  const { case: shown, caseId, problem, queue } = state.context;
  const at = (place: 'failed' | 'gone' | 'closedToMe'): boolean => state.matches({ working: { place: { case: place } } });
  const [kind = '', name = ''] = caseId?.split(':') ?? [];
  // The search finds loans that are not overdue as well.
  const isLate = shown === null || shown.status === STATUS.overdued;
  const title = kind === 'overdue' && !isLate ? 'Loan' : kind in CASE_NAMES ? CASE_NAMES[kind as Queue] : 'Case';
  return (
    <div className="dk-page">
      <button type="button" className="dk-link dk-back" onClick={() => send({ type: 'case.closed' })}>
        ← {queue === null ? 'What waits' : QUEUE_NAMES[queue]}
      </button>
      <Title note={shown?.why}>
        {title} <span className="dk-mono">{name}</span>
      </Title>
      {at('failed') && <NotLoaded problem={problem} onRetry={() => send({ type: 'retry.requested' })} />}
      {(at('gone') || at('closedToMe')) && <Problem problem={problem} />}
      {shown === null && !at('failed') && !at('gone') && !at('closedToMe') && <Loading>Loading the case</Loading>}
      {shown !== null && <Open shown={shown} state={state} send={send} />}
    </div>
  );
}
