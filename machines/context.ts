/** The context of the chart. Plain data only: it must survive JSON, because recordings contain it. */
import type { ChangedLine, Drafts, SectionName, Values } from './model/application.ts';
import { CLOSED, type Camera } from './model/camera.ts';
import { NO_PHOTOS, type Photos } from './model/idPhotos.ts';
import type { Instant } from './model/calendar.ts';
import type { CancellationTerms } from './model/cancellation.ts';
import type { Problem } from './model/codes.ts';
import { type FAILED, loaded, type Loadable, LOADING } from './model/loadable.ts';
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
  ReceivedPayment,
  Recommendation,
  Records,
  RepaymentDetail,
} from './model/order.ts';
import type { FeedbackCheck, FeedbackQuestion, Ticket, TicketList, Unsent } from './model/feedback.ts';
import type { Proof } from './model/proof.ts';
import type { RolloverDetail } from './model/rollover.ts';
import type { Msisdn } from './model/phoneNumber.ts';
import type { LoanProduct, LoanTerms } from './model/terms.ts';
import type {
  AppIdentity,
  Appearance,
  AwaitedCode,
  Captcha,
  Country,
  Language,
  PendingRoute,
  Query,
  Session,
  Support,
} from './model/device.ts';
import type { Answers, OutputOf, PortName } from './ports/index.ts';
import type { RouteTarget } from './routes.ts';
export { APPEARANCES, LANGUAGES } from './model/device.ts';
export type {
  AppIdentity,
  Appearance,
  AwaitedCode,
  Captcha,
  Country,
  Language,
  Query,
  Session,
  StoredDevice,
  Support,
} from './model/device.ts';

/** A message that disappears after seconds. `key` names a text; `message`, in the lender's words, replaces it when not empty. */
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
  | 'recordingsDeleted'
  | 'accountClosed'
  | 'signOutEverywhere';

/** The data that home shows besides the order. */
export interface HomeFacts {
  /** null: a visitor, or a borrower who has not given a name yet. */
  firstName: string | null;
  product: LoanProduct;
  /** The most this person may borrow now, and its terms for the product's first term. */
  limit: Cents;
  limitTerms: LoanTerms;
  /** The limit after one more loan that is paid on time; absent where the lender does not say. */
  nextLimit?: Cents | undefined;
  /** Loans that this person has paid back; absent: none. */
  repaidLoans?: number | undefined;
  /** When the lender answered: shown while offline. */
  readAt: Instant;
}

/** Signing in or registering, up to the session. */
export interface SignIn {
  /** As typed; empty: nothing was typed. */
  mobile: string;
  /** A number, as typed, that the lender does not know. The registration page names it as the reason why it opened; null: none. */
  unknownMobile: string | null;
  /** Ticked at registration. */
  acceptedTerms: boolean;
  /** When another code may be asked for; null: none was sent. */
  codeAgainAt: Instant | null;
  /** The work before another code is sent; null: none is needed. */
  captcha: Captcha | null;
  /** Parts of the work that are done. */
  captchaSolved: number;
  /** The number found for each part of the work, empty where the borrower waited instead; null: nothing to send yet. */
  captchaAnswer: readonly number[] | null;
  /** A code that the number got before, typed for a further one; null: the lender has not asked for it. Never stored on the phone. */
  receivedCode: string | null;
  /** The awaited code was sent only if `receivedCode` was right. The lender does not say whether it was. */
  mayNotCome: boolean;
}

/** The codes that confirm an account for the money. */
export interface PayoutCodes {
  /** When another code to the registered number may be asked for; null: none was sent. */
  ownAgainAt: Instant | null;
  /** The other number that a code was requested for last; null: none. `againAt`: when another code to it may be asked for. */
  wallet: { mobile: Msisdn; againAt: Instant | null } | null;
}

/** A payment, from the choice of its amount or from finding it open, to its receipt. */
export interface Paying {
  /** The statement at the choice of the amount, or the last one read since. */
  statement: RepaymentDetail;
  amount: Cents;
  channel: PaymentChannel;
  /** Idempotency key of the choice; null: the prompt was found open, so none is sent from here. */
  requestId: string | null;
  /** The payment as the lender reports it, or as the statement lists it; null: no prompt was sent, or none was accepted. */
  payment: Payment | ReceivedPayment | null;
  /** The account number that stands for this loan alone; null: another way was chosen. */
  account: AccountNumbers | null;
}

