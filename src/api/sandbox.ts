/**
 * The plain JSON interface of the sandbox, under `/sandbox/api`. It exists in sandbox mode only and is no part of the
 * product: it simulates the phone network, M-PESA and the clock. Acts of clerks are done at the desk. A refused command is
 * answered with 400, 404 or 409 and `{ error }`, one sentence; an unknown order with 404. An unknown address is answered as
 * on every other path, `{ code, msg, data }`.
 */
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import type { DataKind, UploadStatus } from '#machines/model/collection.ts';
import type { Cents } from '#machines/model/money.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Queue } from './desk.ts';

export const SANDBOX_API = '/sandbox/api';

export interface SandboxSms {
  id: number;
  to: Msisdn;
  text: string;
  at: Instant;
}

/** An M-PESA prompt on a phone. */
export interface SandboxPrompt {
  id: string;
  to: Msisdn;
  amount: Cents;
  /** Name of the business, and the account, as the prompt shows them. */
  business: string;
  account: string;
  openedAt: Instant;
  expiresAt: Instant;
}

export interface SandboxWallet {
  msisdn: Msisdn;
  balance: Cents;
  /** The PIN of the simulated wallet, which the sandbox shows. */
  pin: string;
  /** The holder of the number, as M-PESA names them after a payout; null: M-PESA names nobody. */
  name: string | null;
}

/** A transaction of a wallet, as in the SMS that M-PESA sends to the payer. */
export interface SandboxTransaction {
  receipt: string;
  msisdn: Msisdn | null;
  /** Positive: into the wallet. */
  amount: Cents;
  /** The account number that was typed, or the lender's reference. */
  reference: string;
  at: Instant;
}

export interface SandboxOrder {
  orderNo: string;
  mobile: Msisdn;
  /** A value of STATUS. */
  status: number;
  /** What the status means: "An offer is open". */
  statusWords: string;
  principal: Cents;
  termDays: number;
  updatedAt: Instant;
  /** The turn of the head that the borrower is asked for; null: none. */
  faceTurn: FaceTurn | null;
  /** null: no data of the phone is requested. */
  collection: SandboxCollection | null;
}

/** The requested data of the phone and what was collected; never the content. */
export interface SandboxCollection {
  asked: DataKind[];
  agreed: DataKind[];
  refused: DataKind[];
  held: DataKind[];
  status: UploadStatus | null;
}

/** An event of the log of security events: hashes instead of names. */
export interface SandboxSecurityEvent {
  at: Instant;
  kind: string;
  subject: string;
  user: string | null;
  number: string | null;
  address: string | null;
  /** Number of events of this kind that were not written one by one; null: this line is an event. */
  leftOut: number | null;
}

/** A callback that could not be read or processed. */
export interface SandboxFailedCallback {
  id: number;
  route: string;
  at: Instant;
  outcome: string;
  /** Bytes. */
  size: number;
}

/** Who answers applications: the rules, ten minutes after submission, or a clerk. */
export type DecisionMode = 'time' | 'desk';

/** How the simulated M-PESA behaves. */
export interface RailSwitches {
  /**
   * Outcome of the next payout; afterwards `success` again. `limit`: the account cannot receive the amount. `timeout`: the
   * payout is stuck, and the lender gets a message. `expired`: the lender gets no message; a query answers that the payout was
   * never executed.
   */
  nextPayout: (typeof RAIL_SWITCHES)['nextPayout'][number];
  /**
   * Outcome of the next payment prompt; afterwards `shown` again. `sameAmount`: M-PESA received the same amount a
   * moment ago.
   */
  nextPrompt: (typeof RAIL_SWITCHES)['nextPrompt'][number];
  /** Delivery of callbacks. `lost`: never. `late`: after two minutes. `repeated`: three times. */
  callbacks: (typeof RAIL_SWITCHES)['callbacks'][number];
  /** Level of the float: `full`, `low` (below the alarm), `empty` (payouts wait). */
  float: (typeof RAIL_SWITCHES)['float'][number];
  /** The gateway's answer to every request: `normal` passes the request on, the others refuse it as Safaricom documents. */
  gateway: (typeof RAIL_SWITCHES)['gateway'][number];
}

