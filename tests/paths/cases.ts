/**
 * The cases of the model: payloads of every event and answers of every port. They are typed by the vocabulary of the
 * chart, so an event or a port without cases does not compile.
 */
import { LANGUAGES, type JourneyContext, type Session } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import { nextConsent, type Collection } from '#machines/model/collection.ts';
import type { Drafts, SavedSection } from '#machines/model/application.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import { nextPhoto } from '#machines/model/idPhotos.ts';
import { FEEDBACK_LIMITS, TICKET } from '#machines/model/feedback.ts';
import type { IdentityCheck } from '#machines/model/identityCheck.ts';
import type { HomeData, Order, RepaymentDetail } from '#machines/model/order.ts';
import { APPLICATION_STEPS, isKnownStatus, STATUS, statusNameOf, type OrderStatus } from '#machines/model/orderStatus.ts';
import { initialStatus } from '#machines/order.machine.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import { PORT_NAMES, ports, type OutputOf, type PortName } from '#machines/ports/index.ts';
import type { Refusal } from '#machines/ports/port.ts';
import { isPublicRoute, ROUTES, type RouteName, type RouteTarget } from '#machines/routes.ts';
import { cardLines, identity } from '#screens/samples.ts';
import { complete } from '../forms/sectionSamples.ts';
import { after, afterSome, later } from './orderLife.ts';
import { nodesOf } from './steps.ts';
import {
  agreement,
  cancellation,
  collection,
  devices,
  FIRST_ORDER,
  homeWith,
  NOW,
  offer,
  orderIn,
  PART,
  paymentThat,
  PRINCIPAL,
  market,
  proof,
  record,
  statement,
  support,
  TODAY,
  repaymentPaid,
  repaymentWith,
  rollovers,
  session,
  ticket,
  UNKNOWN_STATUS,
} from './lenderSamples.ts';

export type EventType = JourneyEvent['type'];
export type { PortName } from '#machines/ports/index.ts';
type Payload<K extends EventType> = Omit<Extract<JourneyEvent, { type: K }>, 'type'>;

/** Cases by name. The name identifies a case, whatever its data. */
type Named<T> = Readonly<Record<string, T>>;

export type EventCases = { readonly [K in EventType]: (context: JourneyContext) => Named<Payload<K>> };
export type AnswerCases = { readonly [P in PortName]: (context: JourneyContext) => Named<OutputOf<P>> };

/** For events without a payload. */
const plain = () => ({ '': {} });
const only =
  <T>(payload: T) =>
  (): Named<T> => ({ '': payload });

export const ROUTE_TARGETS = (Object.keys(ROUTES) as RouteName[]).map((name): RouteTarget => `#${name}`);

/** To a page from another place. */
type Link = readonly [place: string, from: RouteTarget, page: RouteTarget];

/** Names of places in the names of cases. */
const PLACE_NAMES: Readonly<Record<string, string>> = { '#me': 'the profile', '#login': 'the sign-in' };

/** Pages to which another place links than the one above them in the chart. */
const fromRegistration = (['#privacyPolicy', '#termsOfService', '#pdPop', '#openApp'] as const).map((page): Link => [
  'the registration',
  '#register',
  page,
]);
const fromSettings: Link = ['the settings', '#settings', '#pop'];
const linkedElsewhere = [...fromRegistration, fromSettings].map(([, , page]): string => page);

/**
 * A page that is read leads back to the place of its link, and without a link to the place above it: a link from there is
 * explored.
 */
const linksFromAbove = nodesOf(journeyMachine).flatMap((node): Link[] => {
  const { route, on } = node.config as { route?: { actions?: unknown }; on?: Record<string, unknown> };
  if (route?.actions !== 'rememberOrigin' || linkedElsewhere.includes(`#${node.id}`)) return [];
  const back = (on?.['back.requested'] ?? []) as readonly { target?: string }[];
  const above = back.find(({ target }) => target !== undefined)?.target as RouteTarget;
  return [[PLACE_NAMES[above] ?? above, above, `#${node.id}` as RouteTarget]];
});
const isForVisitors = ([, from, page]: Link): boolean => isPublicRoute(from) && isPublicRoute(page);

