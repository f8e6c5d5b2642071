/** The possible answers of every call: by port, and by invoke where the answers depend on the calling state. */
import type { JourneyContext } from '#machines/context.ts';
import type { Collection } from '#machines/model/collection.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import { TICKET } from '#machines/model/feedback.ts';
import type { IdentityCheck } from '#machines/model/identityCheck.ts';
import type { HomeData, Order, RepaymentDetail } from '#machines/model/order.ts';
import { APPLICATION_STEPS, isKnownStatus, STATUS, statusNameOf, type OrderStatus } from '#machines/model/orderStatus.ts';
import { initialStatus } from '#machines/order.machine.ts';
import { cardLines, identity } from '#screens/samples.ts';
import {
  agreement,
  cancellation,
  collection,
  devices,
  FIRST_ORDER,
  homeWith,
  market,
  NOW,
  offer,
  orderIn,
  PART,
  paymentThat,
  proof,
  record,
  repaymentPaid,
  repaymentWith,
  rollovers,
  session,
  statement,
  support,
  ticket,
  TODAY,
  UNKNOWN_STATUS,
} from '../lenderSamples.ts';
import { after, afterSome, later } from '../orderLife.ts';
import type { Named } from '../steps.ts';
import { allAnswers, constant, draftOf, newer, only, type AnswerCases } from './vocabulary.ts';

/** Orders by number and status. Every state gets the same objects, because steps and texts are cached by object. */
const knownOrders = new Map<string, Order>();
function orderNamed(orderNo: string | undefined, status: OrderStatus | typeof UNKNOWN_STATUS): Order {
  const id = `${status} ${orderNo}`;
  const order = knownOrders.get(id) ?? orderIn(status, orderNo);
  knownOrders.set(id, order);
  return order;
}

/** The present order in each of these statuses; without a present order, the first order of the samples. */
const ordersIn = (statuses: readonly OrderStatus[], { order }: JourneyContext): Named<Order> =>
  Object.fromEntries(statuses.map((status) => [statusNameOf(status), orderNamed(order?.orderNo, status)]));

/** The present order in each status that `reach` returns; empty where there is no order or no such status. */
const movedOn =
  (reach: (status: OrderStatus) => readonly OrderStatus[]) =>
  (c: JourneyContext): Named<Order> =>
    c.order !== null && isKnownStatus(c.order.status) ? ordersIn(reach(c.order.status), c) : {};

const knownHomes = new WeakMap<Order, HomeData>();
function homeOf(order: Order): HomeData {
  const home = knownHomes.get(order) ?? homeWith(order);
  knownHomes.set(order, home);
  return home;
}
const noOrder = homeWith(null);
const homes = (orders: Named<Order | null>): Named<HomeData> =>
  Object.fromEntries(Object.entries(orders).map(([name, order]) => [name, order === null ? noOrder : homeOf(order)]));

/** A rejection of thirty days ago: the borrower may apply again. */
const rejectedLongAgo = ({ order }: JourneyContext): Order => {
  const rejected = orderNamed(order?.orderNo, STATUS.reject);
  return { ...rejected, rejection: rejected.rejection && { ...rejected.rejection, reapplyOn: TODAY } };
};

const everyHome = (c: JourneyContext): Named<HomeData> =>
  homes({
    'no order': null,
    ...ordersIn(Object.values(STATUS), c),
    'reject, 30 days ago': rejectedLongAgo(c),
    [`status ${UNKNOWN_STATUS}`]: orderNamed(c.order?.orderNo, UNKNOWN_STATUS),
  });

const visitorHome: Named<HomeData> = homes({ visitor: null });

/** Home loaded again while it is shown: the order has the same or a later status. */
const homeAgain =
  (reach: (status: OrderStatus) => readonly OrderStatus[]) =>
  (c: JourneyContext): Named<HomeData> => {
    if (c.session === null) return visitorHome;
    if (c.order === null) return homes({ 'no order': null });
    // The lender erases the order of somebody who never became a borrower, also while it is shown.
    const orders = isKnownStatus(c.order.status) ? ordersIn(reach(c.order.status), c) : { same: c.order };
    return homes({ ...orders, 'order erased': null });
  };

/** These answers where there is an order; none elsewhere. */
const ofOrder =
  <T>(answers: Named<T>) =>
  (c: JourneyContext): Named<T> =>
    c.order === null ? {} : answers;

