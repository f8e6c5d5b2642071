import { nairobiDate } from '#machines/model/calendar.ts';
import type { TicketLine } from '#machines/model/feedback.ts';
import { ROUTES } from '#machines/routes.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { formatDate } from '#src/i18n/dates.ts';
import { NoMessages } from '#src/ui/art/noMessages.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { Dot } from '#src/ui/dot/Dot.tsx';
import { EmptyState } from '#src/ui/emptyState/EmptyState.tsx';
import { chat, help } from '#src/ui/icon/primaryIcons.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../../props.ts';
import { feedbackText, typeName } from '../shared/strings.ts';
import { TicketPill } from '../shared/ticketPill.tsx';
import { text } from './strings.ts';

/** The borrower's tickets, the newest first. */
export default function FeedbackList({ state, send }: ScreenProps) {
  const { language, problem, unsent } = state.context;
  // A loaded list stays visible while it is loaded again.
  const tickets = valueOf(state.context.tickets);
  const t = text(language);
  const f = feedbackText(language);
  const isFailed = state.matches({ places: { feedback: { feedbackList: 'failed' } } });
  const isLoading = state.context.tickets.is === 'loading';

  return (
    <Screen language={language} title={f('list')} onBack={() => send({ type: 'back.requested' })} busy={isLoading}>
      {isLoading && <TextSkeleton language={language} />}
      {isFailed && (
        <LoadError language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      )}
      {!isFailed && tickets && tickets.open.count > 0 && (
        <Note tone={tickets.open.needsReply > 0 ? 'assessing' : 'brand'}>
          {tickets.open.needsReply > 0 ? t('reply', { count: tickets.open.needsReply }) : t('open', { count: tickets.open.count })}
        </Note>
      )}
      {tickets && tickets.tickets.length > 0 && (
        <CardList>
          {tickets.tickets.map((ticket) => (
            <TicketRow key={ticket.ticketNo} state={state} ticket={ticket} />
          ))}
        </CardList>
      )}
      {!isFailed && tickets?.tickets.length === 0 && <EmptyState art={<NoMessages />} title={t('none')} text={t('noneText')} />}
      <CardList>
        <RowItem
          icon={chat}
          href={`#${ROUTES.addFeedback}`}
          title={f('write')}
          note={t(unsent['feedback']?.['description'] ? 'unsent' : 'writeNote')}
        />
        <RowItem icon={help} href={`#${ROUTES.feedbackFaq}`} title={t('questions')} note={t('questionsNote')} />
      </CardList>
    </Screen>
  );
}

function TicketRow({ state, ticket }: Pick<ScreenProps, 'state'> & { ticket: TicketLine }) {
  const { language } = state.context;
  return (
    <RowItem
      href={`#${ROUTES.feedbackDetail}?ticketNo=${ticket.ticketNo}`}
      title={
        <>
          {feedbackText(language)(typeName(ticket.type))}
          {ticket.isUnread && <Dot label={text(language)('fresh')} />}
        </>
      }
      note={`${formatDate(language, nairobiDate(ticket.updatedAt))}: ${ticket.about}`}
      end={<TicketPill language={language} status={ticket.status} />}
    />
  );
}
