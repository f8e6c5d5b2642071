/**
 * Steps for every call of the contract, in the order of a loan: a visitor, an account, messages, an application, an offer, a
 * loan, the end. A read whose fields are all known needs no written step: it is derived, and sent before the end. The compiler
 * refuses any other call without a step.
 */
import { CODE } from '#machines/model/codes.ts';
import { RECORDING_CONSENT } from '#machines/model/sentRecording.ts';
import { STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import { contract, type CallName, type RequestOf, type ResponseOf } from '#src/api/contract.ts';
import type { Specimen } from '#src/api/sandbox.ts';
import { firstLoan } from '#src/market/products.ts';
import { filled as additionalInfo } from '#screens/apply/additionalInfo/examples.ts';
import { filled as loanQuestion } from '#screens/apply/loanQuestion/examples.ts';
import { filled as personalInfo } from '#screens/apply/personalInfo/examples.ts';
import type { Role } from './callers.ts';
import type { Known, Learned } from './known.ts';
import { requestFor, type ReadOf } from './requests.ts';

export interface Step<N extends CallName> {
  as: Role;
  request: (known: Known) => RequestOf<N>;
  /** Codes besides success that the contract allows here. `only`: the allowed codes if success is not possible. */
  may?: readonly number[];
  only?: readonly number[];
  /** Purpose of the code by SMS that is requested first. */
  code?: 'login' | 'register' | 'bindCard';
  /** The file of the request: a photo of the application, or any picture. */
  file?: Specimen | 'picture';
  /** The stage of the order that the step needs. */
  once?: { to: 'offer' | 'loan'; status: readonly OrderStatus[] };
  /** Reads values for later requests from the answer. */
  learn?: (data: ResponseOf<N>) => Partial<Learned>;
  /** The call ends the session. */
  ends?: true;
  /** The step needs {@link Known.newMobile}. */
  needsNew?: true;
}

type Derived = ReadOf<Known>;
type Written = { readonly [N in Exclude<CallName, Derived>]: Step<N> } & { readonly [N in Derived]?: Step<N> };

const visitor = <N extends CallName>(request: Step<N>['request'], more: Partial<Step<N>> = {}): Step<N> => ({
  as: 'visitor',
  request,
  ...more,
});
const borrower = <N extends CallName>(request: Step<N>['request'], more: Partial<Step<N>> = {}): Step<N> => ({
  as: 'borrower',
  request,
  ...more,
});
const newcomer = <N extends CallName>(request: Step<N>['request'], more: Partial<Step<N>> = {}): Step<N> => ({
  as: 'newcomer',
  request,
  needsNew: true,
  ...more,
});

const byOrder = ({ orderNo }: Known) => ({ orderNo });
const byTicket = ({ ticketNo }: Known) => ({ ticketNo });
const byPayment = ({ payOrderId }: Known) => ({ payOrderId });
const byExtension = ({ orderNo, extensionNo }: Known) => ({ orderNo, extensionNo });
const nothing = () => ({});
const wish = ({ productId, amount, termDays }: Known) => ({ productId, amount, termDays });
const local = (mobile: string): string => mobile.slice(3);
/** The ID number is derived from the phone number, because each borrower needs a different one. */
const person = ({ mobile, orderNo }: Known) => ({
  orderNo,
  values: { ...personalInfo, nationalId: mobile.slice(-8), whatsappNo: local(mobile) },
});

const MEANWHILE = [CODE.orderRefused] as const;
/** For payment channels that a lender need not offer. */
const NO_CHANNEL = { may: [CODE.noPaymentMethod] } as const;
/** If the operator gave no photo, any picture is sent, which a reader refuses. */
const PHOTO = { may: [CODE.photoUnreadable] } as const;
const OFFER = { to: 'offer', status: [STATUS.confirm, STATUS.getMoney] } as const;
const LOAN = { to: 'loan', status: [STATUS.repaying, STATUS.overdued] } as const;

const WRITTEN: Written = {
  productIndex: visitor(nothing, {
    learn: ({ product }) => ({
      productId: product.id,
      amount: product.minPrincipal,
      termDays: product.termDays[0] ?? firstLoan.termDays[0],
    }),
  }),
  productList: visitor(() => ({ channelId: '7' })),
  countryByCode: visitor(() => ({ code: 'KE' })),
  getVerifyCode: visitor(({ mobile }) => ({ mobile, purpose: 'login' })),

  register: newcomer(({ newMobile, code }) => ({ mobile: newMobile, code, acceptedTerms: true, deviceName: 'Conformance' }), {
    code: 'register',
  }),
  cancellationTerms: newcomer(nothing),
  requestCancellation: newcomer(() => ({ reason: null })),
  signOutEverywhere: newcomer(nothing, { ends: true }),
  cancelAccount: newcomer(() => ({ reason: 'other' }), { ends: true, code: 'login' }),

  login: borrower(({ mobile, code }) => ({ mobile, code, deviceName: 'Conformance' }), { code: 'login' }),
  removeDevice: borrower(() => ({ id: 'no-device-of-this-account' })),
  agreeRecordings: borrower(() => ({ agreed: false, version: RECORDING_CONSENT })),
  orderList: borrower(() => ({ page: 1 })),
  orderListMarket: borrower(({ productId }) => ({ page: 1, productId })),

  feedbackUploadCredential: borrower(nothing, { file: 'picture', learn: ({ name }) => ({ ticketPictures: [name] }) }),
  feedbackCreate: borrower(
    ({ requestId, ticketPictures }) => ({
      ...{ requestId: requestId(), type: 1, description: 'A message of the conformance run, which nobody needs to answer' },
      ...{
        receiverAccount: '',
        contact: 'conformance@example.com',
        contactTime: 'any',
        pictures: ticketPictures,
      },
    }),
    { learn: ({ ticketNo }) => ({ ticketNo }) },
  ),
  feedbackEdit: borrower(({ ticketNo }) => ({ ticketNo, description: 'A corrected message of the conformance run' }), {
    may: [CODE.ticketRefused],
  }),
  feedbackUploadFile: borrower(byTicket, { file: 'picture', learn: ({ name }) => ({ ticketPictures: [name] }) }),
  feedbackAddMessage: borrower(({ ticketNo, requestId }) => ({
    ticketNo,
    requestId: requestId(),
    text: 'A further message',
    pictures: [],
  })),
  feedbackUpdateStatus: borrower(({ ticketNo }) => ({ ticketNo, status: 4 })),
  feedbackSubmitRating: borrower(({ ticketNo }) => ({ ticketNo, rating: 5 })),

  applyMarket: borrower(wish, { learn: ({ orderNo }) => ({ orderNo }) }),
  timeUploadStatus: borrower(byOrder),
  saveBasicInfo: borrower(person),
  saveBasicInfoMarket: borrower(person),
  saveAdditionInfoMarket: borrower(({ orderNo }) => ({ orderNo, values: additionalInfo })),
  uploadIdFront: borrower(byOrder, { file: 'front', ...PHOTO }),
  readIdCard: borrower(byOrder, { may: [CODE.photosMissing, CODE.photoUnreadable] }),
  uploadIdBack: borrower(byOrder, { file: 'back', ...PHOTO }),
  saveFaceImage: borrower(byOrder, { file: 'face', ...PHOTO }),
  finishUploadAllImg: borrower(byOrder, { may: [CODE.photosMissing] }),
  getBankBranch: borrower(() => ({ bankCode: '68' })),
  addBankCard: borrower(({ orderNo }) => ({ orderNo, cardNumber: '4242424242424242', validTo: '12/40', cvc: '123' }), {
    may: [...MEANWHILE, CODE.cardRefused],
  }),
  validateVerifyCode: borrower(({ code }) => ({ code }), { code: 'bindCard' }),
  bindBankCard: borrower(({ orderNo, mobile, code }) => ({
    orderNo,
    values: { accountKind: 'mpesa', mobile: local(mobile), verificationCode: code },
  })),
  saveQuestionnaire: borrower(({ orderNo }) => ({ orderNo, values: loanQuestion })),
  applyMarketAgain: borrower(wish, { only: [CODE.oneLoanAtATime, CODE.orderRefused] }),
  requestReview: borrower(byOrder, { only: [...MEANWHILE, CODE.oneLoanAtATime] }),

  confirmProductInfo: borrower(byOrder, {
    once: OFFER,
    learn: ({ agreementVersion, terms: { sent, owed } }) => ({ agreementVersion, sent, owed }),
  }),
  getMoney: borrower(({ orderNo, agreementVersion, sent, owed }) => ({ orderNo, agreementVersion, sent, owed })),
  cancelDrawMoney: borrower(byOrder, { only: MEANWHILE }),

  repayOrderDetail: borrower(byOrder, { once: LOAN }),
  payValidaRepayLink: borrower(byOrder, NO_CHANNEL),
  mangoCashRepayLink: borrower(byOrder, NO_CHANNEL),
  getStpClabe: borrower(byOrder, NO_CHANNEL),
  getOxxoReference: borrower(byOrder, NO_CHANNEL),
  dedicatedAccountCreate: borrower(({ orderNo }) => ({ orderNo, days: 7 }), { may: [CODE.rolloverRefused] }),
  getExtensionData: borrower(byOrder, { learn: ({ chosen }) => ({ extensionNo: chosen?.extensionNo ?? 'none' }) }),
  confirmExtensionOrder: borrower(byExtension, { may: [CODE.rolloverRefused] }),
  updateExtensionOrderStatus: borrower(byExtension, { may: [CODE.rolloverRefused] }),
  mpesaRepayLink: borrower(({ orderNo, payment, requestId }) => ({ orderNo, amount: payment, requestId: requestId() }), {
    learn: ({ payOrderId }) => ({ payOrderId }),
  }),
  portalRepaymentConfirm: borrower(byPayment),
  uploadVoucher: borrower(byOrder, { file: 'picture', learn: ({ picture }) => ({ proofPicture: picture }) }),
  saveVoucher: borrower(({ orderNo, receipt, payment, proofPicture }) => ({ orderNo, receipt, amount: payment, pictures: [proofPicture] })),
  logOut: borrower(() => ({ token: '' }), { ends: true }),
};

const isDerived = (name: CallName): name is Derived => !(name in WRITTEN);
const derived = (name: Derived): Step<Derived> => ({
  as: contract[name].signedIn ? 'borrower' : 'visitor',
  request: (known) => requestFor<Known>(name, known) as RequestOf<Derived>,
});

const { logOut, ...beforeTheEnd } = WRITTEN;
const reads = (Object.keys(contract) as CallName[]).filter(isDerived);

/** All steps by name of the call, in order. */
export const STEPS = { ...beforeTheEnd, ...Object.fromEntries(reads.map((name) => [name, derived(name)])), logOut } as {
  readonly [N in CallName]: Step<N>;
};
