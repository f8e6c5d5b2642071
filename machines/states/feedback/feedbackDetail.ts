import type { JourneyEvent } from '../../events.ts';
import { picturesOf, replyTo, type TicketAct } from '../../model/feedback.ts';
import { required } from '../../required.ts';
import type { JourneyContext } from '../../context.ts';
import { blockNavigation, onApiError, output, place, startLoading, stateConfig } from '../../setup.ts';
import { drafting, takesPictures, uploading } from './unsentMessage.ts';

/** The argument of `params` in a transition on one type of event. */
type EventArgs<T extends JourneyEvent['type']> = { event: Extract<JourneyEvent, { type: T }> };

/** The act on the ticket that the event requests. */
const actOf = (event: JourneyEvent): TicketAct => {
  switch (event.type) {
    case 'ticket.answered':
      return { is: 'answer', text: event.values.text, requestId: event.values.requestId, pictures: picturesOf(event.values) };
    case 'ticket.corrected':
      return { is: 'correct', description: event.values.description };
    case 'ticket.rated':
      return { is: 'rate', rating: event.rating };
    default:
      return { is: 'close' };
  }
};

const ofTicket = ({ context }: { context: Pick<JourneyContext, 'ticketNo'> }) => ({ ticketNo: required('ticketNo', context.ticketNo) });

const refused = { actions: { type: 'setLocalProblem', params: { problem: 'incomplete' } } } as const;

/** A ticket and its message thread. */
export const feedbackDetail = stateConfig({
  ...place('feedbackDetail', 'Your message'),
  route: { actions: 'rememberTicket' },
  initial: 'opening',
  on: { 'back.requested': '#feedbackList' },
  states: {
    opening: { always: [{ guard: 'hasTicketNumber', target: 'loading' }, { target: '#feedbackList' }] },
    loading: {
      tags: ['busy'],
      entry: startLoading('ticket'),
      invoke: {
        id: 'loadTicket',
        src: 'loadTicket',
        input: ofTicket,
        onDone: { target: 'shown', actions: { type: 'setTicket', params: ({ event }) => output({ event }) } },
        onError: onApiError('failed', 'ticket'),
      },
    },
    failed: { on: { 'retry.requested': 'loading' } },
    shown: {
      tags: ['form', 'stable'],
      on: {
        ...takesPictures,
        'refresh.requested': 'loading',
        'correction.opened': 'correcting',
        'ticket.answered': [
          {
            guard: { type: 'isAnswer', params: ({ event }: EventArgs<'ticket.answered'>) => event },
            target: 'acting',
            // The values carry the request id of this press, so a retry after a lost answer is the same message.
            actions: { type: 'keepUnsent', params: ({ context, event }) => ({ about: replyTo(context.ticketNo), values: event.values }) },
          },
          refused,
        ],
        'ticket.rated': 'acting',
        'ticket.closed': 'acting',
      },
    },
    /** The message can be corrected until the lender has opened it. */
    correcting: {
      tags: ['form'],
      on: {
        ...drafting,
        'back.requested': 'shown',
        'ticket.corrected': [
          {
            guard: { type: 'isLongEnough', params: ({ event }: EventArgs<'ticket.corrected'>) => event },
            target: 'acting',
          },
          refused,
        ],
      },
    },
    uploading: uploading('uploadFile', 'shown', ({ ticketNo }) => ({ about: replyTo(ticketNo), ticketNo })),
    acting: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'actOnTicket',
        src: 'actOnTicket',
        input: ({ context, event }) => ({ ...ofTicket({ context }), act: actOf(event) }),
        onDone: { target: 'shown', actions: { type: 'setTicket', params: ({ event }) => output({ event }) } },
        onError: onApiError('shown'),
      },
    },
  },
});
