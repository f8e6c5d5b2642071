import { LOCAL } from '#machines/model/codes.ts';
import { TICKET, type Ticket } from '#machines/model/feedback.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina, at } from '../../samples.ts';
import { ticket } from '../shared/ticketSamples.ts';

type Step = 'loading' | 'failed' | 'shown' | 'correcting' | 'uploading' | 'acting';
const place = (step: Step) => ({ places: { feedback: { feedbackDetail: step } } });
const of = (shown: Ticket) => ({ ...amina, ticketNo: shown.ticketNo, ticket: loaded(shown) });

const asked = ticket();
const received = ticket({ status: TICKET.received, messages: [] });
const done = ticket({
  status: TICKET.done,
  messages: [
    ...asked.messages,
    { id: 2, author: 'borrower', text: 'From 0712 345 678. Here is the text.', pictures: 1, at: at('2025-11-19 11:02') },
    { id: 3, author: 'lender', text: 'Found it. Your loan is up to date now.', pictures: 0, at: at('2025-11-19 15:20') },
  ],
});
const reply = { [`reply ${asked.ticketNo}`]: { text: 'From 0712 345 678.', pictures: 'a1' } };

export const examples = {
  loading: example(place('loading'), { ...amina, ticketNo: asked.ticketNo }),
  failed: example(place('failed'), {
    ...amina,
    ticketNo: asked.ticketNo,
    ticket: FAILED,
    problem: { code: LOCAL.networkFailed, message: '' },
  }),
  received: example(place('shown'), of(received)),
  asked: example(place('shown'), of(asked)),
  inProgress: example(place('shown'), of(ticket({ status: TICKET.inProgress, receiverAccount: '0712 345 678' }))),
  replying: example(place('shown'), { ...of(asked), unsent: reply }),
  uploading: example(place('uploading'), { ...of(asked), unsent: reply, uploaded: { sent: 120_000, total: 480_000 } }),
  nothingSaid: example(place('shown'), { ...of(asked), problem: { code: LOCAL.incomplete, message: '' } }),
  sending: example(place('acting'), { ...of(asked), unsent: reply }),
  correcting: example(place('correcting'), of(received)),
  correctedTooShort: example(place('correcting'), {
    ...of(received),
    unsent: { [`correction ${received.ticketNo}`]: { description: 'Paid' } },
    problem: { code: LOCAL.incomplete, message: '' },
  }),
  done: example(place('shown'), of(done)),
  doneNoLoan: example(place('shown'), of({ ...done, deletedOn: '2026-02-14' })),
  rating: example(place('shown'), { ...of(done), unsent: { [`rating ${done.ticketNo}`]: { rating: '4' } } }),
  rated: example(place('shown'), of({ ...done, rating: 4 })),
};
