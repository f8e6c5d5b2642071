/**
 * The ports of the chart, without implementation. `src/app` binds the real ones with
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

const port = <Out, In = void>(name: string) =>
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
  restoreDevice: port<StoredDevice>('restoreDevice'),
  /** Asks the shell to show its login. Rejects with `shellMissing` where there is none. */
  askShellLogin: port<Session>('askShellLogin'),
  /** Forgets the borrower on this phone and tells the shell; the lender has ended the session before. No one is kept signed in. */
  forgetSession: port<void, { language: string }>('forgetSession'),
  /** The same by the borrower's own wish. The lender ends the session at the next call that reaches it, also after the app was closed. */
  logOut: port<void>('logOut'),

  /** Whether a borrower with this number exists. */
  findMobile: port<{ exists: boolean }, { mobile: string }>('findMobile'),
  /** @returns when another code may be asked for. */
  requestCode: port<
    { againAt: number },
    { mobile: string; purpose: 'login' | 'register' | 'bindCard'; captcha?: { id: string; answer: string } | null }
  >('requestCode'),
  /** The question to answer before another code is sent; null when none is needed any more. */
  askCaptcha: port<{ captcha: Captcha | null }, { mobile: string }>('askCaptcha'),
  logIn: port<Session, SignIn>('logIn'),
  /** @param channelId of the promotion that led here. */
  registerBorrower: port<Session, SignIn & { channelId?: string | null }>('registerBorrower'),
  /** @param code of the country asked about; null: where this phone seems to be. */
  loadCountry: port<Country, { code: string | null }>('loadCountry'),
  loadSupport: port<Support>('loadSupport'),
  /** Where the native app is downloaded. */
  loadDownload: port<{ address: string | null }>('loadDownload'),
  /** Places left in the promotion of a channel; null where the lender does not count any. */
  loadVacancies: port<{ vacancies: number | null }, { channelId: string }>('loadVacancies'),

  /** The lender's latest word; for a visitor the product on offer. */
  loadHome: port<HomeData, { signedIn: boolean }>('loadHome'),
  /** The first pages, as many as are wanted. */
  loadRecords: port<Records, { pages: number }>('loadRecords'),
  loadStatement: port<LoanStatement, ForOrder>('loadStatement'),
  loadMarket: port<{ products: MarketProduct[] }>('loadMarket'),
  /** What may be asked for after a rejection. */
  loadRecommendation: port<Recommendation>('loadRecommendation'),
  /** Asks for a person after a rejection. Idempotent. */
  requestReview: port<Order, ForOrder>('requestReview'),
  /** Values saved for an earlier loan or on another phone. */
  loadSaved: port<readonly SavedSection[]>('loadSaved'),

  /** @param again the borrower had a loan before. */
  startApplication: port<Order, { productId: string; amount: Cents; termDays: number; again: boolean }>('startApplication'),
  savePersonalInfo: port<Order, ForVersion>('savePersonalInfo'),
  saveAdditionalInfo: port<Order, ForVersion>('saveAdditionalInfo'),
  /** Lets the shell show its phone book. @param index of the emergency contact, 1 to 5. */
  pickContact: port<PickedContact, { index: number }>('pickContact'),
  uploadPhoto: port<void, ForOrder & { side: PhotoSide; handle: string }>('uploadPhoto'),
  finishPhotos: port<Order, ForOrder>('finishPhotos'),
  bindAccount: port<Order, ForSection>('bindAccount'),
  saveQuestionnaire: port<Order, ForSection>('saveQuestionnaire'),

  /** Which kinds of data the lender asks the phone for; null: none. */
  loadCollection: port<Collection | null, ForOrder>('loadCollection'),
  /** Tells the lender the borrower's word. A kind that was withdrawn is deleted there at once. */
  saveConsents: port<Collection, ForOrder & { consents: Consents }>('saveConsents'),
  /** Lets the shell collect and upload exactly these kinds, and tells the lender how that went. @returns how it then stands. */
  collectData: port<Collection, ForOrder & { kinds: readonly DataKind[] }>('collectData'),

  /** The offer for this amount and term; as approved where they are left out. */
  loadOffer: port<Offer, ForOrder & Choice>('loadOffer'),
  loadAgreement: port<Agreement, ForOrder & Choice>('loadAgreement'),
  /** Consents to the offer as it was shown and draws the money. Idempotent. */
  drawLoan: port<Order, { offer: Offer }>('drawLoan'),
  declineOffer: port<Order, ForOrder>('declineOffer'),

  loadRepayment: port<RepaymentDetail, ForOrder>('loadRepayment'),
  /** Sends the M-PESA prompt. @param requestId the same for every try of one tap. */
  requestPayment: port<Payment, ForOrder & { amount: Cents; requestId: string }>('requestPayment'),
  loadPayment: port<Payment, { payOrderId: string }>('loadPayment'),
  /** The same after the rail was asked. */
  verifyPayment: port<Payment, { payOrderId: string }>('verifyPayment'),
  /** The account number that stands for this loan alone; made when it is first asked for. */
  openAccount: port<AccountNumbers, ForOrder>('openAccount'),
  /** Rejects with `noPaymentMethod`, in the lender's words, where the channel does not exist. */
  askChannel: port<null, ForOrder & { channel: OtherChannel }>('askChannel'),
  loadRollover: port<RolloverDetail, ForOrder>('loadRollover'),
  /** Chooses an option, or another one instead. Idempotent. */
  chooseRollover: port<RolloverDetail, ForOrder & { days: number }>('chooseRollover'),
  /** Moves the due date. Idempotent. */
  confirmRollover: port<RolloverDetail, ForOrder & { extensionNo: string }>('confirmRollover'),
  /** Gives the chosen option up. Idempotent. */
  withdrawRollover: port<RolloverDetail, ForOrder & { extensionNo: string }>('withdrawRollover'),
  loadProofs: port<readonly Proof[], ForOrder>('loadProofs'),
  uploadProofPicture: port<{ handle: string; picture: string }, ForOrder & { handle: string }>('uploadProofPicture'),
  /** The same receipt sent again is the same proof. */
  sendProof: port<Proof, ForOrder & { receipt: string; amount: Cents; pictures: readonly string[] }>('sendProof'),
  /** Authorises a card for the coupon; nothing is charged. Idempotent. */
  authoriseCard: port<CouponState, ForOrder & { cardNumber: string; validTo: string; cvc: string }>('authoriseCard'),

  loadTickets: port<TicketList>('loadTickets'),
  /** Whether another ticket may be opened. */
  checkFeedback: port<FeedbackCheck>('checkFeedback'),
  loadFeedbackQuestions: port<readonly FeedbackQuestion[]>('loadFeedbackQuestions'),
  /** Whether the lender wrote something that was not seen. */
  loadRedDot: port<{ unread: boolean }>('loadRedDot'),
  /** Reading the board is having seen it. */
  loadTicket: port<Ticket, { ticketNo: string }>('loadTicket'),
  /** @param ticketNo null: for a ticket that is being written. @returns what the lender calls the picture. */
  uploadPicture: port<string, { ticketNo: string | null; handle: string }>('uploadPicture'),
  /** The same `requestId` in the values again is the same ticket. */
  sendFeedback: port<Ticket, { values: Values }>('sendFeedback'),
  actOnTicket: port<Ticket, { ticketNo: string; act: TicketAct }>('actOnTicket'),

  loadCancellation: port<CancellationTerms>('loadCancellation'),
  /** Erases the account at the lender; the session is over then. */
  closeAccount: port<void, { reason: string }>('closeAccount'),

  /** Fetches the recorder, so that what happens from here on can be written down. Rejects when it could not be fetched. */
  startRecording: port<void>('startRecording'),
  /** Gives the recording to the borrower as a file: to share where the phone can, else to keep. */
  saveRecording: port<void>('saveRecording'),
};
