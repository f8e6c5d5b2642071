/**
 * The calls of the staff's desk: `POST /desk/api/<name>` with a JSON body, answered `{ data }` or a {@link DeskRefusal}
 * (400 bad input, 401 signed out, 403 not allowed, 404 unknown, 409 no longer possible, 429 too many, 503 try again). A
 * cookie carries the session; every request of a session carries its {@link CSRF_HEADER}. Amounts are cents, moments are
 * milliseconds of the lender's clock. Page and lender take their types from {@link DeskContract}; who may make a call is in
 * `deskRights.ts`.
 */
import { MINUTE, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import type { CancellationReason } from '#machines/model/cancellation.ts';
import type { DeviceClass } from '#machines/model/sentRecording.ts';
import type { IdentityCheck } from '#machines/model/identityCheck.ts';
import type { Cents } from '#machines/model/money.ts';
import type { OrderTransition } from '#machines/model/orderTransition.ts';
import type { OrderStatus } from '#machines/model/orderStatus.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';

export const DESK_API = '/desk/api';

/** Header with the CSRF value of the {@link DeskSession}. Calls without a session, and `session` itself, need none. */
export const CSRF_HEADER = 'x-desk-csrf';

/** In the sandbox only: `POST /desk/api/sandboxClerk` with `{ role }`, answered as `confirmCode` is. */
export const SANDBOX_CLERK = 'sandboxClerk';
/** Events between the page of the sandbox and the desk in its frame: the first on the desk's window, the second on the frame. */
export const LENDER_CHANGED = 'lender.changed';
export const DESK_LEFT = 'desk.left';

export const ROLES = ['reviewer', 'payments', 'support', 'administrator', 'analyst'] as const;
export type Role = (typeof ROLES)[number];

/** The queues of cases. `approvals`: acts that need a second person. */
export const QUEUES = [
  'applications',
  'secondLooks',
  'proofs',
  'messages',
  'unplacedMoney',
  'overpayments',
  'payouts',
  'closures',
  'overdue',
  'approvals',
] as const;
export type Queue = (typeof QUEUES)[number];

export interface StaffMember {
  staffId: string;
  name: string;
  role: Role;
}

export interface DeskSession extends StaffMember {
  csrf: string;
  /** The session ends at this moment in any case. */
  endsAt: Instant;
  /** The session ends at this moment unless the clerk does something. */
  idleUntil: Instant;
  queues: readonly Queue[];
  acts: readonly DeskActName[];
  hasPasskey: boolean;
}

/** A line of a queue. */
export interface QueueItem {
  /** `<queue>:<name>`, such as `applications:LN1234`. */
  caseId: string;
  queue: Queue;
  since: Instant;
  /** The borrower was promised an answer by then; null: nothing was promised. */
  promisedBy: Instant | null;
  /** The promised answer is late, and the borrower was informed. */
  isEscalated: boolean;
  amount: Cents | null;
  /** One line in English without personal data, such as "Photos not recognised". */
  why: string;
  /** Who has claimed the case; null: nobody. */
  takenBy: StaffMember | null;
  /** The case is about the clerk who reads the queue, and who may not handle it. */
  isOwn: boolean;
}

/** Personal data that is covered until a reason is given. */
export const COVERED = ['photos', 'idNumber', 'contacts', 'mobile'] as const;
export type Covered = (typeof COVERED)[number];

/** A typed value beside the one that was read. Covered values are masked, such as `•••• 5678`. */
export interface TypedAndRead {
  /** The field's key in the form or on the card; unique in a case. */
  field: string;
  /** The label and the heading that the borrower read, in English. */
  label: string;
  group: string;
  typed: string | null;
  read: string | null;
  differs: boolean;
}

export interface HistoryLine {
  at: Instant;
  /** `borrower`, `rules`, `rail`, `clock`, or the name of a member of staff. */
  who: string;
  /** One English sentence. */
  what: string;
}

/** A message that was sent to the borrower. */
export interface SentText {
  at: Instant;
  text: string;
  isDelivered: boolean | null;
}

/** The fields that the cases of all queues have. */
export interface CaseHead extends QueueItem {
  /** Whether the case waits for a person. A decided case does not, and neither does a loan that a search found. */
  isWaiting: boolean;
  orderNo: string | null;
  status: OrderStatus | null;
  borrower: { name: string; mobile: string; language: string; loansRepaid: number } | null;
  history: readonly HistoryLine[];
  /** The covered kinds of data in this case, and those that were uncovered in this session. */
  covered: readonly Covered[];
  uncovered: readonly Covered[];
  /** The acts that the reader may do here; empty when somebody else has claimed the case. */
  acts: readonly DeskActName[];
  /** Acts that wait for a second person. */
  waiting: readonly WaitingAct[];
}

export interface Picture {
  /** `GET /desk/api/picture/<name>`; only while the case's photos are uncovered. */
  name: string;
  words: string;
}

export interface RailRecord {
  receipt: string;
  amount: Cents;
  /** The account number that the payer typed; null: not known, because no message of the paybill contained it. */
  account: string | null;
  at: Instant | null;
}

export type DeskCase = CaseHead &
  (
    | {
        queue: 'applications' | 'secondLooks';
        lines: readonly TypedAndRead[];
        identity: IdentityCheck;
        pictures: readonly Picture[];
        /** Reasons of the rules, one English sentence each. */
        reasons: readonly string[];
        principal: Cents;
        termDays: number;
      }
    | {
        queue: 'proofs';
        receipt: string;
        claimed: Cents;
        pictures: readonly Picture[];
        /** The rail's record of the receipt; `unknown`: the rail has no such payment; `notAsked`: the answer is awaited. */
        rail: RailRecord | 'unknown' | 'notAsked';
      }
    | {
        queue: 'messages';
        ticketNo: string;
        subject: string;
        description: string;
        messages: readonly { id: number; author: 'borrower' | 'lender'; text: string; at: Instant }[];
        pictures: readonly Picture[];
      }
    | {
        queue: 'unplacedMoney';
        receipt: string | null;
        /** The account number that the payer typed; empty: not known. */
        account: string;
        reported: Cents | null;
        rail: RailRecord | 'unknown' | 'notAsked';
      }
    | { queue: 'overpayments'; receipt: string | null; over: Cents; paidAt: Instant }
    | {
        queue: 'payouts';
        payoutId: string;
        /** One sentence: M-PESA's report about the payment. */
        said: string;
        sentAt: Instant;
        reference: string | null;
      }
    | {
        queue: 'closures';
        /** One sentence: why the account cannot be closed now; null: it can. */
        bar: string | null;
        /** The reason that the borrower chose with the request; null: it was not stored. */
        reason: CancellationReason | null;
      }
    | {
        queue: 'overdue';
        owed: { principal: Cents; interest: Cents; penalty: Cents };
        dueDate: CalendarDate;
        daysLate: number;
        sent: readonly SentText[];
      }
    | { queue: 'approvals'; act: WaitingAct }
  );

/** An act that a second member of staff has to confirm. */
export interface WaitingAct {
  approvalId: string;
  caseId: string;
  act: DeskAct;
  by: StaffMember;
  at: Instant;
}

/** Reasons of a rejection. The borrower reads a sentence for each, in their language. */
export const REJECTION_REASONS = [
  'arrears',
  'commitments',
  'history',
  'bureau',
  'income',
  'employment',
  'identity',
  'idNumber',
  'account',
  'incomplete',
  'policy',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** Reasons to refuse a proof. The borrower reads a sentence for each, in their language. */
export const PROOF_REFUSAL_REASONS = ['notFound', 'unreadable', 'amountDiffers'] as const;
export type ProofRefusalReason = (typeof PROOF_REFUSAL_REASONS)[number];

/** An act in a case. `words`: to the borrower, at most 600 characters, shown unchanged. */
export type DeskAct =
  | { name: 'approve' }
  | { name: 'reject'; reason: RejectionReason; words: string }
  | { name: 'askPhoto'; sides: readonly ('front' | 'back' | 'face')[]; words: string }
  | { name: 'countProof'; amount: Cents }
  | { name: 'refuseProof'; reason: ProofRefusalReason; words: string }
  | { name: 'answer'; words: string; next: 'ask' | 'solve' }
  | { name: 'place'; orderNo: string }
  /** A reported payment that the rail does not confirm is never booked. */
  | { name: 'refusePayment'; reason: string }
  | { name: 'refund'; amount: Cents; words: string }
  /**
   * Returns a payment that belongs to no loan, in full. The payer is not known, so M-PESA reverses the payment, and the lender
   * cannot write to the payer.
   */
  | { name: 'returnPayment' }
  | { name: 'payoutArrived'; receipt: string | null }
  | { name: 'payoutFailed' }
  | { name: 'writeOff'; amount: Cents; reason: string }
  /** Moves the payment with this receipt from the loan of the case to the loan that it belongs to. */
  | { name: 'correct'; receipt: string; orderNo: string; reason: string }
  /** Erases the account of a borrower who has requested it, if no obstacle remains. */
  | { name: 'closeAccount' }
  | { name: 'keepAccount'; words: string }
  | { name: 'blockNumber'; mobile: Msisdn; reason: string }
  | { name: 'unblockNumber'; mobile: Msisdn; reason: string };
export type DeskActName = DeskAct['name'];

/** Groups of arrears by age: each begins at so many days late, and ends before the next one. */
export const ARREARS_FROM = [1, 8, 31, 61, 91] as const;

export interface DayFigures {
  day: CalendarDate;
  applications: readonly { stage: string; count: number }[];
  decisions: readonly { outcome: 'approved' | 'rejected'; by: 'rules' | 'person'; reason: string; count: number }[];
  payouts: { count: number; amount: Cents };
  due: { count: number; amount: Cents };
  paid: { count: number; amount: Cents };
  arrears: readonly { fromDays: (typeof ARREARS_FROM)[number]; count: number; amount: Cents }[];
  promises: { kept: number; missed: number };
}

/** The most recordings in one answer. */
export const RECORDINGS_PAGE = 100;
/** `GET`: the recordings themselves as lines of JSON (`docs/wire.md`), with a {@link RecordingFilter} as its query. */
export const RECORDING_LINES = `${DESK_API}/recordings.jsonl`;

/** A filter for recordings. Days are whole days in Nairobi. An absent property does not filter. */
export interface RecordingFilter {
  from: CalendarDate;
  to: CalendarDate;
  release?: string;
  language?: string;
  deviceClass?: DeviceClass;
  /** Code of the product; empty: recordings without a product. */
  product?: string;
}

/** A stored recording, without its sender. */
export interface RecordingRow {
  /** Random. */
  journey: string;
  at: Instant;
  release: string;
  language: string;
  deviceClass: string;
  product: string | null;
  steps: number;
  /** Compressed size, as it was sent. */
  bytes: number;
}

export interface RecordingList {
  rows: readonly RecordingRow[];
  total: number;
  more: boolean;
}

export interface StaffRow extends StaffMember {
  /** The number with which this member of staff is a borrower, and may not handle cases; null: none. */
  ownMobile: Msisdn | null;
  isActive: boolean;
  lastSeenAt: Instant | null;
}

/** The most lines of the log in one answer. An answer with fewer lines is the last one. */
export const LOG_PAGE = 200;

export interface DeskLogLine {
  /** Later lines have larger numbers, also within one millisecond. */
  line: number;
  at: Instant;
  who: string;
  what: string;
  caseId: string | null;
  reason: string | null;
}

/** A code that can be typed into an authenticator app: the secret (base32) and the address of its picture. */
export interface AuthenticatorSetup {
  secret: string;
  uri: string;
}

export interface OwnPasskey {
  passkeyId: string;
  /** The owner's name for the device. */
  label: string;
  createdAt: Instant;
  lastUsedAt: Instant | null;
}

/** How a member of staff signs in. */
export interface OwnAccount {
  /** False only for the invented clerks of a sandbox. */
  hasPassword: boolean;
  passkeys: readonly OwnPasskey[];
}

/** Input and output of every call. Acts carry a `requestId`: a repeated one is answered as before and does nothing. */
export interface DeskContract {
  session: [Record<string, never>, DeskSession];
  signIn: [{ name: string; password: string }, { next: 'code' }];
  confirmCode: [{ code: string }, DeskSession];
  passkeyChallenge: [Record<string, never>, { options: unknown }];
  passkeySignIn: [{ answer: unknown }, DeskSession];
  readInvitation: [{ invitation: string }, StaffMember & { authenticator: AuthenticatorSetup }];
  acceptInvitation: [{ invitation: string; password: string; code: string }, DeskSession];
  account: [Record<string, never>, OwnAccount];
  /**
   * The following calls need the present password, and end the sessions in other browsers. They have no request id, because a
   * repeat changes nothing: the password is already changed, the passkey removed, the code used.
   */
  changePassword: [{ password: string; newPassword: string }, { changed: true }];
  passkeyRegistration: [{ password: string }, { options: unknown }];
  addPasskey: [{ answer: unknown; label: string }, { hasPasskey: true }];
  removePasskey: [{ passkeyId: string; password: string }, OwnAccount];
  /** The present authenticator app remains valid until a code of the new one was accepted. */
  renewAuthenticator: [{ password: string }, { authenticator: AuthenticatorSetup }];
  confirmAuthenticator: [{ code: string }, { renewed: true }];
  signOut: [Record<string, never>, { signedOut: true }];

  queues: [Record<string, never>, { queue: Queue; waiting: number; nextPromise: Instant | null; escalated: number }[]];
  /** Oldest promise first. */
  queue: [{ queue: Queue; page: number }, { items: QueueItem[]; more: boolean }];
  case: [{ caseId: string }, DeskCase];
  find: [{ query: string; reason: string }, QueueItem[]];
  /** The log of an order, for a clerk who follows its journey in the inspector. The call is logged with its reason. */
  transitions: [{ orderNo: string; reason: string }, OrderTransition[]];
  take: [{ caseId: string; requestId: string }, DeskCase];
  putBack: [{ caseId: string; requestId: string }, DeskCase];
  /** @returns the values by field; pictures can be fetched afterwards. */
  uncover: [{ caseId: string; what: Covered; reason: string }, { values: Record<string, string> }];
  act: [{ caseId: string; act: DeskAct; requestId: string }, { state: 'done' | 'waitsForSecond'; case: DeskCase }];
  decideWaiting: [{ approvalId: string; decision: 'confirm' | 'decline'; requestId: string }, { state: 'done' | 'declined' }];

  figures: [{ day: CalendarDate }, DayFigures];
  /** Oldest first. @param after name of the last journey of the page before; null: the first page. */
  recordings: [RecordingFilter & { after: string | null }, RecordingList];
  /** @param before number of a line: the lines before that one; null: the newest. */
  log: [{ caseId: string | null; before: number | null }, DeskLogLine[]];
  staff: [Record<string, never>, StaffRow[]];
  /** @returns the address of the invitation, valid once and for a day. */
  invite: [{ name: string; role: Role; ownMobile: Msisdn | null; requestId: string }, { link: string }];
  changeStaff: [{ staffId: string; role?: Role; isActive?: boolean; ownMobile?: Msisdn | null; requestId: string }, StaffRow];
}
export type DeskCall = keyof DeskContract;
export type DeskInput<C extends DeskCall> = DeskContract[C][0];
export type DeskOutput<C extends DeskCall> = DeskContract[C][1];

/** A claim ends after so many ms without an act, or when the session ends. */
export const CLAIM_LIFE = 30 * MINUTE;

/** The most letters of `words` and of a reason. */
export const MOST_LETTERS = 600;

export const DESK_ERRORS = [
  'badInput',
  'signedOut',
  'wrongSignIn',
  'tooMany',
  'notAllowed',
  'ownCase',
  'unknownCase',
  'takenByOther',
  'notTaken',
  'tooLate',
  'needsSecondPerson',
  'receiptUnknown',
  'covered',
  'unavailable',
] as const;
/** Why a call was refused, and one English sentence to show. */
export interface DeskRefusal {
  error: (typeof DESK_ERRORS)[number];
  message: string;
}
