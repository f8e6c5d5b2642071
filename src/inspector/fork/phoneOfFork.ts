/** What the phone around a forked journey shows: the texts, the wallet and the log of the lender in its page. */
import type { OrderTransition } from '#machines/model/orderTransition.ts';
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';

export interface ForkText {
  at: Instant;
  text: string;
}

export interface ForkMove {
  at: Instant;
  /** Positive: into the wallet. */
  amount: Cents;
  words: string;
}

export interface ForkPhone {
  /** Newest first. */
  texts: readonly ForkText[];
  balance: Cents;
  /** Newest first. */
  moves: readonly ForkMove[];
  /** Oldest first. */
  order: readonly OrderTransition[];
}

/** What the wallet of a forked journey holds at first: enough for any loan of the app. */
const FIRST_BALANCE: Cents = 5_000_000;

export const FIRST_PHONE: ForkPhone = { texts: [], balance: FIRST_BALANCE, moves: [], order: [] };

/** The page of the phone reads it from the page of the journey in its frame. */
export interface ForkWindow extends Window {
  watchFork?: (phone: ForkPhone) => void;
}
