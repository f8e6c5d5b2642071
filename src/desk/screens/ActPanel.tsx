/** The acts of a case: choose one, fill in its form, send it. Also the act that waits for a second person. */
import type { DeskCase, WaitingAct } from '#src/api/desk.ts';
import { FIELDS_OF, REASONS_OF, type Draft } from '#machines/desk/draft.ts';
import { draftOf, waitingIn } from '#machines/desk/setup.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { newRequestId } from '#src/ui/requestId.ts';
import { Problem } from '../parts/Parts.tsx';
import type { ScreenProps } from '../parts/deskScreenProps.ts';
import { momentText } from '../time.ts';
import { reasonWords } from '#src/api/deskLogWords.ts';
import { ACT_WORDS, actText, LANGUAGE_NAMES } from '../deskWords.ts';
import { ActFields } from './ActFields.tsx';

type Props = ScreenProps & { shown: DeskCase };

/** The text that the borrower will read. The lender writes the reason in the borrower's language; the desk shows it in English. */
function Preview({ draft, shown }: { draft: Draft; shown: DeskCase }) {
  const { act, words, reason } = draft;
  if (act === null || !FIELDS_OF[act].includes('words')) return null;
  const list = REASONS_OF[act];
  const language = LANGUAGE_NAMES[shown.borrower?.language ?? 'en'] ?? 'their language';
  return (
    <figure className="dk-preview" aria-label="What the borrower reads">
      <figcaption>What the borrower reads</figcaption>
      {list && <p>{reason === '' ? `[the reason, in ${language}]` : `${reasonWords(reason)}. [in ${language}]`}</p>}
      <p className="dk-preview__words">{words.trim() === '' ? '[your words, as you write them]' : words}</p>
    </figure>
  );
}

function Waiting({ waiting, shown, state, send }: Props & { waiting: WaitingAct }) {
  const { approvalId, caseId, act, by, at } = waiting;
  const { session } = state.context;
  const isDeciding = state.matches({ working: { place: { case: 'deciding' } } });
  const decide = (decision: 'confirm' | 'decline'): void =>
    send({ type: 'approval.decided', approvalId, decision, requestId: newRequestId() });
  const mayDecide = session?.role === 'payments' || session?.role === 'administrator';
  return (
    <div className="dk-waiting">
      <p>
        <b>{actText(act)}</b>
      </p>
      {'words' in act && <p className="dk-preview__words">{act.words}</p>}
      <p className="muted">
        {by.name} asked for this on {momentText(at)}.
      </p>
      {caseId !== shown.caseId && (
        <button type="button" className="dk-link" onClick={() => send({ type: 'case.opened', caseId })}>
          Read the case
        </button>
      )}
      {by.staffId === session?.staffId ? (
        <p>Somebody else has to confirm it.</p>
      ) : mayDecide ? (
        <div className="dk-buttons">
          <Button size="small" busy={isDeciding && 'Sending'} onPress={() => decide('confirm')}>
            Confirm
          </Button>
          <Button kind="secondary" size="small" busy={isDeciding && 'Sending'} onPress={() => decide('decline')}>
            Decline
          </Button>
        </div>
      ) : (
        <p>Payments or an administrator confirms it.</p>
      )}
    </div>
  );
}

/** The result of the act. */
function Outcome({ state, send }: ScreenProps) {
  const isWaiting = state.matches({ working: { place: { case: 'waitingForSecond' } } });
  const { queue } = state.context;
  return (
    <div className="dk-outcome" role="status">
      <p>{isWaiting ? 'Sent. A second person has to confirm it before anything happens.' : 'Done, and written to the log.'}</p>
      <Button size="small" onPress={() => send({ type: 'case.closed' })}>
        {queue === null ? 'Go on' : 'Back to the queue'}
      </Button>
    </div>
  );
}

function Unknown({ state, send }: ScreenProps) {
  return (
    <Problem problem={state.context.problem ?? { error: 'noAnswer', message: 'No answer came from the lender. It may have been done.' }}>
      <p>Sending it again is safe: what was done is not done twice.</p>
      <div className="dk-buttons">
        <Button size="small" onPress={() => send({ type: 'retry.requested' })}>
          Send again
        </Button>
        <Button kind="secondary" size="small" onPress={() => send({ type: 'refresh.requested' })}>
          Look at the case
        </Button>
      </div>
    </Problem>
  );
}

export function ActPanel(props: Props) {
  const { shown, state, send } = props;
  const at = (place: 'done' | 'waitingForSecond' | 'unknown'): boolean => state.matches({ working: { place: { case: place } } });
  if (at('done') || at('waitingForSecond')) return <Outcome state={state} send={send} />;
  if (at('unknown')) return <Unknown state={state} send={send} />;
  const draft = draftOf(state.context);
  const { act } = draft;
  const isActing = state.matches({ working: { place: { case: 'acting' } } });
  const isActOpen = act !== null && shown.acts.includes(act);
  return (
    <>
      {waitingIn(shown).map((waiting) => (
        <Waiting key={waiting.approvalId} waiting={waiting} {...props} />
      ))}
      {shown.acts.length > 0 && (
        <div className="dk-acts" role="group" aria-label="Acts">
          {shown.acts.map((name) => (
            <button
              key={name}
              type="button"
              className="dk-act"
              aria-pressed={act === name}
              onClick={() => send({ type: 'act.chosen', act: name })}
            >
              {ACT_WORDS[name].open}
            </button>
          ))}
        </div>
      )}
      {isActOpen && (
        <form
          className="dk-form dk-form--act"
          aria-label={ACT_WORDS[act].open}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            send({ type: 'act.submitted', requestId: newRequestId() });
          }}
        >
          <p className="muted">{ACT_WORDS[act].about}</p>
          <ActFields
            act={act}
            draft={draft}
            mistakes={state.context.mistakes}
            change={(change) => send({ type: 'draft.changed', change })}
          />
          <Preview draft={draft} shown={shown} />
          <div className="dk-buttons">
            <Button type="submit" size="small" busy={isActing && 'Sending'}>
              {ACT_WORDS[act].send}
            </Button>
            <Button kind="quiet" size="small" onPress={() => send({ type: 'act.abandoned' })}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
