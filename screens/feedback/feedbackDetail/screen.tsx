import { nairobiDate } from '#machines/model/calendar.ts';
import { FEEDBACK_LIMITS, ratingOf, replyTo, TICKET, type Ticket } from '#machines/model/feedback.ts';
import { useUnsentForm } from '#src/forms/useUnsentForm.ts';
import { formatDate, formatDeadline, formatMoment } from '#src/i18n/dates.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { MessageThread } from '#src/ui/messageThread/MessageThread.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { newRequestId } from '#src/ui/requestId.ts';
import { RadioGroup } from '#src/ui/form/RadioGroup.tsx';
import { SavedMark } from '#src/ui/form/SavedMark.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../../props.ts';
import { FeedbackPictures, pictureError } from '../shared/attachedPictures.tsx';
import { feedbackText, typeName } from '../shared/strings.ts';
import { TicketPill } from '../shared/ticketPill.tsx';
import { Correcting } from './correcting.tsx';
import { text } from './strings.ts';

type Step = 'uploading' | 'correcting' | 'acting';
const isAt = (state: ScreenProps['state'], step: Step): boolean => state.matches({ places: { feedback: { feedbackDetail: step } } });

/** A ticket, its message thread, and the reply. */
export default function FeedbackDetail({ state, send }: ScreenProps) {
  const { language, ticket, problem } = state.context;
  const t = text(language);
  if (ticket.is === 'failed') {
    return (
      <Screen language={language} title={t('title')} onBack={() => send({ type: 'back.requested' })}>
        <LoadError language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      </Screen>
    );
  }
  if (ticket.is === 'loading') {
    return (
      <Screen language={language} title={t('title')} onBack={() => send({ type: 'back.requested' })} busy>
        <TextSkeleton language={language} />
      </Screen>
    );
  }
  if (isAt(state, 'correcting')) return <Correcting state={state} send={send} ticket={ticket.value} />;
  return <Shown state={state} send={send} ticket={ticket.value} />;
}

function Shown({ state, send, ticket }: ScreenProps & { ticket: Ticket }) {
  const { language, unsent, problem } = state.context;
  const t = text(language);
  const about = replyTo(ticket.ticketNo);
  const draft = unsent[about] ?? {};
  const isDone = ticket.status === TICKET.done;
  const wrongPicture = pictureError(language, problem);
  const form = useUnsentForm({
    state,
    send,
    about,
    initial: { text: '' },
    rules: { text: (typed) => (typed.trim() === '' ? t('missing') : null) },
  });
  const submit = () => {
    const requestId = draft['requestId'] || newRequestId();
    send({ type: 'ticket.answered', values: { ...draft, text: form.submit().value('text'), requestId } });
  };

  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      aside={<SavedMark language={language} saved={!!draft['text']} />}
      actions={
        <Actions>
          <ProblemNote language={language} problem={wrongPicture === undefined ? form.note : null} />
          <Button busy={isAt(state, 'acting') && t('sending')} onPress={submit}>
            {t('send')}
          </Button>
          {!isDone && (
            <Button kind="quiet" onPress={() => send({ type: 'ticket.closed' })}>
              {t('close')}
            </Button>
          )}
        </Actions>
      }
    >
      <About language={language} ticket={ticket} />
      {ticket.status === TICKET.received && (
        <Button kind="secondary" size="small" onPress={() => send({ type: 'correction.opened' })}>
          {t('correct')}
        </Button>
      )}
      <Messages language={language} ticket={ticket} />
      <Note tone={ticket.status === TICKET.needsReply ? 'assessing' : 'brand'}>
        {t(isDone ? 'over' : ticket.status === TICKET.needsReply ? 'asked' : ticket.isLate ? 'late' : 'waiting')}
      </Note>
      {ticket.deletedOn && <p className="small muted">{t('deletedOn', { date: formatDeadline(language, ticket.deletedOn) })}</p>}
      {isDone && <Rating state={state} send={send} ticket={ticket} />}
      <TextArea
        {...form.field('text')}
        id="reply"
        language={language}
        label={t('reply')}
        error={form.error('text')}
        maxLength={FEEDBACK_LIMITS.reply.max}
      />
      <FeedbackPictures
        state={state}
        send={send}
        id="reply-pictures"
        about={about}
        values={draft}
        error={wrongPicture}
        sending={isAt(state, 'uploading')}
      />
    </Screen>
  );
}

type OfTicket = { language: ScreenProps['state']['context']['language']; ticket: Ticket };

function About({ language, ticket }: OfTicket) {
  const t = text(language);
  const f = feedbackText(language);
  return (
    <Card title={f(typeName(ticket.type))} spacing="snug">
      <div>
        <TicketPill language={language} status={ticket.status} />
      </div>
      <p className="small muted">{t('number', { ticketNo: ticket.ticketNo, date: formatDate(language, nairobiDate(ticket.createdAt)) })}</p>
      {ticket.receiverAccount && <p className="small">{t('account', { account: ticket.receiverAccount })}</p>}
      <p className="small muted">{t('reach', { contact: ticket.contact })}</p>
    </Card>
  );
}

/** The first message, at the top of the thread. */
function Messages({ language, ticket }: OfTicket) {
  const t = text(language);
  const pictures = (count: number): string | undefined => (count > 0 ? feedbackText(language)('pictures', { count }) : undefined);
  const by = (author: 'borrower' | 'lender', at: number): string =>
    t(author === 'borrower' ? 'you' : 'lender', { time: formatMoment(language, at) });
  return (
    <MessageThread
      label={t('thread')}
      messages={[
        { id: 'first', own: true, by: by('borrower', ticket.createdAt), text: ticket.description, note: pictures(ticket.pictures) },
        ...ticket.messages.map((message) => ({
          id: message.id,
          own: message.author === 'borrower',
          by: by(message.author, message.at),
          text: message.text,
          note: pictures(message.pictures),
        })),
      ]}
    />
  );
}

const RATINGS = [1, 2, 3, 4, 5] as const;

function Rating({ state, send, ticket }: ScreenProps & { ticket: Ticket }) {
  const { language } = state.context;
  const t = text(language);
  const form = useUnsentForm({ state, send, about: ratingOf(ticket.ticketNo), initial: { rating: '' } });
  const chosen = form.count('rating');
  if (ticket.rating !== null) return <p className="muted">{t('thanks', { rating: ticket.rating, most: FEEDBACK_LIMITS.ratings })}</p>;
  return (
    <>
      <RadioGroup
        {...form.choice('rating')}
        id="rating"
        language={language}
        label={t('rate')}
        optional
        choices={RATINGS.map((n) => ({ id: String(n), label: t(`rate${n}`) }))}
      />
      {chosen !== null && (
        <Button
          kind="secondary"
          size="small"
          onPress={() => {
            form.submit();
            send({ type: 'ticket.rated', rating: chosen });
          }}
        >
          {t('sendRating')}
        </Button>
      )}
    </>
  );
}