const device = { session: null, language: 'en', drafts: {}, resume: null } as const;
const awaitedCode = { purpose: 'register', mobile: '0712345678', codeAgainAt: NOW, pendingRoute: null } as const;
const payments = ofOrder({
  sent: paymentThat('sent'),
  unknown: paymentThat('unknown'),
  failed: paymentThat('failed'),
  paid: paymentThat('paid'),
});
/** Verdicts of the reader, and the answer of a lender without a reader. */
const identities: Named<IdentityCheck> = {
  'nothing read': { card: { is: 'none' }, back: { is: 'none' }, face: { is: 'none' } },
  'all recognised': identity,
  'for a person': { ...identity, face: { is: 'undecided' } },
  'birthday differs': { ...identity, card: { is: 'read', lines: { ...cardLines, birthday: { ...cardLines.birthday, agrees: false } } } },
};
const repayments = ({ order }: JourneyContext): Named<RepaymentDetail> =>
  order === null
    ? {}
    : {
        'nothing open': repaymentWith(null, order.status),
        'a prompt open': repaymentWith(paymentThat('sent'), order.status),
        'over by now': repaymentWith(null, order.status === STATUS.payFail ? STATUS.repaying : STATUS.finish),
      };

export const answers: AnswerCases = {
  restoreDevice: constant({
    nobody: device,
    'nobody, registering': { ...device, awaitedCode },
    'nobody, signing in for a link': {
      ...device,
      awaitedCode: { ...awaitedCode, purpose: 'login', pendingRoute: { to: '#records', query: {} } },
    },
    'nobody, signing in for a link with an ID number': {
      ...device,
      awaitedCode: { ...awaitedCode, purpose: 'login', pendingRoute: { to: '#records', query: {} }, mayNotCome: true },
    },
    'nobody, registering long ago': { ...device, awaitedCode: { ...awaitedCode, codeAgainAt: NOW - 60 * 60_000 } },
    borrower: { ...device, session },
    'borrower, in the middle': { ...device, session, resume: '#personalInfo' },
    'borrower, all answered': { ...device, session, drafts: draftOf(allAnswers), draftsOf: FIRST_ORDER },
  }),
  askShellLogin: only(session),
  keepShellSession: only(session),
  forgetSession: only(undefined),
  logOut: only(undefined),
  startRecording: only(undefined),
  agreeRecordings: only({ agreed: true }),
  saveRecording: only(undefined),

  findMobile: constant({ known: { exists: true }, unknown: { exists: false } }),
  requestCode: only({ againAt: NOW + 60_000 }),
  askCaptcha: constant({
    // A browser needs hours for 32 bits and no time for 0. So the first case shows the work, and the second its end.
    asked: { captcha: { token: 'task', parts: 2, bits: 32, waitUntil: NOW + 60_000 } },
    'asked for less': { captcha: { token: 'task', parts: 2, bits: 0, waitUntil: NOW + 60_000 } },
    'not asked': { captcha: null },
  }),
  solveCaptcha: only({ answer: [7, 11] }),
  loadCountry: only({ code: 'KE', name: 'Kenya', callingCode: '254', currency: 'KES' }),
  loadSupport: only(support),
  loadDownload: only({ address: null }),
  loadDevices: only({ devices }),
  removeDevice: only(null),
  signOutEverywhere: only(null),
  loadVacancies: only({ vacancies: 12 }),
  logIn: only(session),
  registerBorrower: only(session),

  loadHome: (c) => (c.session === null ? visitorHome : everyHome(c)),
  loadRecords: only({ rows: [record], pages: 1, more: true }),
  loadStatement: only(statement),
  loadMarket: only({ products: market }),
  loadRecommendation: only({ recommended: true, from: null, products: market }),
  requestReview: movedOn((status) => after(status, 'review.requested')),
  loadSaved: only([newer]),

  /** An application begins at a later section where the lender still has the borrower's data. */
  startApplication: ({ order }) =>
    Object.fromEntries(
      APPLICATION_STEPS.map((step) => [`first open step ${step}`, orderIn(initialStatus([step]), `after ${order?.orderNo ?? 'none'}`)]),
    ),
  savePersonalInfo: movedOn((status) => after(status, 'basicInfo.saved')),
  saveAdditionalInfo: movedOn((status) => after(status, 'addition.saved')),
  pickContact: constant({ picked: { index: 1, contact: { name: 'Achieng', phone: '722000111' } }, closed: { index: 1, contact: null } }),
  openCamera: constant({ open: { handle: 'camera-1' }, refused: { obstacle: 'refused' }, missing: { obstacle: 'missing' } }),
  /** The lender asks for a turn after a photo of the face that looks straight. */
  uploadPhoto: (c): Named<{ turn: FaceTurn | null }> => {
    const { face } = c.photos;
    if (c.order === null) return {};
    const isStraight = face.is === 'uploading' && face.turn === undefined;
    return { '': { turn: null }, ...(isStraight ? { 'asks to turn left': { turn: 'left' } } : {}) };
  },
  checkIdentity: ofOrder(identities),
  finishPhotos: movedOn((status) => after(status, 'identity.photographed')),
  bindAccount: movedOn((status) => after(status, 'account.bound', 'account.corrected')),
  saveQuestionnaire: movedOn((status) => after(status, 'questionnaire.answered')),

  loadCollection: ofOrder({
    'nothing asked': null,
    'two kinds asked': { ...collection, consents: { contact: null, sms: null } },
    'agreed before': { ...collection, consents: { contact: true } },
    'collected before': { ...collection, consents: { contact: true }, status: 0 },
  }),
  saveConsents: ({ order }): Named<Collection> => (order ? { '': order.collection ?? collection } : {}),
  collectData: ({ order }): Named<Collection> => (order?.collection ? { '': { ...order.collection, status: 0 } } : {}),

  loadOffer: ofOrder({ '': offer, 'with a code': { ...offer, needsCode: true } }),
  loadAgreement: only(agreement),
  /** Consent and draw are one event of the borrower; the lender may have recorded the consent only. */
  drawLoan: movedOn((status) => afterSome(status, 'offer.accepted', 'money.drawn')),
  declineOffer: movedOn((status) => after(status, 'offer.declined')),

  loadRepayment: repayments,
  requestPayment: ofOrder({ sent: paymentThat('sent'), failed: paymentThat('failed'), paid: paymentThat('paid') }),
  loadPayment: payments,
  verifyPayment: payments,

  openAccount: ofOrder({ '': { businessNumber: '174379', accountNumber: 'A000000001' } }),
  askChannel: ofOrder({ '': null }),
  loadRollover: ofOrder(rollovers),
  chooseRollover: ofOrder({ chosen: rollovers.chosen, paid: rollovers.paid }),
  confirmRollover: ofOrder({ '': rollovers.confirmed }),
  withdrawRollover: ofOrder({ '': rollovers.open }),
  loadProofs: ofOrder({ '': [proof] }),
  uploadProofPicture: ofOrder({ '': { handle: 'photo-1', picture: 'picture-1' } }),
  sendProof: ofOrder({ '': proof }),
  authoriseCard: ofOrder({ '': { is: 'taken', amount: PART, lastFour: '4242' } }),

  loadTickets: only({ tickets: [], open: { count: 0, needsReply: 0 } }),
  checkFeedback: only({ can: true, most: 5, open: [] }),
  loadFeedbackQuestions: only([{ question: 'When?', answer: 'Soon.' }]),
  loadRedDot: only({ unread: true }),
  loadTicket: constant({
    '': ticket,
    received: { ...ticket, status: TICKET.received, messages: [] },
    done: { ...ticket, status: TICKET.done },
  }),
  uploadPicture: only('0123456789abcdef0123456789abcdef'),
  sendFeedback: only(ticket),
  actOnTicket: only(ticket),
  loadCancellation: constant({
    open: cancellation(null),
    barred: cancellation('debt'),
    'signed in long ago': { ...cancellation(null), signInFirst: true },
    requested: { ...cancellation('debt'), requestedAt: NOW },
  }),
  requestClosing: only(undefined),
  closeAccount: only(undefined),
};

/**
 * Answers of a port that depend on the state that calls it, by the id of the invoke. Answers that no lender could give
 * in that state are not explored.
 */
export const answersOfInvoke: Readonly<Record<string, (context: JourneyContext) => Named<HomeData> | Named<RepaymentDetail>>> = {
  refreshHome: homeAgain(later),
  rewordHome: homeAgain(later),
  checkReview: homeAgain(later),
  checkLending: homeAgain(later),
  reconcileDrawing: homeAgain((status) => [status, ...afterSome(status, 'offer.accepted', 'money.drawn', 'offer.declined')]),
  reconcilePayment: (c) => ({ ...repayments(c), 'paid meanwhile': repaymentPaid(c.paying?.statement) }),
  searchPayment: (c) => ({ 'nothing new': repaymentWith(null), arrived: repaymentPaid(c.paying?.statement) }),
  refreshBalance: homeAgain((status) => [status, ...after(status, 'payment.received', 'loan.settled')]),
};
