/**
 * The plain JSON interface of the sandbox, under `/sandbox/api`. It exists in sandbox mode only and is
 * no part of the product: it plays the phone network, M-PESA, the clock and the lender's desk.
 * A refused command answers 400, 404 or 409 with `{ error }`, one sentence; what names an order that does
 * not exist is 404. An address that is not here is answered as everywhere else, `{ code, msg, data }`.
 */
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Msisdn } from '#machines/model/phone.ts';

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
  /** Business number and account as the prompt names them. */
  business: string;
  account: string;
  openedAt: Instant;
  expiresAt: Instant;
}

export interface SandboxWallet {
  msisdn: Msisdn;
  balance: Cents;
  /** The sandbox is no bank: it shows the PIN. */
  pin: string;
}

export interface SandboxOrder {
  orderNo: string;
  mobile: Msisdn;
  /** A value of STATUS. */
  status: number;
  principal: Cents;
  termDays: number;
  updatedAt: Instant;
  /** What the identity card says about what the borrower typed. `unread` and `differs` need a person. */
  identity: { is: 'notAsked' | 'unread' | 'matches' } | { is: 'differs'; fields: ('number' | 'name' | 'birthday')[] };
}

/** Who answers applications: the clock, ten minutes after they were sent, or a person at the desk. */
export type DecisionMode = 'time' | 'desk';

/** How the simulated M-PESA behaves. */
export interface RailSwitches {
  /** Fate of the next payout; afterwards it is `success` again. `timeout`: it is stuck, and the lender is told so. */
  nextPayout: (typeof RAIL_SWITCHES)['nextPayout'][number];
  /** `lost`: never sent. `late`: two minutes after. `repeated`: three times. */
  callbacks: (typeof RAIL_SWITCHES)['callbacks'][number];
}

/** Every position of every switch. */
export const RAIL_SWITCHES = {
  nextPayout: ['success', 'unregistered', 'timeout'],
  callbacks: ['normal', 'lost', 'late', 'repeated'],
} as const;

/** `GET /state` */
export interface SandboxState {
  /** The lender's clock. */
  now: Instant;
  /** Milliseconds the lender's clock is ahead of the real one. */
  ahead: number;
  /** Newest first. */
  sms: SandboxSms[];
  /** Open ones, newest first. */
  prompts: SandboxPrompt[];
  wallets: SandboxWallet[];
  /** Newest first. */
  orders: SandboxOrder[];
  decision: DecisionMode;
  rail: RailSwitches;
  paybill: string;
}

/** Path below {@link SANDBOX_API} and body of every command. All are POST and answer {@link CommandDone}. */
export interface SandboxCommands {
  /** Forward only; due work is done before the answer. @property advance ms, @property set a moment. */
  '/clock': { advance: number } | { set: Instant };
  [prompt: `/prompts/${string}`]: { pin: string } | { cancel: true };
  /** Opens the wallet when it is new. */
  [wallet: `/wallets/${string}`]: { balance: Cents };
  '/paybill': { msisdn: Msisdn; businessNumber: string; accountNumber: string; amount: Cents };
  [decision: `/orders/${string}/decision`]: { decision: 'approve' | 'reject'; reason?: string };
  '/decision': { mode: DecisionMode };
  '/rail': Partial<RailSwitches>;
  /** Ends the session of this borrower with one of the four session codes. */
  '/sessions/end': { mobile: string; code: number };
  /** Forgets everything: borrowers, orders, money, messages, the clock's lead. */
  '/reset': Record<string, never>;
}

export interface CommandDone {
  ok: true;
  now: Instant;
}

/**
 * Specimen photos for an application, with the card showing what the borrower typed:
 * `GET /orders/{orderNo}/specimens/{front|back|face}.jpg`.
 */
export const specimenPath = (orderNo: string, side: string): string => `${SANDBOX_API}/orders/${orderNo}/specimens/${side}.jpg`;

/** `GET /ledger?orderNo=` — without an order: the whole book. */
export interface SandboxLedger {
  lines: {
    journal: number;
    kind: string;
    orderNo: string | null;
    ref: string | null;
    on: CalendarDate;
    at: Instant;
    account: string;
    /** Debit above zero, credit below. */
    amount: Cents;
  }[];
  /** Zero in every book that is right. */
  sum: Cents;
  /** Balance of each account over these lines. */
  accounts: Record<string, Cents>;
}

export interface SandboxRefusal {
  error: string;
}
