/** The texts, the wallet and the lender's log of a forked journey, which the phone around it shows. */
import type { OrderTransition } from '#machines/model/orderTransition.ts';
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';

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

/** The M-PESA prompt on the phone. */
export interface ForkPrompt {
  id: string;
  amount: Cents;
  account: string;
  until: Instant;
}

export interface ForkPhone {
  /** The lender's clock; null before the page of the journey runs. */
  now: Instant | null;
  /** The number of the borrower as the recording has it; a recording hides the real one. */
  mobile: Msisdn;
  /** null: none is open. */
  prompt: ForkPrompt | null;
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

/** The number of a recording that has none, such as one of a visitor. */
export const UNKNOWN_MOBILE: Msisdn = '254700000000';

export const FIRST_PHONE: ForkPhone = {
  now: null,
  mobile: UNKNOWN_MOBILE,
  prompt: null,
  texts: [],
  balance: FIRST_BALANCE,
  moves: [],
  order: [],
};

/** What the borrower does with the prompt. */
export type PromptAnswer = 'pin' | 'cancel';

/** The window of the sandbox. The page of the journey in its frame calls `watchFork`. */
export interface ForkWindow extends Window {
  watchFork?: (phone: ForkPhone, answerPrompt: (answer: PromptAnswer) => void) => void;
}