/** The phone and the app around this page. */
interface PhonePart {
  language: Language;
  appearance: Appearance;
  online: boolean;
  /** The lender's clock; null before its first answer. */
  now: Instant | null;
  /** null: a browser. */
  app: AppIdentity | null;
  /**
   * Whether this web view is recorded, with the borrower's consent. `on`: for a file that the borrower saves. `kept`: such a
   * recording has ended and can still be saved. `sent`: for the lender, who stores the consent.
   */
  recording: 'off' | 'on' | 'kept' | 'sent';
}

/** Who uses the app. */
interface BorrowerPart {
  /** null: a visitor. */
  session: Session | null;
  /** A session of the shell that the borrower may go on with; null: none. */
  offeredSession: Session | null;
  /** Counts sessions, so that a late answer to an older session can be ignored. */
  epoch: number;
  /** The lender ended the last session. Home says so until the borrower dismisses it or signs in. */
  lostSession: boolean;
  signIn: SignIn;
  /** The code that was awaited when the web view was closed; null once the lender has answered. */
  awaitedCode: AwaitedCode | null;
}

/** The navigation, and the problem and notice of the current place. */
interface NavigationPart {
  /** The place whose link led to the current page. */
  origin: RouteTarget | null;
  /** The query of the link that led here. */
  query: Query;
  pendingRoute: PendingRoute | null;
  notice: Notice | null;
  /** The last problem of the current place. `clearsProblems.ts` defines when it is cleared. */
  problem: Problem | null;
}

/** An application while it is filled in. */
interface ApplicationPart {
  drafts: Drafts;
  /** Number of the order that the drafts were typed for; null: not known. */
  draftsOf: string | null;
  /** Fields of a draft that another tab of this phone changed, until the section is typed in here again. */
  elsewhere: Readonly<Partial<Record<SectionName, readonly string[]>>>;
  /** Values that the lender holds. A draft of the section takes precedence. */
  saved: Readonly<Partial<Record<SectionName, Values>>>;
  /** The version of each section in `saved`. */
  savedAt: Readonly<Partial<Record<SectionName, Instant>>>;
  /** The line of the review that was opened last for a change. The form scrolls to its field, later the review to the line. */
  changing: ChangedLine | null;
  /** The field whose sheet is open. */
  picker: { field: string } | null;
  photos: Photos;
  camera: Camera;
  /** Progress of the running upload, in bytes; null: none is known. */
  uploaded: { sent: number; total: number } | null;
  payoutCodes: PayoutCodes;
}

/** The order, from the choice of an offer to paying it back. */
interface LoanPart {
  /** null: a visitor, or a borrower who never applied. */
  order: Order | null;
  /** Amount and term of the offer that was last shown; null: the approved ones. */
  choice: { amount: Cents; termDays: number } | null;
  /** The version of the agreement that the borrower has agreed to; null: to none. */
  agreed: string | null;
  /** null: nothing is being paid. */
  paying: Paying | null;
  /** The amount of a failed prompt, suggested for the next one; null: none failed. */
  suggestedAmount: Cents | null;
  /** Pictures of the unsent proof: the handle on the phone, and the lender's name for each. */
  pictures: readonly { handle: string; picture: string }[];
  /** Number of pages of records to load. */
  recordPages: number;
  /**
   * How many times a timer has queried the lender for the outcome of a call, or for a fee that is paid by hand. The pause
   * before each query is longer than the one before.
   */
  timesReconciled: number;
  /** Number of the order whose statement is open. */
  statementOf: string | null;
}

/** Messages to the lender. */
interface MessagesPart {
  /** Texts that were typed and not sent. They survive a closed web view. */
  unsent: Unsent;
  /** The lender wrote a message that the borrower has not read. */
  hasUnread: boolean;
  /** Number of the ticket that is open. */
  ticketNo: string | null;
  /** Number of the ticket that was just sent; null: none was. */
  sentTicket: string | null;
}

