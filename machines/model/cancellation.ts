/** Closing an account: why, what forbids it, and what it would leave. */
import type { CalendarDate, Instant } from './calendar.ts';
import type { Cents } from './money.ts';

/** The one reason a borrower gives for closing the account. Ours: the specification names none. */
export const CANCELLATION_REASONS = ['notNeeded', 'costs', 'otherLender', 'privacy', 'hardToUse', 'other'] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/** The reason that forbids closing the account now. */
export type CancellationBar = 'debt' | 'money' | 'answer' | 'offer';

/** What closing the account would do today. */
export interface CancellationTerms {
  /** null: it can be closed. */
  bar: CancellationBar | null;
  /** Paid above the debts and not sent back. After closing, its owner cannot be identified any more. */
  kept: Cents;
  /** An application that is not finished ends with the account. */
  endsApplication: boolean;
  /** The books of loans that were paid out, without name and number; null: there were none. */
  booksUntil: CalendarDate | null;
  /** The last application was turned down: an encrypted mark of the number, until it may apply again; null: it may now. */
  reapplyOn: CalendarDate | null;
  /** Encrypted copies of the last answers, for requests that arrive twice. */
  answersUntil: Instant;
  /** The borrower asked for the closing while something forbade it, and has no answer yet; null or left out: did not. */
  requestedAt?: Instant | null;
  /** What the lender wrote to a request that it could not grant; null or left out by an older lender: nothing. */
  answer?: { words: string; at: Instant } | null;
}
