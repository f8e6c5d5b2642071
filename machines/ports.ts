/**
 * What the chart asks of the world: contracts only. `src/app` binds the real ones with
 * `machine.provide()`, tests and replay bind others. A port rejects with a `Problem`.
 */
import { fromPromise } from 'xstate';
import type { Captcha, Country, Session, StoredDevice, Support } from './context.ts';
import type { SavedSection, Values } from './model/application.ts';
import type { PhotoSide } from './model/idPhotos.ts';
import type { CancellationTerms } from './model/cancellation.ts';
import { LOCAL, type Problem } from './model/codes.ts';
import type { Collection, Consents, DataKind } from './model/collection.ts';
import type { Instant } from './model/calendar.ts';
import type { FeedbackCheck, FeedbackQuestion, Ticket, TicketAct, TicketList } from './model/feedback.ts';
import type { Cents } from './model/money.ts';
import type {
  AccountNumbers,
  CouponState,
  OtherChannel,
  Agreement,
  HomeData,
  LoanStatement,
  MarketProduct,
  Offer,
  Order,
  Payment,
  Recommendation,
  Records,
  RepaymentDetail,
} from './model/order.ts';
import type { Proof } from './model/proof.ts';
import type { RolloverDetail } from './model/rollover.ts';

const contract = <Out, In = void>(name: string) =>
  fromPromise<Out, In>(() => Promise.reject<Out>({ code: LOCAL.unknown, message: `port "${name}" is not bound` } satisfies Problem));

type ForOrder = { orderNo: string };
type Choice = { amount?: Cents; termDays?: number };
type ForSection = ForOrder & { values: Values };
/** `basedOn`: the lender's version that was changed; null when none was known. Rejects with `savedElsewhere` when it has a newer one. */
type ForVersion = ForSection & { basedOn?: Instant | null };
/** `contact` is null when the borrower closed the phone book. */
export type PickedContact = { index: number; contact: { name: string; phone: string } | null };
type SignIn = { mobile: string; code: string };

