/** Closing an account: the borrower's reason, the obstacles, and the data that would remain. */
import type { CalendarDate, Instant } from './calendar.ts';
import type { Cents } from './money.ts';

/** The reasons that a borrower chooses from. The specification lists none. */
export const CANCELLATION_REASONS = ['notNeeded', 'costs', 'otherLender', 'privacy', 'hardToUse', 'other'] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/** Closing an account, or requesting it, is possible for so many hours after signing in. */
export const CLOSING_HOURS = 1;

/** The reason that forbids closing the account now. */
export type CancellationBar = 'debt' | 'money' | 'answer' | 'offer';

/** The consequences of closing the account today. */
export interface CancellationTerms {
  /** null: the account can be closed. */
  bar: CancellationBar | null;
  /** Money that was paid above the debts and not sent back. After closing, the lender cannot identify whose it is. */
  kept: Cents;
  /** An application that is not finished ends with the account. */
  endsApplication: boolean;
  /** Until then the books of paid-out loans are kept, without name and number; null: no loan was paid out. */
  booksUntil: CalendarDate | null;
  /** After a rejection, an encrypted mark of the number is kept until this day, from which it may apply again; null: it may now. */
  reapplyOn: CalendarDate | null;
  /** Until then the idempotency store keeps the last answers, encrypted. */
  answersUntil: Instant;
  /** When the borrower requested to close an account that could not be closed yet. null or absent: no request is open. */
  requestedAt?: Instant | null;
  /** The lender's answer to a request that it could not grant. null: none; an older lender leaves it out. */
  answer?: { words: string; at: Instant } | null;
  /** The borrower signed in too long ago ({@link CLOSING_HOURS}) and must sign in again first. An older lender leaves it out. */
  signInFirst?: boolean;
}
