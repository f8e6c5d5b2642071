import type { Values } from '../model/application.ts';
import type { FeedbackCheck, FeedbackQuestion, Ticket, TicketAct, TicketList } from '../model/feedback.ts';
import { port } from './port.ts';

export const feedback = {
  loadTickets: port<TicketList>().reads({ clauses: ['3.feedback'], words: 'The messages to the lender arrived' }),
  /** Whether another ticket may be opened. */
  checkFeedback: port<FeedbackCheck>().reads({
    call: 'feedbackCanHandle',
    clauses: ['3.feedback'],
    words: 'Whether another message may be written arrived',
  }),
  loadFeedbackQuestions: port<readonly FeedbackQuestion[]>().reads({
    clauses: ['2.feedback'],
    words: 'The questions and answers arrived',
  }),
  /** Loading the message thread marks it as seen. */
  loadTicket: port<Ticket, { ticketNo: string }>().reads({ clauses: ['3.feedback'], words: 'The message and its answers arrived' }),
  /** `ticketNo` null: for a ticket that is being written. @returns what the lender calls the picture. */
  uploadPicture: port<string, { ticketNo: string | null; handle: string }>().changes({
    clauses: ['3.feedback', '5.feedback'],
    words: 'The picture arrived at the lender',
  }),
  /** The same `requestId` in the values again is the same ticket. */
  sendFeedback: port<Ticket, { values: Values }>().changes({ clauses: ['3.feedback'], words: 'The lender has the message' }),
  actOnTicket: port<Ticket, { ticketNo: string; act: TicketAct }>().changes({
    clauses: ['3.feedback'],
    words: 'The message was changed at the lender',
  }),
};
