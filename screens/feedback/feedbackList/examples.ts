import { LOCAL } from '#machines/model/codes.ts';
import { FEEDBACK_TYPES, TICKET, type TicketList } from '#machines/model/feedback.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina, at } from '../../samples.ts';
import { line } from '../shared/ticketSamples.ts';

const place = (step: 'loading' | 'listed' | 'failed') => ({ places: { feedback: { feedbackList: step } } });

const tickets: TicketList = {
  tickets: [
    line({ isUnread: true }),
    line({
      ticketNo: 'F3PX81RA',
      type: FEEDBACK_TYPES.wantToBorrow,
      status: TICKET.received,
      about: 'Can I borrow more next time?',
      updatedAt: at('2025-11-17 08:12'),
    }),
    line({
      ticketNo: 'F90TTM2C',
      type: FEEDBACK_TYPES.loanNotReceived,
      status: TICKET.done,
      about: 'The money did not arrive after an hour.',
      updatedAt: at('2025-06-09 16:30'),
    }),
  ],
  open: { count: 2, needsReply: 1 },
};
const [, second] = tickets.tickets;

export const examples = {
  loading: example(place('loading'), amina),
  listed: example(place('listed'), { ...amina, tickets: loaded(tickets) }),
  withTheLender: example(place('listed'), {
    ...amina,
    tickets: loaded({ tickets: second ? [second] : [], open: { count: 1, needsReply: 0 } }),
  }),
  empty: example(place('listed'), { ...amina, tickets: loaded({ tickets: [], open: { count: 0, needsReply: 0 } }) }),
  goOnWriting: example(place('listed'), { ...amina, tickets: loaded(tickets), unsent: { feedback: { description: 'My loan' } } }),
  failed: example(place('failed'), { ...amina, tickets: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
};
