/** Messages to the lender, and closing the account. */
import type { Values } from '../model/application.ts';
import type { CancellationTerms } from '../model/cancellation.ts';
import { CODE, toProblem } from '../model/codes.ts';
import {
  FEEDBACK_LIMITS,
  picturesOf,
  withoutSent,
  wrongFields,
  type FeedbackCheck,
  type FeedbackQuestion,
  type Ticket,
  type TicketList,
} from '../model/feedback.ts';
import { loaded, LOADING } from '../model/loadable.ts';
import { assign, assignAnswer, part } from './base.ts';

export const feedback = part({
  guards: {
    /** The link names a ticket. */
    hasTicketNumber: ({ context }) => context.ticketNo !== null,
    isFeedbackComplete: (_, p: { values: Values }) => wrongFields(p.values).length === 0,
    isAnswer: (_, p: { values: Values }) => !!p.values['text']?.trim(),
    isLongEnough: (_, p: { values: Values }) => !wrongFields(p.values).includes('description'),
    isPictureTooMany: (_, p: { values: Values }) => picturesOf(p.values).length >= FEEDBACK_LIMITS.pictures,
    isPictureTooLarge: (_, p: { bytes: number }) => p.bytes > FEEDBACK_LIMITS.pictureBytes,
    isBarred: (_, p: CancellationTerms) => p.bar !== null,
    isClosingRequested: (_, p: CancellationTerms) => typeof p.requestedAt === 'number',
    isSignInNeeded: (_, p: CancellationTerms) => p.signInFirst === true,
    isSignInRequired: (_, p: { error: unknown }) => toProblem(p.error).code === CODE.signInRequired,
    hasReason: (_, p: { values: Values }) => !!p.values['reason'],
  },
  actions: {
    /** Keeps the values that the event does not contain, such as pictures that were uploaded while the borrower went on writing. */
    keepUnsent: assign(({ context }, p: { about: string; values: Values }) => ({
      unsent: { ...context.unsent, [p.about]: { ...context.unsent[p.about], ...p.values } },
    })),
    dropUnsent: assign(({ context }, p: { about: string }) => {
      const { [p.about]: _sent, ...unsent } = context.unsent;
      return { unsent };
    }),
    /** The picture was uploaded. Text that was typed meanwhile stays. */
    addSentPicture: assign(({ context }, p: { about: string; name: string }) => {
      const values = context.unsent[p.about] ?? {};
      return { unsent: { ...context.unsent, [p.about]: { ...values, pictures: [...picturesOf(values), p.name].join(' ') } } };
    }),
    setUploaded: assign((_, p: { sent: number; total: number }) => ({ uploaded: { sent: p.sent, total: p.total } })),
    forgetUploaded: assign({ uploaded: null }),
    setTickets: assignAnswer((_, p: TicketList) => ({ tickets: loaded(p), hasUnread: p.tickets.some(({ isUnread }) => isUnread) })),
    setFeedbackCheck: assign((_, p: FeedbackCheck) => ({ feedbackCheck: loaded(p) })),
    setFeedbackQuestions: assignAnswer((_, p: { questions: readonly FeedbackQuestion[] }) => ({ feedbackQuestions: loaded(p.questions) })),
    setHasUnread: assign((_, p: { unread: boolean }) => ({ hasUnread: p.unread })),
    rememberTicket: assign(({ event }) => ({
      ticketNo: (event.type === 'xstate.route' && event.query?.['ticketNo']) || null,
      ticket: LOADING,
    })),
    setTicket: assignAnswer(({ context }, p: Ticket) => ({ ticket: loaded(p), unsent: withoutSent(context.unsent, p) })),
    setSentTicket: assign((_, p: { ticketNo: string | null }) => ({ sentTicket: p.ticketNo })),
    setCancellation: assignAnswer((_, p: CancellationTerms) => ({ cancellation: loaded(p) })),
  },
});