const LINKS: Readonly<Record<'visitor' | 'borrower', readonly Link[]>> = {
  visitor: [...fromRegistration, ...linksFromAbove.filter(isForVisitors)],
  borrower: [...linksFromAbove.filter((link) => !isForVisitors(link)), fromSettings],
};

/** Pages of promotions; their links name the channel. */
const LANDINGS = ['#yx1', '#yx2', '#yx2ConfirmBorrow', '#yx3'] as const;

const LOST: Problem = { code: CODE.tokenExpired, message: 'Token expired, please login again' };

/** The values do not matter here: the tests of the forms check them. */
const values = { field: 'value' };
const wholeFeedback = {
  type: '1',
  description: 'My payment does not show.',
  contact: '0712345678',
  contactTime: 'any',
  requestId: 'press-1',
};
/** Values that a real lender accepts. */
const allAnswers = complete.loanQuestion;
const draftOf = (answers: Record<string, string>): Drafts => ({ loanQuestion: { values: answers, savedAt: NOW, basedOn: null } });
const newer: SavedSection = { section: 'personalInfo', values: complete.personalInfo, savedAt: NOW };

type Routes = Named<Payload<'xstate.route'>>;
const routes: Routes = {
  ...Object.fromEntries(ROUTE_TARGETS.map((to) => [to, { to }])),
  '#feedbackDetail of a ticket': { to: '#feedbackDetail', query: { ticketNo: 'F1' } },
  ...Object.fromEntries(LANDINGS.map((to) => [`${to} of a channel`, { to, query: { channelId: '7' } }])),
};
const linksOf = (who: keyof typeof LINKS): Routes =>
  Object.fromEntries(LINKS[who].map(([place, from, to]) => [`${to} from ${place}`, { to, from }] as const));
/** Computed once, because they are read in every state. */
const ROUTES_OF: { readonly visitor: Routes; readonly borrower: Routes } = {
  visitor: { ...routes, ...linksOf('visitor') },
  borrower: { ...routes, ...linksOf('borrower') },
};

