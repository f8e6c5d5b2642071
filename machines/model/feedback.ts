/** Messages between borrower and lender: a ticket, its message thread, and the rules that both sides share. */
import type { Values } from './application.ts';
import type { CalendarDate, Instant } from './calendar.ts';
import { toMsisdn } from './phoneNumber.ts';

/** What a ticket is about (specification, section 3). */
export const FEEDBACK_TYPES = {
  repaidBillNotUpdated: 1,
  extendPeriod: 2,
  other: 3,
  loanFailure: 4,
  wantToBorrow: 5,
  wantToRepay: 6,
  loanNotReceived: 7,
} as const;

/** 1 and 2: with the lender. 3: the borrower is asked something. 4: done. */
export const TICKET = { received: 1, inProgress: 2, needsReply: 3, done: 4 } as const;
export type TicketStatus = (typeof TICKET)[keyof typeof TICKET];

/** When the borrower likes to be called: inside the hours in which people work here. The choice is optional; empty text: none. */
export const CONTACT_TIMES = ['any', '08-12', '12-15', '15-17'] as const;

export const FEEDBACK_LIMITS = {
  /** Characters. */
  description: { min: 10, max: 1_000 },
  reply: { max: 1_000 },
  /** The most pictures of a ticket, and of one message in its thread. */
  pictures: 4,
  /** 20 MB, as the borrower chose it; it is sent smaller. */
  pictureBytes: 20 * 1024 * 1024,
  account: { max: 40 },
  contact: { max: 100 },
  /** Tickets of one borrower that are not done. */
  open: 5,
  ratings: 5,
} as const;

export interface TicketLine {
  ticketNo: string;
  type: number;
  status: number;
  createdAt: Instant;
  updatedAt: Instant;
  /** The first words of the description. */
  about: string;
  /** The lender wrote since the borrower last looked. */
  isUnread: boolean;
}

export interface TicketMessage {
  id: number;
  author: 'borrower' | 'lender';
  text: string;
  pictures: number;
  at: Instant;
}

export interface Ticket extends Omit<TicketLine, 'about' | 'isUnread'> {
  description: string;
  receiverAccount: string;
  contact: string;
  contactTime: string;
  pictures: number;
  /** 1 to 5; null: not given. */
  rating: number | null;
  /** The promised time of the answer has passed, and the borrower was told. Absent: no. */
  isLate?: boolean;
  /** Oldest first. */
  messages: readonly TicketMessage[];
  /** The day on which the ticket of a person without a loan is deleted; null or left out: it stays. */
  deletedOn?: CalendarDate | null;
}

export interface TicketList {
  tickets: readonly TicketLine[];
  /** Tickets that are not done, and those of them that wait for the borrower. */
  open: { count: number; needsReply: number };
}

/** Whether another ticket may be opened, and which subjects are being spoken of already. */
export interface FeedbackCheck {
  can: boolean;
  most: number;
  open: readonly { ticketNo: string; type: number }[];
}

export interface FeedbackQuestion {
  question: string;
  answer: string;
}

/** What a borrower does to a ticket that exists. `requestId`: the same for every try of one press. */
export type TicketAct =
  | { is: 'answer'; text: string; pictures: readonly string[]; requestId: string }
  | { is: 'correct'; description: string }
  | { is: 'close' }
  | { is: 'rate'; rating: number };

/** Typed and unsent texts by their purpose: `feedback`, or `reply` or `correction` with the ticket's number. */
export type Unsent = Readonly<Record<string, Values>>;

/** The loan that is being chosen and was not asked for yet. */
export const WISH = 'loan';
/** Another amount or term of this offer, chosen and not accepted yet. */
export const choiceOf = (orderNo: string): string => `offer ${orderNo}`;
export const replyTo = (ticketNo: string | null): string => `reply ${ticketNo}`;
export const ratingOf = (ticketNo: string | null): string => `rating ${ticketNo}`;
export const correctionOf = (ticketNo: string | null): string => `correction ${ticketNo}`;

/** Drops the unsent texts that the ticket holds by now, also where the answer to sending them was lost. */
export const withoutSent = (unsent: Unsent, { ticketNo, description, messages, rating }: Ticket): Unsent => {
  const { [replyTo(ticketNo)]: reply, [correctionOf(ticketNo)]: correction, [ratingOf(ticketNo)]: stars, ...others } = unsent;
  const own = messages.filter(({ author }) => author === 'borrower').pop();
  return {
    ...others,
    ...(reply && !(reply['requestId'] && own?.text === reply['text']?.trim()) ? { [replyTo(ticketNo)]: reply } : {}),
    ...(correction && correction['description']?.trim() !== description ? { [correctionOf(ticketNo)]: correction } : {}),
    ...(stars && rating === null ? { [ratingOf(ticketNo)]: stars } : {}),
  };
};

/** Pictures of something unsent are names of the lender's, one after the other. */
export const picturesOf = (values: Values | undefined): readonly string[] => (values?.['pictures'] ?? '').split(' ').filter(Boolean);

/** Blanks around and between count once: a description is not made long by pressing space. */
export const lengthOf = (text: string): number => text.trim().replace(/\s+/g, ' ').length;

const isReachable = (text: string): boolean => toMsisdn(text) !== null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

export type FeedbackField = 'type' | 'description' | 'contact' | 'contactTime';

/** What is missing or wrong in a new ticket, in the order of the form. Both sides judge by it. */
export const wrongFields = (values: Values): readonly FeedbackField[] => {
  const { type = '', description = '', contact = '', contactTime = '' } = values;
  const wrong: FeedbackField[] = [];
  if (!/^[1-7]$/.test(type)) wrong.push('type');
  if (lengthOf(description) < FEEDBACK_LIMITS.description.min) wrong.push('description');
  if (!isReachable(contact)) wrong.push('contact');
  if (contactTime !== '' && !(CONTACT_TIMES as readonly string[]).includes(contactTime)) wrong.push('contactTime');
  return wrong;
};