/** The lender's answers for pages. The states that load an answer keep it up to date. */
export interface Pages {
  home: Loadable<HomeFacts>;
  /** Products that may be borrowed now or later. If they could not be loaded, home's product is offered. */
  market: Loadable<MarketProduct[]>;
  /** After a rejection. */
  recommendation: Loadable<Recommendation>;
  offer: Loadable<Offer>;
  agreement: Loadable<Agreement>;
  repayment: Loadable<RepaymentDetail>;
  rollover: Loadable<RolloverDetail>;
  proofs: Loadable<readonly Proof[]>;
  records: Loadable<Records>;
  /** The statement of the order `statementOf`. */
  statement: Loadable<LoanStatement>;
  tickets: Loadable<TicketList>;
  /** The ticket `ticketNo`. */
  ticket: Loadable<Ticket>;
  feedbackCheck: Loadable<FeedbackCheck>;
  feedbackQuestions: Loadable<readonly FeedbackQuestion[]>;
  /** What closing the account would do. */
  cancellation: Loadable<CancellationTerms>;
  country: Loadable<Country>;
  support: Loadable<Support>;
  /** Places left in the promotion; null where the lender counts none. */
  vacancies: Loadable<number | null>;
}

/** Data of a page: a field of the context, or the port whose answer only that page shows. */
export type PageData = keyof Pages | PortName;

export interface JourneyContext extends PhonePart, BorrowerPart, NavigationPart, ApplicationPart, LoanPart, MessagesPart, Pages {
  answers: Answers;
}

const NO_PAGES: Pages = {
  home: LOADING,
  market: LOADING,
  recommendation: LOADING,
  offer: LOADING,
  agreement: LOADING,
  repayment: LOADING,
  rollover: LOADING,
  proofs: LOADING,
  records: LOADING,
  statement: LOADING,
  tickets: LOADING,
  ticket: LOADING,
  feedbackCheck: LOADING,
  feedbackQuestions: LOADING,
  cancellation: LOADING,
  country: LOADING,
  support: LOADING,
  vacancies: LOADING,
};

const isPage = (name: PageData): name is keyof Pages => name in NO_PAGES;

export const dataOf = (context: JourneyContext, name: PageData): Loadable<unknown> =>
  isPage(name) ? context[name] : answerOf(context, name);

/** The context with data that is being loaded or could not be loaded. */
export const withData = (context: JourneyContext, name: PageData, data: typeof LOADING | typeof FAILED): Partial<JourneyContext> =>
  isPage(name) ? { [name]: data } : { answers: { ...context.answers, [name]: data } };

/** The data of a page whose only port is this one. */
export const answerOf = <P extends PortName>({ answers }: Pick<JourneyContext, 'answers'>, port: P): Loadable<OutputOf<P>> =>
  answers[port] ?? LOADING;

export const NO_CODES: PayoutCodes = { ownAgainAt: null, wallet: null };

export const initialContext: JourneyContext = {
  language: 'en',
  appearance: 'system',
  online: true,
  now: null,
  app: null,
  recording: 'off',
  session: null,
  offeredSession: null,
  epoch: 0,
  lostSession: false,
  signIn: {
    mobile: '',
    unknownMobile: null,
    acceptedTerms: false,
    codeAgainAt: null,
    captcha: null,
    captchaSolved: 0,
    captchaAnswer: null,
    receivedCode: null,
    mayNotCome: false,
  },
  awaitedCode: null,
  origin: null,
  query: {},
  pendingRoute: null,
  notice: null,
  problem: null,
  drafts: {},
  draftsOf: null,
  elsewhere: {},
  saved: {},
  savedAt: {},
  changing: null,
  picker: null,
  photos: NO_PHOTOS,
  camera: CLOSED,
  uploaded: null,
  payoutCodes: NO_CODES,
  order: null,
  choice: null,
  agreed: null,
  paying: null,
  suggestedAmount: null,
  pictures: [],
  recordPages: 1,
  timesReconciled: 0,
  statementOf: null,
  unsent: {},
  hasUnread: false,
  ticketNo: null,
  sentTicket: null,
  ...NO_PAGES,
  answers: {},
};

/** The context after a session: all data of the borrower is removed; language, appearance, clock, connection and app stay. */
export const withoutBorrower = (c: JourneyContext): JourneyContext => ({
  ...initialContext,
  epoch: c.epoch + 1,
  language: c.language,
  appearance: c.appearance,
  online: c.online,
  now: c.now,
  app: c.app,
  support: c.support,
  notice: c.notice,
  // The consent belongs to the borrower whose session ended, so nothing is recorded any more. A file can still be saved.
  recording: c.recording === 'on' ? 'kept' : c.recording === 'kept' ? 'kept' : 'off',
});

/** The parts of context that home's data fills. */
export const fromHome = ({ serverTime, firstName, product, limit, limitTerms, nextLimit, repaidLoans, order }: HomeData) => ({
  now: serverTime,
  home: loaded({ firstName, product, limit, limitTerms, nextLimit, repaidLoans, readAt: serverTime }),
  order,
});
