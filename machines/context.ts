/** What the chart remembers. Plain data only: it must survive JSON, because recordings hold it. */
import type { ChangedLine, Drafts, SectionName, Values } from './model/application.ts';
import type { Photos } from './model/idPhotos.ts';
import { NO_PHOTOS } from './model/idPhotos.ts';
import type { Instant } from './model/calendar.ts';
import type { CancellationTerms } from './model/cancellation.ts';
import type { Problem } from './model/codes.ts';
import type { Cents } from './model/money.ts';
import type {
  AccountNumbers,
  Agreement,
  HomeData,
  LoanStatement,
  MarketProduct,
  Offer,
  Order,
  Payment,
  PaymentChannel,
  Recommendation,
  Records,
  RepaymentDetail,
} from './model/order.ts';
import type { FeedbackCheck, FeedbackQuestion, Ticket, TicketList, Unsent } from './model/feedback.ts';
import type { Proof } from './model/proof.ts';
import type { RolloverDetail } from './model/rollover.ts';
import type { Msisdn } from './model/phone.ts';
import type { LoanProduct, LoanTerms } from './model/terms.ts';
import type { RouteTarget } from './routes.ts';

export const LANGUAGES = ['en', 'es', 'sw'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Session {
  token: string;
  userId: string;
  mobile: Msisdn;
}

/** A passing message. `key` names a text; `message` is the lender's own words and wins when it is not empty. */
export interface Notice {
  key: NoticeKey;
  message: string;
}
export type NoticeKey =
  | 'sessionEnded'
  | 'copied'
  | 'copyFailed'
  | 'offerDeclined'
  | 'orderMoved'
  | 'languageChanged'
  | 'loggedOut'
  | 'draftNotKept'
  | 'proofSent'
  | 'couponTaken'
  | 'accountClosed';

/** A request to go somewhere, kept until it can be followed. */
export interface PendingRoute {
  to: RouteTarget;
  query: Query;
  /** A loan was wanted: which step comes next is known when the lender has answered, and need not be `to`. */
  wish?: 'apply';
}

/** Values of a link's query, `#/yx3?channelId=7`. */
export type Query = Readonly<Record<string, string>>;

/** A question that a person answers at a glance and a script does not: asked before yet another code is sent. */
export interface Captcha {
  id: string;
  /** In the borrower's language. */
  question: string;
}

/** A country the lender serves. */
export interface Country {
  code: string;
  name: string;
  /** Without `+`. */
  callingCode: string;
  currency: string;
}

/** Where people are reached. @property from and `to`: Nairobi time, Monday to Friday, `08:00`. */
export interface Support {
  email: string;
  hours: { from: string; to: string };
}

/** What the native app said of itself. */
export interface AppIdentity {
  packageName?: string;
  appName?: string;
  /** Name or version of the build, as the app calls it. */
  edition?: string;
  /** Attribution id of the installation. */
  afid?: string;
  deviceMsg?: string;
}

/** A code by SMS is awaited: reading it may cost the web view its life, and must not cost the borrower the number. */
export interface AwaitedCode {
  purpose: 'login' | 'register';
  /** As typed. */
  mobile: string;
  /** When another code may be asked for. */
  codeAgainAt: Instant;
  /** Where the borrower wanted to go when login was asked for. */
  pendingRoute: PendingRoute | null;
}

/** What the web view kept from last time. */
export interface StoredDevice {
  session: Session | null;
  language: Language;
  drafts: Drafts;
  /** Number of the order they were typed for. */
  draftsOf?: string | null;
  /** The last place worth coming back to. */
  resume: RouteTarget | null;
  awaitedCode?: AwaitedCode | null;
  /** The session before was ended from outside, and that was not noted. */
  lostSession?: boolean;
  /** Of this borrower: typed and not sent. */
  unsent?: Unsent;
  /** The native app around this page; absent in a browser. */
  app?: AppIdentity | null;
}

export interface JourneyContext {
  session: Session | null;
  /** Counts sessions, so that a late answer of an older one can be told apart. */
  epoch: number;
  language: Language;
  online: boolean;
  /** The lender's clock; null until it was heard. */
  now: Instant | null;

  firstName: string | null;
  product: LoanProduct | null;
  limit: Cents;
  limitTerms: LoanTerms | null;
  order: Order | null;
  /** When `order` was read from the lender: shown while offline. */
  readAt: Instant | null;

  /** The number being signed in with, as typed. */
  mobile: string;
  /** When another code may be asked for. */
  codeAgainAt: Instant | null;
  /** Ticked at registration. */
  acceptedTerms: boolean;
  captcha: Captcha | null;
  /** Where the link to the page that is being read was pressed. */
  origin: RouteTarget | null;
  /** What the phone kept of it, until the lender was heard. */
  awaitedCode: AwaitedCode | null;

  drafts: Drafts;
  /** Number of the order they were typed for; null: not known. */
  draftsOf: string | null;
  /** Fields of a draft that another window of this phone changed, until the section is typed in here again. */
  elsewhere: Readonly<Partial<Record<SectionName, readonly string[]>>>;
  /** Values the lender already holds, where the borrower has no draft. */
  saved: Readonly<Partial<Record<SectionName, Values>>>;
  /** Which version of them that is. */
  savedAt: Readonly<Partial<Record<SectionName, Instant>>>;
  /** The line of the review that was last opened for a change: the eye begins there, and comes back there. */
  changing: ChangedLine | null;
  /** The field whose sheet is open. */
  picker: { field: string } | null;
  photos: Photos;

  offer: Offer | null;
  agreement: Agreement | null;
  agreed: boolean;

  repayment: RepaymentDetail | null;
  payment: Payment | null;
  /** What the borrower chose to pay. */
  repayRequest: { amount: Cents; channel: PaymentChannel; requestId: string } | null;
  /** The account number that stands for this loan alone. */
  account: AccountNumbers | null;
  rollover: RolloverDetail | null;
  proofs: readonly Proof[] | null;
  /** Of the proof that is being put together: where the phone has it, and what the lender calls it. */
  pictures: readonly { handle: string; picture: string }[];
  records: Records | null;
  /** Pages of the records that are wanted. */
  recordPages: number;
  /** The loan whose statement is open. */
  statementOf: string | null;
  statement: LoanStatement | null;
  /** What may be borrowed now, and what later; null: not known, and home's product stands for it. */
  market: MarketProduct[] | null;
  /** After a rejection. */
  recommendation: Recommendation | null;

  /** Typed and not sent, whatever it is for; it survives a closed web view. */
  unsent: Unsent;
  tickets: TicketList | null;
  /** The lender wrote something that was not seen. */
  hasUnread: boolean;
  feedbackCheck: FeedbackCheck | null;
  feedbackQuestions: readonly FeedbackQuestion[] | null;
  /** The ticket that is open, and the one that was just sent. */
  ticketNo: string | null;
  ticket: Ticket | null;
  sentTicket: string | null;
  /** Bytes of the picture on its way; null: none has been counted. */
  uploaded: { sent: number; total: number } | null;
  /** What closing the account would do. */
  cancellation: CancellationTerms | null;

  country: Country | null;
  support: Support | null;
  /** null within: there is no app to download. */
  download: { address: string | null } | null;
  /** Places left in the promotion, where the lender counts them. */
  vacancies: number | null;
  app: AppIdentity | null;

  /** The query of the link that led here. */
  query: Query;
  pendingRoute: PendingRoute | null;
  notice: Notice | null;
  /** The last session was ended from outside: home says so until it was read or someone signs in. */
  lostSession: boolean;
  /** What went wrong last, in the place where the borrower is. */
  problem: Problem | null;
  /** Of what happens in this web view, by the borrower's own yes; `kept`: it has ended and can still be saved. */
  recording: 'off' | 'on' | 'kept';
}

export const initialContext: JourneyContext = {
  session: null,
  epoch: 0,
  language: 'en',
  online: true,
  now: null,
  firstName: null,
  product: null,
  limit: 0,
  limitTerms: null,
  order: null,
  readAt: null,
  mobile: '',
  codeAgainAt: null,
  acceptedTerms: false,
  captcha: null,
  origin: null,
  awaitedCode: null,
  drafts: {},
  draftsOf: null,
  elsewhere: {},
  saved: {},
  savedAt: {},
  changing: null,
  picker: null,
  photos: NO_PHOTOS,
  offer: null,
  agreement: null,
  agreed: false,
  repayment: null,
  payment: null,
  repayRequest: null,
  account: null,
  rollover: null,
  proofs: null,
  pictures: [],
  records: null,
  recordPages: 1,
  statementOf: null,
  statement: null,
  market: null,
  recommendation: null,
  unsent: {},
  tickets: null,
  hasUnread: false,
  feedbackCheck: null,
  feedbackQuestions: null,
  ticketNo: null,
  ticket: null,
  sentTicket: null,
  uploaded: null,
  cancellation: null,
  country: null,
  support: null,
  download: null,
  vacancies: null,
  app: null,
  query: {},
  pendingRoute: null,
  notice: null,
  lostSession: false,
  problem: null,
  recording: 'off',
};

/** What a lost or closed session takes with it: everything but language, clock and connection. */
export const withoutBorrower = (c: JourneyContext): JourneyContext => ({
  ...initialContext,
  epoch: c.epoch + 1,
  language: c.language,
  online: c.online,
  now: c.now,
  app: c.app,
  support: c.support,
  notice: c.notice,
  // The yes was that borrower's own.
  recording: c.recording === 'off' ? 'off' : 'kept',
});

/** The parts of context that home's data fills. */
export const fromHome = (home: HomeData) => ({
  now: home.serverTime,
  readAt: home.serverTime,
  firstName: home.firstName,
  product: home.product,
  limit: home.limit,
  limitTerms: home.limitTerms,
  order: home.order,
});
