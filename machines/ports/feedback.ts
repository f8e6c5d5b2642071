import type { FeedbackCheck, FeedbackQuestion, NewMessage, Ticket, TicketAct, TicketList } from '../model/feedback.ts';
import { port } from './port.ts';

export const feedback = {
  loadTickets: port<TicketList>().reads({
    clauses: ['3.feedback'],
    doing: 'Opening the messages to the lender',
    words: 'The messages to the lender arrived',
  }),
  /** Whether another ticket may be opened. */
  checkFeedback: port<FeedbackCheck>().reads({
    call: 'feedbackCanHandle',
    clauses: ['3.feedback'],
    doing: 'Asking whether another message may be written',
    words: 'Whether another message may be written arrived',
  }),
  loadFeedbackQuestions: port<readonly FeedbackQuestion[]>().reads({
    clauses: ['2.feedback'],
    doing: 'Opening questions and answers',
    words: 'The questions and answers arrived',
  }),
  /** Loading the message thread marks it as seen. */
  loadTicket: port<Ticket, { ticketNo: string }>().reads({
    clauses: ['3.feedback'],
    doing: 'Opening the message to the lender',
    words: 'The message and its answers arrived',
  }),
  /** `ticketNo` null: for a ticket that is not sent yet. @returns the lender's name of the picture. */
  uploadPicture: port<string, { ticketNo: string | null; handle: string }>().changes({
    clauses: ['3.feedback', '5.feedback'],
    doing: 'Sending a picture',
    words: 'The picture arrived at the lender',
  }),
  /** A repeat with the same `requestId` in the values makes no second ticket. */
  sendFeedback: port<Ticket, { values: NewMessage }>().changes({
    clauses: ['3.feedback'],
    doing: 'Sending the message to the lender',
    words: 'The lender has the message',
  }),
  actOnTicket: port<Ticket, { ticketNo: string; act: TicketAct }>().changes({
    clauses: ['3.feedback'],
    doing: 'Changing the message to the lender',
    words: 'The message was changed at the lender',
  }),
};