export const events: EventCases = {
  'xstate.route': (c) => (c.session === null ? ROUTES_OF.visitor : ROUTES_OF.borrower),

  'clock.ticked': only({ now: NOW }),
  'network.changed': () => ({ online: { online: true }, offline: { online: false } }),
  'session.lost': (c) => ({ 'this session': { epoch: c.epoch, problem: LOST }, 'an older session': { epoch: c.epoch - 1, problem: LOST } }),
  // The app ignores the token that it has, and those that ended: each is a new one.
  'shellSession.found': (c): Named<{ session: Session }> => {
    const newSession = (of: string) => ({ ...session, token: `token-of-${of}-${c.epoch}` });
    return c.session === null
      ? { 'a borrower': { session: newSession('the-shell') } }
      : {
          'the same, renewed': { session: newSession('a-renewal') },
          'another borrower': { session: { ...newSession('another'), userId: 'borrower-2' } },
        };
  },
  'draft.notKept': plain,
  'draft.changedElsewhere': () => ({
    'all answered': { drafts: draftOf(allAnswers), changed: { loanQuestion: ['11'] } },
    'an answer less': { drafts: draftOf({ ...allAnswers, 11: '' }), changed: { loanQuestion: ['11'] } },
  }),
  'application.sentElsewhere': plain,

  'draft.saved': () => ({
    '': { section: 'personalInfo', values },
    'all answered': { section: 'loanQuestion', values: allAnswers },
    'an answer less': { section: 'loanQuestion', values: { ...allAnswers, 11: '' } },
  }),
  'notice.dismissed': plain,
  'copy.finished': only({ ok: true }),
  'language.chosen': only({ language: LANGUAGES[2] }),
  'back.requested': plain,
  'retry.requested': plain,
  'refresh.requested': plain,

  'steps.skipped': plain,
  'recording.allowed': plain,
  'recording.stopped': plain,
  'recordings.agreed': plain,
  'recordings.withdrawn': plain,
  'recording.saveRequested': plain,
  'recording.deleted': plain,

  'login.requested': plain,
  'shellSession.taken': only({ session }),
  'mobile.typed': only({ mobile: '0712' }),
  'terms.ticked': () => ({ on: { accepted: true }, off: { accepted: false } }),
  'captcha.progressed': only({ solved: 1 }),
  'captcha.waitChosen': plain,
  'captcha.workChosen': plain,
  'mobile.submitted': () => ({ right: { mobile: '0712345678' }, wrong: { mobile: '12' } }),
  'registration.submitted': () => ({
    right: { mobile: '0712345678', acceptedTerms: true },
    'without terms': { mobile: '0712345678', acceptedTerms: false },
    wrong: { mobile: '12', acceptedTerms: true },
  }),
  'code.submitted': () => ({ right: { code: '123456' }, wrong: { code: '12' } }),
  'code.requestedAgain': plain,
  'receivedCode.submitted': () => ({ right: { code: '123456' }, short: { code: '123' } }),
  'mobile.changeRequested': plain,
  'appearance.chosen': only({ appearance: 'dark' }),
  'logout.requested': plain,
  'device.removed': only({ id: 'd2' }),
  'signOutEverywhere.requested': plain,
  'signOutEverywhere.confirmed': plain,

  'application.opened': plain,
  'order.opened': plain,
  'payoutAccount.opened': plain,
  'review.requested': plain,
  'records.moreRequested': plain,
  'statement.opened': only({ orderNo: 'order-0' }),
  'lostSession.noted': plain,

  'loan.requested': () => ({ offered: { amount: PRINCIPAL, termDays: 91 }, 'not offered': { amount: 1, termDays: 91 } }),
  'picker.opened': only({ field: 'education' }),
  'picker.confirmed': only({ field: 'education', value: '1' }),
  'picker.cancelled': plain,
  'personalInfo.submitted': only({ values: complete.personalInfo }),
  'additionalInfo.submitted': only({ values: complete.additionalInfo }),
  'contact.pickRequested': only({ index: 1 }),
  'camera.opened': (c) => ({ 'the next side': { side: nextPhoto(c.photos) ?? 'front' } }),
  'camera.closed': plain,
  'camera.failed': plain,
  'photo.taken': (c) => ({ 'the next side': { side: nextPhoto(c.photos) ?? 'front', handle: 'photo-1' } }),
  /** Also a turn that the lender does not ask for any more. */
  'turnedPhoto.taken': () => ({ left: { turn: 'left', handle: 'photo-1' }, right: { turn: 'right', handle: 'photo-1' } }),
  'photo.refused': (c) => ({
    'the next side': { side: nextPhoto(c.photos) ?? 'front', problem: { code: LOCAL.photoUnreadable, message: '' } },
  }),
  'identity.submitted': plain,
  'bankCode.requested': plain,
  'walletCode.requested': () => ({
    other: { mobile: '0722000111', verificationCode: '123456' },
    own: { mobile: session.mobile, verificationCode: '123456' },
  }),
  'bankAccount.submitted': only({ values: complete.bankAccount }),
  'questionnaire.submitted': () => ({ answered: { values: allAnswers }, 'not answered': { values } }),
  'newerVersion.taken': plain,
  'ownVersion.kept': plain,
  'change.requested': () => ({
    personal: { section: 'personalInfo', field: 'lastName' },
    additional: { section: 'additionalInfo', field: 'industryCategory' },
    photo: { section: 'idPhotos', field: 'face' },
    account: { section: 'bankAccount', field: 'accountKind' },
    answer: { section: 'loanQuestion', field: '11' },
  }),
  'application.confirmed': plain,
  'consent.answered': ({ order }) => {
    const kind = (order?.collection && nextConsent(order.collection)) ?? 'contact';
    return { yes: { kind, agreed: true }, no: { kind, agreed: false } };
  },
  'consent.withdrawn': only({ kind: 'contact' }),

  'agreement.opened': plain,
  'agreement.ticked': () => ({ on: { agreed: true }, off: { agreed: false } }),
  'offer.choiceMade': () => ({ offered: { amount: PRINCIPAL, termDays: 91 }, 'not offered': { amount: 1, termDays: 91 } }),
  'offer.accepted': plain,
  'offer.declined': plain,
  'decline.confirmed': plain,
  'decline.withdrawn': plain,
  'repayment.amountChosen': () => ({
    'by prompt': { amount: PART, channel: 'mpesa', requestId: 'tap-1' },
    'by paybill': { amount: PART, channel: 'paybill', requestId: 'tap-1' },
    'to an account of its own': { amount: PART, channel: 'dedicated', requestId: 'tap-1' },
    'not allowed': { amount: 1, channel: 'mpesa', requestId: 'tap-1' },
  }),
  'payment.checkRequested': plain,
  'payment.retried': plain,
  'payment.otherWayRequested': plain,
  'receipt.closed': plain,

  'channel.asked': only({ channel: 'oxxo' }),
  'rollover.chosen': only({ days: 14 }),
  'rollover.reselectRequested': plain,
  'rollover.confirmed': plain,
  'rollover.withdrawn': plain,
  'proofs.opened': plain,
  'proof.pictureTaken': only({ handle: 'photo-1' }),
  'proof.pictureRefused': only({ problem: { code: LOCAL.photoUnreadable, message: '' } }),
  'proof.submitted': () => ({
    whole: { receipt: proof.receipt, amount: PART, pictures: ['picture-1'] },
    'without a picture': { receipt: proof.receipt, amount: PART, pictures: [] },
  }),
  'card.opened': plain,
  'card.submitted': only({ cardNumber: '4242424242424242', validTo: '12/30', cvc: '' }),

  'message.changed': only({ about: 'feedback', values: { description: 'It does not' } }),
  'picture.taken': () => ({
    fits: { handle: 'photo-1', bytes: 1_000, values },
    'one too many': { handle: 'photo-1', bytes: 1_000, values: { pictures: 'a b c d' } },
    'too large': { handle: 'photo-1', bytes: FEEDBACK_LIMITS.pictureBytes + 1, values },
  }),
  'upload.progressed': only({ sent: 500, total: 1_000 }),
  'feedback.submitted': () => ({ whole: { values: wholeFeedback }, 'not whole': { values } }),
  'ticket.answered': () => ({ said: { values: { text: 'Yes', requestId: 'press-1' } }, 'nothing said': { values } }),
  'correction.opened': plain,
  'ticket.corrected': () => ({ whole: { values: wholeFeedback }, 'too short': { values: { description: 'No' } } }),
  'ticket.closed': plain,
  'ticket.rated': only({ rating: 4 }),
  'cancellation.submitted': () => ({ 'with a reason': { values: { reason: 'costs' } }, 'without one': { values } }),
  'cancellation.confirmed': plain,
  'cancellation.withdrawn': plain,
};

