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

/** 1 and 2: the lender has to answer. 3: the borrower has to answer. 4: done. */
export const TICKET = { received: 1, inProgress: 2, needsReply: 3, done: 4 } as const;
export type TicketStatus = (typeof TICKET)[keyof typeof TICKET];

/** When the borrower likes to be called, within working hours. The choice is optional; empty text: none. */
export const CONTACT_TIMES = ['any', '08-12', '12-15', '15-17'] as const;

export const FEEDBACK_LIMITS = {
  /** Characters. */
  description: { min: 10, max: 1_000 },
  reply: { max: 1_000 },
  /** The most pictures of a ticket, and of one message in its thread. */
  pictures: 4,
  /** The limit for a chosen file: 20 MB. The picture is sent smaller. */
  pictureBytes: 20 * 1024 * 1024,
  account: { max: 40 },
  contact: { max: 100 },
  /** The most tickets of one borrower that are not done. */
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
  /** The lender wrote since the borrower last opened the ticket. */
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
  /** The promised time of the answer has passed, and the borrower was informed. Absent: no. */
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

/** Whether another ticket may be opened, and the subjects of open tickets. */
export interface FeedbackCheck {
  can: boolean;
  most: number;
  open: readonly { ticketNo: string; type: number }[];
}

export interface FeedbackQuestion {
  question: string;
  answer: string;
}

/** The values of a message that is sent. `requestId` is its idempotency key: the same for every attempt of one press. */
type SentValues = Values & { readonly requestId: string };

/** The values of a new ticket that is sent. `receiverAccount` and `contactTime` may be empty. */
export type NewMessage = SentValues & { readonly [K in FeedbackField | 'receiverAccount']: string };

/** The values of a reply that is sent. */
export type Reply = SentValues & { readonly text: string };

/** The values of a correction that is sent. */
export type Correction = Values & { readonly description: string };

/** An act of the borrower on an existing ticket. `requestId`: see {@link Reply}. */
export type TicketAct =
  | { is: 'answer'; text: string; pictures: readonly string[]; requestId: string }
  | { is: 'correct'; description: string }
  | { is: 'close' }
  | { is: 'rate'; rating: number };

/** Unsent messages and choices by purpose: `feedback`, or for example `reply` or `correction` with the ticket's number. */
export type Unsent = Readonly<Record<string, Values>>;

/** The purpose of an amount and term that are chosen and not requested yet. */
export const WISH = 'loan';
/** The purpose of another amount or term of this offer, chosen and not accepted yet. */
export const choiceOf = (orderNo: string): string => `offer ${orderNo}`;
export const replyTo = (ticketNo: string | null): string => `reply ${ticketNo}`;
export const ratingOf = (ticketNo: string | null): string => `rating ${ticketNo}`;
export const correctionOf = (ticketNo: string | null): string => `correction ${ticketNo}`;

/** Drops the unsent texts that the ticket contains: they were sent, even if the answer was lost. */
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

/** The lender's names of the pictures of an unsent message. The value separates them by blanks. */
export const picturesOf = (values: Values | undefined): readonly string[] => (values?.['pictures'] ?? '').split(' ').filter(Boolean);

/** Length without blanks at the ends, and with each run of blanks as one: blanks alone do not reach the minimum. */
export const lengthOf = (text: string): number => text.trim().replace(/\s+/g, ' ').length;

const isReachable = (text: string): boolean => toMsisdn(text) !== null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

export type FeedbackField = 'type' | 'description' | 'contact' | 'contactTime';

/** Fields of a new ticket that are missing or wrong, in the order of the form. Page and lender share this rule. */
export const wrongFields = (values: Values): readonly FeedbackField[] => {
  const { type = '', description = '', contact = '', contactTime = '' } = values;
  const wrong: FeedbackField[] = [];
  if (!/^[1-7]$/.test(type)) wrong.push('type');
  if (lengthOf(description) < FEEDBACK_LIMITS.description.min) wrong.push('description');
  if (!isReachable(contact)) wrong.push('contact');
  if (contactTime !== '' && !(CONTACT_TIMES as readonly string[]).includes(contactTime)) wrong.push('contactTime');
  return wrong;
};
