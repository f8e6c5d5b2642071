/** The texts, the wallet and the lender's log of a forked journey, which the phone around it shows. */
import type { OrderTransition } from '#machines/model/orderTransition.ts';
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';

export interface ForkText {
  at: Instant;
  text: string;
}

export interface ForkMove {
  at: Instant;
  /** Positive: paid into the wallet. */
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

/** First balance of the wallet: enough for any loan of the app. */
const FIRST_BALANCE: Cents = 5_000_000;

export const FIRST_PHONE: ForkPhone = { texts: [], balance: FIRST_BALANCE, moves: [], order: [] };

/** The window of the sandbox. The page of the journey in its frame calls `watchFork`. */
export interface ForkWindow extends Window {
  watchFork?: (phone: ForkPhone) => void;
}
