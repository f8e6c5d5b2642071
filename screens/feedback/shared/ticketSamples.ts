/** Tickets for the examples of the pages about messages. */
import { FEEDBACK_TYPES, TICKET, type Ticket, type TicketLine } from '#machines/model/feedback.ts';
import { at } from '../../samples.ts';

export const ticket = (change: Partial<Ticket> = {}): Ticket => ({
  ticketNo: 'F7K2M9QX',
  type: FEEDBACK_TYPES.repaidBillNotUpdated,
  status: TICKET.needsReply,
  createdAt: at('2025-11-18 18:05'),
  updatedAt: at('2025-11-19 09:40'),
  description: 'I paid KSh 2,000 on Tuesday evening, receipt TB27K4XQ9M, and my loan still shows the old amount.',
  receiverAccount: '',
  contact: '0712 345 678',
  contactTime: '12-15',
  pictures: 1,
  rating: null,
  messages: [{ id: 1, author: 'lender', text: 'Thank you. From which number did you pay?', pictures: 0, at: at('2025-11-19 09:40') }],
  ...change,
});

export const line = (change: Partial<TicketLine> = {}): TicketLine => {
  const { ticketNo, type, status, createdAt, updatedAt, description } = ticket();
  return { ticketNo, type, status, createdAt, updatedAt, about: description.slice(0, 80), isUnread: false, ...change };
};