/** The present order, or the first one, in each of these statuses. */
const ordersIn = (statuses: readonly OrderStatus[], { order }: JourneyContext): Named<Order> =>
  Object.fromEntries(statuses.map((status) => [statusNameOf(status), orderIn(status, order?.orderNo)]));

/** The present order after `reach`; empty without an order, or where the order chart refuses. */
const movedOn =
  (reach: (status: OrderStatus) => readonly OrderStatus[]) =>
  (c: JourneyContext): Named<Order> =>
    c.order !== null && isKnownStatus(c.order.status) ? ordersIn(reach(c.order.status), c) : {};

const homes = (orders: Named<Order | null>): Named<HomeData> =>
  Object.fromEntries(Object.entries(orders).map(([name, order]) => [name, homeWith(order)]));

/** A rejection of thirty days ago: the borrower may apply again. */
const rejectedLongAgo = ({ order }: JourneyContext): Order => {
  const rejected = orderIn(STATUS.reject, order?.orderNo);
  return { ...rejected, rejection: rejected.rejection && { ...rejected.rejection, reapplyOn: TODAY } };
};

const everyHome = (c: JourneyContext): Named<HomeData> =>
  homes({
    'no order': null,
    ...ordersIn(Object.values(STATUS), c),
    'reject, 30 days ago': rejectedLongAgo(c),
    [`status ${UNKNOWN_STATUS}`]: orderIn(UNKNOWN_STATUS, c.order?.orderNo),
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

/** Only with an order. */
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
/** Both outcomes of a comparison, and the one without a reader. */
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
  restoreDevice: () => ({
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

  findMobile: () => ({ known: { exists: true }, unknown: { exists: false } }),
  requestCode: only({ againAt: NOW + 60_000 }),
  askCaptcha: () => ({
    // In the browser, this work takes hours, and less of it is done at once.
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

  /** The application of a borrower whose data the lender still has begins at a later step. */
  startApplication: ({ order }) =>
    Object.fromEntries(
      APPLICATION_STEPS.map((step) => [`first open step ${step}`, orderIn(initialStatus([step]), `after ${order?.orderNo ?? 'none'}`)]),
    ),
  savePersonalInfo: movedOn((status) => after(status, 'basicInfo.saved')),
  saveAdditionalInfo: movedOn((status) => after(status, 'addition.saved')),
  pickContact: () => ({ picked: { index: 1, contact: { name: 'Achieng', phone: '722000111' } }, closed: { index: 1, contact: null } }),
  openCamera: () => ({ open: { handle: 'camera-1' }, refused: { obstacle: 'refused' }, missing: { obstacle: 'missing' } }),
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
  loadTicket: () => ({
    '': ticket,
    received: { ...ticket, status: TICKET.received, messages: [] },
    done: { ...ticket, status: TICKET.done },
  }),
  uploadPicture: only('0123456789abcdef0123456789abcdef'),
  sendFeedback: only(ticket),
  actOnTicket: only(ticket),
  loadCancellation: () => ({
    open: cancellation(null),
    barred: cancellation('debt'),
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

/** Codes that end a session, by the name of their constant. */
export const SESSION_LOSSES = {
  notLoggedIn: CODE.notLoggedIn,
  tokenExpired: CODE.tokenExpired,
  loggedInElsewhere: CODE.loggedInElsewhere,
  tokenInvalid: CODE.tokenInvalid,
} as const;

const problem = (code: number): Problem => ({ code, message: code > 0 ? `answer ${code}` : '' });

const phoneFails = { 'phone failed': problem(LOCAL.shellMissing) } as const;
const lenderFails = {
  refused: problem(CODE.invalidField),
  'order moved': problem(CODE.orderRefused),
  'no answer': problem(LOCAL.networkFailed),
  notLoggedIn: problem(SESSION_LOSSES.notLoggedIn),
  tokenExpired: problem(SESSION_LOSSES.tokenExpired),
  loggedInElsewhere: problem(SESSION_LOSSES.loggedInElsewhere),
  tokenInvalid: problem(SESSION_LOSSES.tokenInvalid),
} as const;

/** Refusals that a declaration names, as cases of its port. A name that is missing here is a compile error. */
const REFUSALS = {
  // Every call of the lender may get it: it is one of `lenderFails`.
  orderRefused: {},
  captchaRequired: { 'captcha asked': problem(CODE.captchaRequired) },
  receivedCodeRequired: { 'received code asked': problem(CODE.receivedCodeRequired) },
  savedElsewhere: { 'saved elsewhere': { ...problem(CODE.savedElsewhere), newer } },
  invalidField: { 'an answer refused': { ...problem(CODE.invalidField), fields: { 11: 'Choose one of the options' } } },
  verificationCodeRequired: { 'code wanted': problem(CODE.verificationCodeRequired) },
  noPaymentMethod: { 'no such channel': problem(CODE.noPaymentMethod) },
} as const satisfies { readonly [R in Refusal]: Named<Problem> };

function failuresOf({ answeredBy, refusals = [] }: (typeof ports)[PortName]): Named<Problem> {
  if (answeredBy === 'phone') return phoneFails;
  const own: Named<Problem> = Object.assign({}, ...refusals.map((name) => REFUSALS[name]));
  return { ...lenderFails, ...own, ...(answeredBy === 'both' ? phoneFails : {}) };
}

/** How each port may fail: who answers it, and which refusals of the lender its declaration names. */
export const failures = Object.fromEntries(PORT_NAMES.map((name) => [name, failuresOf(ports[name])])) as {
  readonly [P in PortName]: Named<Problem>;
};

/** What the phone and its shell answer, not the lender. */
export const isAnsweredByPhone = (port: PortName): boolean => ports[port].answeredBy === 'phone';
