/**
 * The plain JSON interface of the sandbox, under `/sandbox/api`. It exists in sandbox mode only and is
 * no part of the product: it plays the phone network, M-PESA, the clock and the lender's desk.
 * A refused command answers 400, 404 or 409 with `{ error }`, one sentence; what names an order that does
 * not exist is 404. An address that is not here is answered as everywhere else, `{ code, msg, data }`.
 */
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import type { DataKind, UploadStatus } from '#machines/model/collection.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Msisdn } from '#machines/model/phone.ts';
import type { ProofState } from '#machines/model/proof.ts';

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

/** Money that moved in or out of a wallet, as M-PESA texts it to whoever paid. */
export interface SandboxTransaction {
  receipt: string;
  msisdn: Msisdn | null;
  /** Above zero: into the wallet. */
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
  principal: Cents;
  termDays: number;
  updatedAt: Instant;
  /** The borrower asked for a person after a rejection. */
  inReview: boolean;
  /** What the identity card says about what the borrower typed. `unread` and `differs` need a person. */
  identity: { is: 'notAsked' | 'unread' | 'matches' } | { is: 'differs'; fields: ('number' | 'name' | 'birthday')[] };
  /** null: nothing is asked of the phone. */
  collection: SandboxCollection | null;
}

/** What the phone is asked for and what came of it; the content is for nobody's eyes. */
export interface SandboxCollection {
  asked: DataKind[];
  agreed: DataKind[];
  refused: DataKind[];
  held: DataKind[];
  status: UploadStatus | null;
}

/** A message of a borrower with its board, as the desk sees it. */
export interface SandboxTicket {
  ticketNo: string;
  mobile: Msisdn;
  /** A value of FEEDBACK_TYPES. */
  type: number;
  /** A value of TICKET. */
  status: number;
  description: string;
  receiverAccount: string;
  contact: string;
  contactTime: string;
  rating: number | null;
  updatedAt: Instant;
  /** Names for {@link ticketPicturePath}; the first ones belong to the description. */
  pictures: string[];
  messages: { id: number; author: 'borrower' | 'lender'; text: string; at: Instant }[];
}

/** A proof of payment at the desk. */
export interface SandboxProof {
  proofNo: string;
  orderNo: string;
  mobile: Msisdn;
  receipt: string;
  amount: Cents;
  state: ProofState;
  answerBy: Instant;
  /** Names for {@link proofPicturePath}. */
  pictures: string[];
  /** What M-PESA knows of the receipt: how much was paid to which account; null: no such payment. */
  known: { amount: Cents; account: string } | null;
}

/** Who answers applications: the clock, ten minutes after they were sent, or a person at the desk. */
export type DecisionMode = 'time' | 'desk';

/** How the simulated M-PESA behaves. */
export interface RailSwitches {
  /**
   * Fate of the next payout; afterwards it is `success` again. `limit`: the account cannot take it. `timeout`: it is stuck,
   * and the lender is told so. `expired`: nobody is told, and who asks hears that it was never carried out.
   */
  nextPayout: (typeof RAIL_SWITCHES)['nextPayout'][number];
  /** Fate of the next payment request; afterwards it is `shown` again. `sameAmount`: M-PESA took the same one a moment ago. */
  nextPrompt: (typeof RAIL_SWITCHES)['nextPrompt'][number];
  /** `lost`: never sent. `late`: two minutes after. `repeated`: three times. */
  callbacks: (typeof RAIL_SWITCHES)['callbacks'][number];
}

/** Every position of every switch. */
export const RAIL_SWITCHES = {
  nextPayout: ['success', 'unregistered', 'limit', 'timeout', 'expired'],
  nextPrompt: ['shown', 'unreachable', 'sameAmount', 'busy'],
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
  transactions: SandboxTransaction[];
  /** Newest first. */
  orders: SandboxOrder[];
  /** Newest first. */
  tickets: SandboxTicket[];
  /** Newest first. */
  proofs: SandboxProof[];
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
  /** What the phone is asked for with this application; what is named no more is deleted. Until it is sent. */
  [collection: `/orders/${string}/collection`]: { kinds: DataKind[] };
  '/decision': { mode: DecisionMode };
  /** Somebody reads it: it is being handled. */
  [taken: `/tickets/${string}/take`]: Record<string, never>;
  /** `ask`: the borrower has to reply. `solve`: it is done. */
  [answer: `/tickets/${string}/answer`]: { text: string; next: 'ask' | 'solve' };
  /** `count`: the payment is booked, unless its receipt was counted. */
  [proof: `/proofs/${string}`]: { decision: 'count' | 'refuse'; reason?: string };
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

/** A picture that a borrower sent: `GET /pictures/{name}`. */
export const ticketPicturePath = (name: string): string => `${SANDBOX_API}/pictures/${name}`;

/** A picture of a proof: `GET /proofs/pictures/{name}`. */
export const proofPicturePath = (name: string): string => `${SANDBOX_API}/proofs/pictures/${name}`;

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
