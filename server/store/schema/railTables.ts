/** The tables of `080-rail-as-documented` as Kysely sees them. */
import type { ColumnType, Generated } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Encrypted } from './encrypted.ts';

export interface RailTokenTable {
  /** Hash of the consumer key. */
  name: string;
  sealed: Encrypted | null;
  valid_until: Generated<Instant>;
  /** Until when one process has the task of renewing the token. */
  renewing_until: Generated<Instant>;
}

export type ScheduledQuestion = 'balance' | 'pull';

export interface RailScheduleTable {
  question: ScheduledQuestion;
  next_at: Instant;
  /** For the question `pull`: payments before this moment were read. */
  read_until: ColumnType<Instant | null, Instant | null | undefined, Instant | null>;
}

export interface BalanceQueryTable {
  id: Generated<number>;
  /** The address of the rail's answer is derived from this nonce. */
  callback_nonce: string;
  asked_at: Instant;
}

/** `utility` is the account of payouts to wallets, `working` the account of payouts to banks. */
export type FloatAccount = 'utility' | 'working';

/** `low`: below the alarm. `short`: a payout waits for the float. */
export type FloatLevel = 'enough' | 'low' | 'short';

export interface RailFloatTable {
  account: FloatAccount;
  /** The rail's figure, less the payouts that were sent since. */
  available: Cents;
  /** When the rail was queried. */
  as_of: Instant;
  level: FloatLevel;
}

/** A payment that belongs to no loan, which the lender asked the rail to return to its payer. */
export interface ReversalTable {
  id: Generated<number>;
  receipt: string;
  amount: Cents;
  state: 'NEW' | 'SENT' | 'OK' | 'FAILED';
  /** The address of the rail's answer is derived from this nonce. */
  callback_nonce: string;
  provider_ref: Generated<string | null>;
  /** The receipt of the movement that returned the money. */
  return_receipt: Generated<string | null>;
  result_text: Generated<string | null>;
  asked_at: Instant;
  ended_at: Generated<Instant | null>;
}
