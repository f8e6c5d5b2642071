/** The statuses of a ticket and the events that change them. Any other event is refused. */
import { TICKET, type TicketStatus } from '#machines/model/feedback.ts';

const { received, inProgress, needsReply, done } = TICKET;

export type TicketEvent =
  | 'desk.took'
  | 'desk.asked'
  | 'desk.solved'
  | 'borrower.wrote'
  | 'borrower.corrected'
  | 'borrower.closed'
  | 'borrower.rated';

const LIFE: Readonly<Record<TicketStatus, Partial<Record<TicketEvent, TicketStatus>>>> = {
  // No clerk has read the ticket, so the borrower may change the description.
  [received]: {
    'desk.took': inProgress,
    'desk.asked': needsReply,
    'desk.solved': done,
    'borrower.wrote': received,
    'borrower.corrected': received,
    'borrower.closed': done,
  },
  [inProgress]: { 'desk.asked': needsReply, 'desk.solved': done, 'borrower.wrote': inProgress, 'borrower.closed': done },
  [needsReply]: { 'desk.asked': needsReply, 'desk.solved': done, 'borrower.wrote': inProgress, 'borrower.closed': done },
  // A message to a closed ticket reopens it.
  [done]: { 'borrower.wrote': inProgress, 'borrower.closed': done, 'borrower.rated': done },
};

/** null: not allowed in this status. */
export const nextTicketStatus = (status: number, event: TicketEvent): TicketStatus | null => LIFE[status as TicketStatus]?.[event] ?? null;