export const ports = {
  /** Session, language, drafts and last place as this phone kept them; a shell may know the session too. */
  restoreDevice: contract<StoredDevice>('restoreDevice'),
  /** Asks the shell to show its login. Rejects with `shellMissing` where there is none. */
  askShellLogin: contract<Session>('askShellLogin'),
  /** Forgets the borrower on this phone and tells shell and lender. Never rejects for long: no one is kept signed in. */
  forgetSession: contract<void, { language: string }>('forgetSession'),

  /** Whether a borrower with this number exists. */
  findMobile: contract<{ exists: boolean }, { mobile: string }>('findMobile'),
  /** @returns when another code may be asked for. */
  requestCode: contract<
    { againAt: number },
    { mobile: string; purpose: 'login' | 'register' | 'bindCard'; captcha?: { id: string; answer: string } | null }
  >('requestCode'),
  /** The question to answer before another code is sent; null when none is needed any more. */
  askCaptcha: contract<{ captcha: Captcha | null }, { mobile: string }>('askCaptcha'),
  logIn: contract<Session, SignIn>('logIn'),
  /** @param channelId of the promotion that led here. */
  registerBorrower: contract<Session, SignIn & { channelId?: string | null }>('registerBorrower'),
  /** @param code of the country asked about; null: where this phone seems to be. */
  loadCountry: contract<Country, { code: string | null }>('loadCountry'),
  loadSupport: contract<Support>('loadSupport'),
  /** Where the native app is downloaded. */
  loadDownload: contract<{ address: string | null }>('loadDownload'),
  /** Places left in the promotion of a channel; null where the lender does not count any. */
  loadVacancies: contract<{ vacancies: number | null }, { channelId: string }>('loadVacancies'),

  /** The lender's latest word; for a visitor the product on offer. */
  loadHome: contract<HomeData, { signedIn: boolean }>('loadHome'),
  /** The first pages, as many as are wanted. */
  loadRecords: contract<Records, { pages: number }>('loadRecords'),
  loadStatement: contract<LoanStatement, ForOrder>('loadStatement'),
  loadMarket: contract<{ products: MarketProduct[] }>('loadMarket'),
  /** What may be asked for after a rejection. */
  loadRecommendation: contract<Recommendation>('loadRecommendation'),
  /** Asks for a person after a rejection. Idempotent. */
  requestReview: contract<Order, ForOrder>('requestReview'),
  /** Values saved for an earlier loan or on another phone. */
  loadSaved: contract<readonly SavedSection[]>('loadSaved'),

  /** @param again the borrower had a loan before. */
  startApplication: contract<Order, { productId: string; amount: Cents; termDays: number; again: boolean }>('startApplication'),
  savePersonalInfo: contract<Order, ForVersion>('savePersonalInfo'),
  saveAdditionalInfo: contract<Order, ForVersion>('saveAdditionalInfo'),
  /** Lets the shell show its phone book. @param index of the emergency contact, 1 to 5. */
  pickContact: contract<PickedContact, { index: number }>('pickContact'),
  uploadPhoto: contract<void, ForOrder & { side: PhotoSide; handle: string }>('uploadPhoto'),
  finishPhotos: contract<Order, ForOrder>('finishPhotos'),
  bindAccount: contract<Order, ForSection>('bindAccount'),
  saveQuestionnaire: contract<Order, ForSection>('saveQuestionnaire'),

  /** Which kinds of data the lender asks the phone for; null: none. */
  loadCollection: contract<Collection | null, ForOrder>('loadCollection'),
  /** Tells the lender the borrower's word. A kind that was withdrawn is deleted there at once. */
  saveConsents: contract<Collection, ForOrder & { consents: Consents }>('saveConsents'),
  /** Lets the shell collect and upload exactly these kinds, and tells the lender how that went. @returns how it then stands. */
  collectData: contract<Collection, ForOrder & { kinds: readonly DataKind[] }>('collectData'),

  /** The offer for this amount and term; as approved where they are left out. */
  loadOffer: contract<Offer, ForOrder & Choice>('loadOffer'),
  loadAgreement: contract<Agreement, ForOrder & Choice>('loadAgreement'),
  /** Consents to the offer as it was shown and draws the money. Idempotent. */
  drawLoan: contract<Order, { offer: Offer }>('drawLoan'),
  declineOffer: contract<Order, ForOrder>('declineOffer'),

  loadRepayment: contract<RepaymentDetail, ForOrder>('loadRepayment'),
  /** Sends the M-PESA prompt. @param requestId the same for every try of one tap. */
  requestPayment: contract<Payment, ForOrder & { amount: Cents; requestId: string }>('requestPayment'),
  loadPayment: contract<Payment, { payOrderId: string }>('loadPayment'),
  /** The same after the rail was asked. */
  provePayment: contract<Payment, { payOrderId: string }>('provePayment'),
  /** The account number that stands for this loan alone; made when it is first asked for. */
  openAccount: contract<AccountNumbers, ForOrder>('openAccount'),
  /** Rejects with `noPaymentMethod`, in the lender's words, where the channel does not exist. */
  askChannel: contract<null, ForOrder & { channel: OtherChannel }>('askChannel'),
  loadRollover: contract<RolloverDetail, ForOrder>('loadRollover'),
  /** Chooses an option, or another one instead. Idempotent. */
  chooseRollover: contract<RolloverDetail, ForOrder & { days: number }>('chooseRollover'),
  /** Moves the due date. Idempotent. */
  confirmRollover: contract<RolloverDetail, ForOrder & { extensionNo: string }>('confirmRollover'),
  /** Gives the chosen option up. Idempotent. */
  withdrawRollover: contract<RolloverDetail, ForOrder & { extensionNo: string }>('withdrawRollover'),
  loadProofs: contract<readonly Proof[], ForOrder>('loadProofs'),
  uploadProofPicture: contract<{ handle: string; picture: string }, ForOrder & { handle: string }>('uploadProofPicture'),
  /** The same receipt sent again is the same proof. */
  sendProof: contract<Proof, ForOrder & { receipt: string; amount: Cents; pictures: readonly string[] }>('sendProof'),
  /** Authorises a card for the coupon; nothing is charged. Idempotent. */
  authoriseCard: contract<CouponState, ForOrder & { cardNumber: string; validTo: string; cvc: string }>('authoriseCard'),

  loadTickets: contract<TicketList>('loadTickets'),
  /** Whether another ticket may be opened. */
  checkFeedback: contract<FeedbackCheck>('checkFeedback'),
  loadFeedbackQuestions: contract<readonly FeedbackQuestion[]>('loadFeedbackQuestions'),
  /** Whether the lender wrote something that was not seen. */
  loadRedDot: contract<{ unread: boolean }>('loadRedDot'),
  /** Reading the board is having seen it. */
  loadTicket: contract<Ticket, { ticketNo: string }>('loadTicket'),
  /** @param ticketNo null: for a ticket that is being written. @returns what the lender calls the picture. */
  uploadPicture: contract<string, { ticketNo: string | null; handle: string }>('uploadPicture'),
  /** The same `requestId` in the values again is the same ticket. */
  sendFeedback: contract<Ticket, { values: Values }>('sendFeedback'),
  actOnTicket: contract<Ticket, { ticketNo: string; act: TicketAct }>('actOnTicket'),

  loadCancellation: contract<CancellationTerms>('loadCancellation'),
  /** Erases the account at the lender; the session is over then. */
  closeAccount: contract<void, { reason: string }>('closeAccount'),

  /** Fetches the recorder, so that what happens from here on can be written down. Rejects when it could not be fetched. */
  startRecording: contract<void>('startRecording'),
  /** Gives the recording to the borrower as a file: to share where the phone can, else to keep. */
  saveRecording: contract<void>('saveRecording'),
};
