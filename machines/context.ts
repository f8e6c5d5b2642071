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
import type { AppIdentity, AwaitedCode, Captcha, Country, Language, PendingRoute, Query, Session, Support } from './model/device.ts';
import type { Answers } from './ports/index.ts';
import type { RouteTarget } from './routes.ts';
export { LANGUAGES } from './model/device.ts';
export type {
  AppIdentity,
  AwaitedCode,
  Captcha,
  Country,
  Language,
  PendingRoute,
  Query,
  Session,
  StoredDevice,
  Support,
} from './model/device.ts';

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

export interface JourneyContext {
  session: Session | null;
  /** Counts sessions, so that a late answer to an older session can be ignored. */
  epoch: number;
  language: Language;
  online: boolean;
  /** The lender's clock; null before its first answer. */
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
  /** The number other than the registered one that was last asked to prove, and when another code may be asked for; null: none was sent. */
  walletCode: { mobile: Msisdn; againAt: Instant | null } | null;
  /** Ticked at registration. */
  acceptedTerms: boolean;
  captcha: Captcha | null;
  /** The place whose link led to the current page. */
  origin: RouteTarget | null;
  /** The code that was awaited when the web view was closed; null once the lender has answered. */
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
  /** The line of the review that was opened last for a change. The form scrolls to it, and so does the review afterwards. */
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
  /** Pictures of the unsent proof: the handle on the phone, and the lender's name for each. */
  pictures: readonly { handle: string; picture: string }[];
  records: Records | null;
  /** Number of pages of records to load. */
  recordPages: number;
  /** The loan whose statement is open. */
  statementOf: string | null;
  statement: LoanStatement | null;
  /** Products that may be borrowed now or later; null: not loaded, and home's product is offered instead. */
  market: MarketProduct[] | null;
  /** After a rejection. */
  recommendation: Recommendation | null;

  /** Texts that were typed and not sent. They survive a closed web view. */
  unsent: Unsent;
  tickets: TicketList | null;
  /** The lender wrote a message that the borrower has not read. */
  hasUnread: boolean;
  feedbackCheck: FeedbackCheck | null;
  feedbackQuestions: readonly FeedbackQuestion[] | null;
  /** The ticket that is open, and the one that was just sent. */
  ticketNo: string | null;
  ticket: Ticket | null;
  sentTicket: string | null;
  /** Progress of the running upload, in bytes; null: none is known. */
  uploaded: { sent: number; total: number } | null;
  /** What closing the account would do. */
  cancellation: CancellationTerms | null;

  /** Answers that nothing but a page shows, by the port that brought them. */
  answers: Answers;
  country: Country | null;
  support: Support | null;
  /** Places left in the promotion, where the lender counts them. */
  vacancies: number | null;
  app: AppIdentity | null;

  /** The query of the link that led here. */
  query: Query;
  pendingRoute: PendingRoute | null;
  notice: Notice | null;
  /** The lender ended the last session. Home says so until the borrower dismisses it or signs in. */
  lostSession: boolean;
  /** The last problem of the current place. `place` in `setup.ts` says when it is cleared. */
  problem: Problem | null;
  /** Whether this web view is recorded, with the borrower's consent. `kept`: recording has ended and can still be saved. */
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
  walletCode: null,
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
  answers: {},
  country: null,
  support: null,
  vacancies: null,
  app: null,
  query: {},
  pendingRoute: null,
  notice: null,
  lostSession: false,
  problem: null,
  recording: 'off',
};

/** The context after a session: everything of the borrower is gone; language, clock, connection and app stay. */
export const withoutBorrower = (c: JourneyContext): JourneyContext => ({
  ...initialContext,
  epoch: c.epoch + 1,
  language: c.language,
  online: c.online,
  now: c.now,
  app: c.app,
  support: c.support,
  notice: c.notice,
  // The consent to a recording belongs to that borrower.
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
