/**
 * The table of all calls. The client builds requests from it, the server routes by it, and both take their types from it. A
 * test compares it with the specification's list. `payloads.ts` documents the fields that the specification does not show.
 */
import type { CancellationReason, CancellationTerms } from '#machines/model/cancellation.ts';
import type { FeedbackCheck, FeedbackQuestion, Ticket, TicketList, TicketMessage } from '#machines/model/feedback.ts';
import type {
  Agreement,
  CouponState,
  HomeData,
  LoanRecord,
  LoanStatement,
  MarketProduct,
  Offer,
  Order,
  Payment,
  Recommendation,
  RepaymentDetail,
} from '#machines/model/order.ts';
import type { IdentityCheck } from '#machines/model/identityCheck.ts';
import type { SignedInDevice, Support } from '#machines/model/device.ts';
import type { Proof } from '#machines/model/proof.ts';
import type { RolloverDetail } from '#machines/model/rollover.ts';
import type { LoanProduct } from '#machines/model/terms.ts';
import type {
  AccountBinding,
  Answers,
  ApplyRequest,
  BankBranch,
  CardToAuthorise,
  CaptchaOffer,
  CodeRequest,
  CodeSent,
  Consent,
  Country,
  CreditInfo,
  DedicatedAccount,
  FacePhoto,
  Login,
  OfferChoice,
  RepayColour,
  NewMessage,
  NewTicket,
  PhotoRead,
  PictureKept,
  ProofToSend,
  SectionSave,
  SentPicture,
  SessionGrant,
  UploadEnable,
  UploadFlags,
  UploadReport,
  UserInfo,
} from './payloads.ts';

/**
 * How a request carries its payload (`docs/wire.md`): `query` in the URL, `json` in a JSON body,
 * `login` form-urlencoded, `multipart` as a text field beside the files.
 */
export type Encoding = 'query' | 'json' | 'login' | 'multipart';

export interface Call<Request extends object = object, Response = unknown, Retry extends boolean = boolean> {
  method: 'GET' | 'POST';
  path: string;
  encoding: Encoding;
  base: '/api' | '/cou';
  /** Requires the token of a session. */
  signedIn: boolean;
  /**
   * True for a read, which may be retried after a network failure. Any other call changes something and is never retried
   * automatically, whatever its HTTP method is.
   */
  retry: Retry;
  /** The request contains the id of the installation, and therefore waits for the key of the phone. */
  device?: true;
  /** Not in the specification's list of calls. */
  ours?: true;
  /** For types only; absent at run time. */
  readonly types?: { request: Request; response: Response };
}

type Options = { public?: true; base?: '/cou'; device?: true; ours?: true };
type Shape<Retry extends boolean> = Pick<Call<object, unknown, Retry>, 'method' | 'encoding' | 'retry'>;
const of =
  <Retry extends boolean>(shape: Shape<Retry>) =>
  <Req extends object, Res = null>(path: string, options: Options = {}): Call<Req, Res, Retry> => ({
    ...shape,
    path,
    base: options.base ?? '/api',
    signedIn: !options.public,
    ...(options.device ? { device: true } : {}),
    ...(options.ours ? { ours: true } : {}),
  });

const read = of({ method: 'GET', encoding: 'query', retry: true });
/** A GET that changes state: idempotent on the server, never retried automatically. */
const act = of({ method: 'GET', encoding: 'query', retry: false });
const post = of({ method: 'POST', encoding: 'json', retry: false });
/** A POST that only reads. */
const ask = of({ method: 'POST', encoding: 'json', retry: true });
const login = of({ method: 'POST', encoding: 'login', retry: false });
const upload = of({ method: 'POST', encoding: 'multipart', retry: false });

const guest: Options = { public: true };
const device: Options = { device: true };
/** A call before signing in: the id of the installation identifies the caller. */
const visitor: Options = { ...guest, ...device };
const country: Options = { public: true, base: '/cou' };
/** A call that the specification does not list, although it describes the screen. */
const ours: Options = { ours: true };