/** Every value of every switch. */
export const RAIL_SWITCHES = {
  nextPayout: ['success', 'unregistered', 'limit', 'timeout', 'expired'],
  nextPrompt: ['shown', 'unreachable', 'sameAmount', 'busy'],
  callbacks: ['normal', 'lost', 'late', 'repeated'],
  float: ['full', 'low', 'empty'],
  gateway: ['normal', 'busy', 'spikeArrest', 'tooMany', 'quota', 'maintenance', 'internal'],
} as const;

/** `GET /state` */
export interface SandboxState {
  /** The lender's clock. */
  now: Instant;
  /** Milliseconds by which the lender's clock is ahead of the real one. */
  ahead: number;
  /** Newest first. */
  sms: SandboxSms[];
  /** Open ones, newest first. */
  prompts: SandboxPrompt[];
  wallets: SandboxWallet[];
  /** Newest first. */
  transactions: SandboxTransaction[];
  /** Newest first. */
  orders: SandboxOrder[];
  /** Queues of the desk with waiting cases. */
  waiting: { queue: Queue; waiting: number }[];
  /** Newest first. */
  failedCallbacks: SandboxFailedCallback[];
  decision: DecisionMode;
  rail: RailSwitches;
  paybill: string;
  /** Newest first. */
  security: SandboxSecurityEvent[];
}

/** Path below {@link SANDBOX_API} and body of every command. All are POST and answer {@link CommandDone}. */
export interface SandboxCommands {
  /** Forward only; due work runs before the answer. @property advance ms, @property set a moment. */
  '/clock': { advance: number } | { set: Instant };
  [prompt: `/prompts/${string}`]: { pin: string } | { cancel: true };
  /** Creates the wallet if it does not exist. */
  [wallet: `/wallets/${string}`]: { balance: Cents; name?: string };
  '/paybill': { msisdn: Msisdn; businessNumber: string; accountNumber: string; amount: Cents };
  /**
   * Sends a forged callback, as an attacker could who knows the address for callbacks. No money moves. Without `receipt` the
   * callback has a new receipt that M-PESA does not know.
   */
  '/forge': { accountNumber: string; amount: Cents; receipt?: string };
  /**
   * Sets the data of the phone that are requested for this application. The data of other kinds are deleted. Possible only
   * before the application is submitted.
   */
  [collection: `/orders/${string}/collection`]: { kinds: DataKind[] };
  '/decision': { mode: DecisionMode };
  '/rail': Partial<RailSwitches>;
  /** Ends the session of this borrower with one of the four session codes. */
  '/sessions/end': { mobile: string; code: number };
  /** Deletes everything: borrowers, orders, money, messages, and the offset of the clock. */
  '/reset': Record<string, never>;
}

export interface CommandDone {
  ok: true;
  now: Instant;
}

/** `face-left`: the head is turned to the person's own left. */
export const SPECIMENS = ['front', 'back', 'face', 'face-left', 'face-right'] as const;
export type Specimen = (typeof SPECIMENS)[number];

/**
 * Specimen photos for an application, with the card showing what the borrower typed:
 * `GET /orders/{orderNo}/specimens/{front|back|face|face-left|face-right}.jpg`.
 */
export const specimenPath = (orderNo: string, name: Specimen): string => `${SANDBOX_API}/orders/${orderNo}/specimens/${name}.jpg`;

/** The log of an order: `GET /orders/{orderNo}/transitions`, a list of {@link OrderTransition}. */
export const transitionsPath = (orderNo: string): string => `/orders/${encodeURIComponent(orderNo)}/transitions`;

/** `GET /ledger?orderNo=` — without an order: all entries. */
export interface SandboxLedger {
  lines: {
    journal: number;
    kind: string;
    orderNo: string | null;
    ref: string | null;
    on: CalendarDate;
    at: Instant;
    account: string;
    /** Debit is positive, credit negative. */
    amount: Cents;
  }[];
  /** Zero if the ledger balances. */
  sum: Cents;
  /** Balance of each account over these lines. */
  accounts: Record<string, Cents>;
}

export interface SandboxRefusal {
  error: string;
}