type ByOrder = { orderNo: string };
type ByPayment = { payOrderId: string };
type ByExtension = ByOrder & { extensionNo: string };
type ByTicket = { ticketNo: string };

export const contract = {
  // identity
  existsByMobile: read<{ mobile: string }, { exists: boolean }>('/security/existsByMobile', visitor),
  /** Whether a code is required, and the work before it. Work is required only after many codes. */
  isRequiredVerificationCode: read<{ mobile: string }, { required: boolean; captcha: CaptchaOffer | null }>(
    '/security/isRequiredVerificationCode',
    visitor,
  ),
  getVerifyCode: post<CodeRequest, CodeSent>('/security/getVerifyCode', visitor),
  login: login<Login, SessionGrant>('/security/login', visitor),
  /** `channelId`: the channel of the promotion that led to the registration. */
  register: login<Login & { acceptedTerms: true; channelId?: string | null }, SessionGrant>('/security/register', visitor),
  /**
   * Ends the session of this token and no other. An unknown or ended token is no error. The token is a field and no session is
   * required, because a phone may send the call late, when somebody else is signed in.
   */
  logOut: post<{ token: string }>('/security/logout', { ...guest, ...ours }),
  /** The devices on which the account was signed in, the latest use first. */
  listDevices: read<object, { devices: readonly SignedInDevice[] }>('/security/listDevices', ours),
  /** Removes a device and ends its session. The next sign-in there counts as one on a new device. An unknown id is no error. */
  removeDevice: post<{ id: string }>('/security/removeDevice', ours),
  /** Ends every session of the borrower, also the caller's. No device is trusted any more. */
  signOutEverywhere: post<object>('/security/signOutEverywhere', ours),
  getUserInfo: read<object, UserInfo>('/security/getUserInfo'),
  countryByIp: ask<object, Country>('/country/meta/ip', country),
  countryByCode: ask<{ code?: string }, Country>('/country/meta/code', country),

  // application
  saveBasicInfo: post<SectionSave, Order>('/user/saveBasicInfo'),
  saveBasicInfoMarket: post<SectionSave, Order>('/user/saveBasicInfo-market'),
  saveAdditionInfoMarket: post<SectionSave, Order>('/user/saveAdditionInfo-market'),
  uploadIdFront: upload<ByOrder, PhotoRead>('/user/upload/curp/front'),
  uploadIdBack: upload<ByOrder, PhotoRead>('/user/upload/curp/back'),
  /** Called twice if the first answer asks for a turn of the head: see `FacePhoto`. */
  saveFaceImage: upload<FacePhoto, PhotoRead>('/user/saveFaceImage'),
  finishUploadAllImg: post<ByOrder, Order>('/user/finishUploadAllImg'),
  readIdCard: post<ByOrder, IdentityCheck>('/user/curp/ocr'),
  /** Authorises a card for the coupon. Nothing is charged. */
  addBankCard: post<CardToAuthorise, CouponState>('/user/addBankCard'),
  /** Adds or changes the payout account. Needs a code for each number concerned, see `AccountBinding`. */
  bindBankCard: login<AccountBinding, Order>('/user/kenya/bindBankCard', device),
  /** Whether a card was authorised, and the amount of its coupon. null: cards are not offered. */
  verifyBankCard: read<ByOrder, CouponState | null>('/user/verifyBankCard'),
  /** Always empty: Kenyan payments are addressed by bank code and account number. */
  getBankBranch: read<{ bankCode: string }, { branches: readonly BankBranch[] }>('/user/getBankBranch'),
  saveQuestionnaire: post<Answers, Order>('/user/save/questionnaire'),
  /** The only apps that the shell may look for; empty without consent. */
  devicePackageList: read<ByOrder, { packages: readonly string[] }>('/user/device/packageList'),

  // loan
  latestOrder: read<object, HomeData>('/loan/loan-order/latest'),
  orderList: read<{ page?: number }, { rows: LoanRecord[]; more: boolean }>('/loan/loan-order/list'),
  /** The loans of one product; of all products when it is left out. */
  orderListMarket: read<{ page?: number; productId?: string }, { rows: LoanRecord[]; more: boolean }>('/loan/loan-order/list-market'),
  loanAgreement: read<ByOrder & OfferChoice, Agreement>('/loan/loan-order/loanAgreement'),
  applyMarket: post<ApplyRequest, Order>('/loan/loan-order/apply-market'),
  applyMarketAgain: post<ApplyRequest, Order>('/loan/loan-order/apply-market-again'),
  /** `vacancies`: the places left in the promotion of the channel; null: places are not limited. */
  productList: read<{ channelId?: string }, { products: LoanProduct[]; vacancies: number | null }>('/loan/product/list', guest),
  /** Available products come first. */
  productListMarket: read<object, { products: MarketProduct[] }>('/loan/product/list-market'),
  stepAmount: read<{ productId: string }, { minimum: number; maximum: number; step: number }>('/loan/product/step-amount'),
  productIndex: read<object, HomeData>('/loan/loan-product/index', guest),
  confirmProductInfo: read<ByOrder & OfferChoice, Offer>('/loan/confirm/product-info', device),
  /**
   * Checks a code for a payout account without consuming it. A wrong code counts as an attempt. `mobile`: the number
   * to verify, if it is not the registered one.
   */
  validateVerifyCode: act<{ code: string; mobile?: string }, { valid: true }>('/loan/validateVerifyCode', device),
  getMoney: act<Consent, Order>('/loan/get-money', device),
  getMoneyContract: read<ByOrder & OfferChoice, Agreement>('/loan/get-money/contract'),
  getMoneyTime: read<ByOrder, { requestedAt: number; expectedBy: number }>('/loan/get-money-time'),
  getCreditInfo: read<object, CreditInfo>('/loan/get-credit-info'),
  cancelDrawMoney: post<ByOrder, Order>('/loan/cancel-draw-money'),
  /** Requests a review by a person after a rejection. */
  requestReview: post<ByOrder, Order>('/loan/loan-order/review', ours),

  // repayment
  repayOrderDetail: read<ByOrder, RepaymentDetail>('/repay/repay-order/detail'),
  mpesaRepayLink: post<ByOrder & { amount: number; requestId: string }, Payment>('/repay/mpesa/repay-link'),
  payValidaRepayLink: read<ByOrder>('/repay/pay-valida/repay-link'),
  /** With `days`: the account for the fee of a rollover by that many days; otherwise the account for repaying. */
  dedicatedAccountCreate: act<ByOrder & { days?: number }, DedicatedAccount>('/repay/dedicated_account/create'),
  mangoCashRepayLink: post<ByOrder>('/repay/mango-cash/repay-link'),
  getStpClabe: read<ByOrder>('/repay/getStpClabe'),
  getOxxoReference: read<ByOrder>('/repay/getOXXOReference'),
  /** Cancels the chosen rollover. Money that was paid for its fee repays the loan. */
  updateExtensionOrderStatus: act<ByExtension, RolloverDetail>('/repay/updateExtensionOrderStatus'),
  getExtensionData: read<ByOrder, RolloverDetail>('/repay/getExtensionData'),
  confirmExtensionOrder: act<ByExtension, RolloverDetail>('/repay/confirmExtensionOrder'),
  uploadVoucher: upload<ByOrder, PictureKept>('/repay/upload/user/voucher'),
  saveVoucher: post<ProofToSend, Proof>('/repay/save/user/voucher'),
  voucherList: ask<ByOrder, { proofs: Proof[] }>('/repay/get/voucher/list'),
  portalRepaymentDetail: read<ByPayment, Payment>('/portal/repayment/detail'),
  /** The same, after the lender has queried the rail. */
  portalRepaymentConfirm: post<ByPayment, Payment>('/portal/repayment/confirm'),

  // marketplace
  loanMarketIndex: read<object, { recommended: MarketProduct | null; products: MarketProduct[] }>('/loanMarket/index'),
  /** All journal entries of one order. */
  lendingRecord: read<ByOrder, LoanStatement>('/loanMarket/lending-record'),
  repayColor: read<object, RepayColour>('/loanMarket/repay-color'),
  customerService: read<object, Support>('/loanMarket/customer-service', guest),
  /** The loans that become available after repayment. */
  repayProducts: read<object, { products: MarketProduct[] }>('/loanMarket/repay/products'),
  isRejectRecommendation: read<object, Recommendation>('/app/isRejectRecommendation'),
  /** null: no download address is configured. */
  appDownloadAddress: read<object, { address: string | null }>('/app-download/getAddress', guest),

  // data collection
  timeUploadEnable: read<ByOrder, UploadEnable>('/time/upload/enable'),
  timeUploadStatus: act<ByOrder & UploadReport, UploadFlags>('/time/upload/uploadStatus'),

  // feedback
  feedbackNotHandled: read<object, TicketList['open']>('/feedback/check/notHandle'),
  feedbackRedDot: read<object, { unread: boolean }>('/feedback/red-dot-marker'),
  feedbackDetail: read<ByTicket, Omit<Ticket, 'messages'>>('/feedback/detail'),
  feedbackCanHandle: read<object, FeedbackCheck>('/feedback/check/canHandle'),
  feedbackQuestions: read<object, { questions: FeedbackQuestion[] }>('/feedback/list/question_answer', guest),
  feedbackList: ask<object, Pick<TicketList, 'tickets'>>('/feedback/list/feedback'),
  feedbackEdit: post<ByTicket & { description: string }, Ticket>('/feedback/edit'),
  feedbackCreate: post<NewTicket, Ticket>('/feedback/create'),
  feedbackAddMessage: post<NewMessage, Ticket>('/feedback/add/leaveMsg'),
  feedbackMessages: ask<ByTicket, { messages: TicketMessage[] }>('/feedback/list/leave-message'),
  feedbackUpdateStatus: post<ByTicket & { status: 4 }, Ticket>('/feedback/update/status'),
  feedbackSubmitRating: post<ByTicket & { rating: number }, Ticket>('/feedback/submit-rating'),
  feedbackUploadCredential: upload<object, SentPicture>('/feedback/upload/credential'),
  feedbackUploadFile: upload<ByTicket, SentPicture>('/feedback/uploadFile'),

  // recordings of the app
  /** The consent to recordings. `version`: of the text that was read. Without consent the lender deletes all recordings. */
  agreeRecordings: post<{ agreed: boolean; version: string }, { agreed: boolean }>('/user/recordings', ours),

  // closing the account
  cancellationTerms: read<object, CancellationTerms>('/user/cancellation/terms', ours),
  requestCancellation: post<{ reason: CancellationReason | null }, Pick<CancellationTerms, 'requestedAt'>>(
    '/user/cancellation/request',
    ours,
  ),
  cancelAccount: post<{ reason: CancellationReason }, Pick<CancellationTerms, 'booksUntil' | 'answersUntil'>>('/user/cancellation', ours),
} satisfies Record<string, Call>;

export type Contract = typeof contract;
export type CallName = keyof Contract;
export type RequestOf<N extends CallName> = Contract[N] extends Call<infer Req, infer _Res> ? Req : never;
export type ResponseOf<N extends CallName> = Contract[N] extends Call<infer _Req, infer Res> ? Res : never;

/**
 * Calls whose answer contains the token of a new session. The type ensures that the list is complete. The idempotency
 * store repeats their answers only for a retry of the same request (`server/wire/idempotencyStore.ts`).
 */
export const GRANTS = { login: true, register: true } as const satisfies Record<
  { [N in CallName]: ResponseOf<N> extends SessionGrant ? N : never }[CallName],
  true
>;
