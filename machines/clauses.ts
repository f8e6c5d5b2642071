/**
 * Which clause of the specification each place, event, call and timer of the chart serves. The tables are not in the chart's
 * `meta`, because the chart is sent to the borrower's phone, which needs no clauses.
 * A port names its clauses where it is declared (`ports/`). A place without an entry serves the clauses of the ports
 * that it invokes; a test fails where such a place invokes none. An event without an entry does not compile. A state
 * within a place serves the clauses of the place. `docs/coverage.md` is generated from these tables.
 */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { JourneyEvent } from './events.ts';
import type { JourneySnapshot } from './journey.machine.ts';
import { isPortName, ports } from './ports/index.ts';
import type { ClauseId, Serves } from './specification.ts';

type StateId = keyof ReturnType<JourneySnapshot['getMeta']>;
/** States with an id of their own: screens, routing states and their parents. */
type PlaceId = Exclude<StateId, `${string}.${string}`>;
type StepId = Extract<StateId, `${string}.${string}`>;

const PLACES: { readonly [P in PlaceId]?: Serves } = {
  journey: ['2.spinner'],
  boot: ['3.stored'],
  sessionEnded: ['4.session', '8.session'],
  places: ['2.guard', '6.roles'],
  loadingHome: ['2.statusMap', '4.homeDisplay'],
  routingByStatus: ['2.statusMap', '3.statuses', '4.flow'],
  askingLogin: ['2.guard', '1.shell'],
  takingSession: ['1.shell'],

  tabs: ['2.tabs'],
  home: ['2.home', '4.homeDisplay'],
  records: ['2.records', '4.labels'],
  me: ['2.me'],

  user: ['1.account'],
  login: ['2.login', '1.account'],
  register: ['2.register', '1.account'],
  nation: ['2.nation'],

  apply: ['4.flow'],
  toBorrow: ['2.toBorrow', '9.loan', '1.oneLoan'],
  loadingSavedSections: ['7.userInfo'],
  personalInfo: ['2.personalInfo', '3.personal', '5.personal'],
  additionalInfo: ['2.additionalInfo', '3.work', '3.contacts', '5.contacts'],
  idPhotos: ['2.idPhotos', '3.identity', '5.identity'],
  bankAccount: ['2.bankAccount', '3.account', '5.account'],
  loanQuestion: ['2.loanQuestion', '3.questionnaire', '5.questionnaire'],
  reviewTips: ['2.reviewTips', '4.review', '4.reapply'],

  borrow: ['4.offer'],
  confirmBorrow: ['2.confirmBorrow', '4.offer', '9.loan'],
  agreement: ['2.agreement', '5.agreement'],
  lending: ['2.lending', '4.deposit'],

  repay: ['2.repayDetail'],
  repayDetail: ['2.repayDetail', '5.amount'],
  cashier: ['2.cashier'],
  rollover: ['2.rollover', '4.rollover'],
  card: ['4.coupon'],
  proofs: ['3.proof'],

  userCenter: ['2.settings'],
  settings: ['2.settings'],
  devices: ['4.session', '4.logout'],
  customerServices: ['2.customerServices', '1.support'],
  aboutUs: ['2.aboutUs'],
  faq: ['2.faq'],
  language: ['2.language', '1.language'],
  openApp: ['2.openApp'],
  helpImprove: ['1.permissions'],

  policies: ['2.policies'],
  privacyPolicy: ['2.policies'],
  termsOfService: ['2.policies'],
  pdPop: ['2.policies', '1.permissions', '9.deletion'],
  pop: ['2.policies', '1.permissions'],
  cancellationForm: ['2.cancellation', '5.cancellation'],

  promotion: ['2.promotion'],
  yx1: ['2.promotion'],
  yx2: ['2.promotion'],
  yx2ConfirmBorrow: ['2.promotion'],
  yx3: ['2.yx3'],

  feedback: ['2.feedback', '3.feedback'],
  feedbackList: ['2.feedback', '3.feedback'],
  addFeedback: ['2.feedback', '3.feedback', '5.feedback'],
  feedbackDetail: ['2.feedback', '3.feedback'],
  feedbackFaq: ['2.feedback'],
  feedbackResult: ['2.feedback'],
};

/** Steps within a place that serve other clauses than the place. */
const STEPS: { readonly [S in StepId]?: Serves } = {
  'journey.places.user.login.enteringCode': ['5.code', '1.account'],
  'journey.places.user.register.enteringCode': ['5.code', '1.account'],
  'journey.places.borrow.confirmBorrow.enteringCode': ['5.code', '4.offer'],
  'journey.places.apply.personalInfo.picking': ['2.pickers'],
  'journey.places.apply.additionalInfo.picking': ['2.pickers'],
  'journey.places.apply.additionalInfo.pickingContact': ['1.shell', '3.contacts'],
  'journey.places.apply.bankAccount.picking': ['2.pickers'],
  'journey.places.apply.loanQuestion.picking': ['2.pickers'],
  'journey.places.userCenter.settings.loggingOut': ['4.logout'],
};

const EVENTS: { readonly [E in JourneyEvent['type']]: Serves } = {
  'xstate.route': ['2.guard', '6.roles'],
  'clock.ticked': ['4.review'],
  'network.changed': ['8.network'],
  'session.lost': ['4.session', '8.session'],
  'shellSession.found': ['1.shell'],
  'draft.notKept': ['3.stored'],
  'draft.changedElsewhere': ['3.stored'],
  'application.sentElsewhere': ['4.flow'],
  'draft.saved': ['3.stored'],
  'notice.dismissed': ['8.messages'],
  'copy.finished': ['8.copied'],
  'language.chosen': ['1.language'],
  'back.requested': ['2.home'],
  'retry.requested': ['8.network'],
  'refresh.requested': ['2.statusMap'],
  'login.requested': ['1.account'],
  'shellSession.taken': ['1.shell', '1.account'],
  'mobile.typed': ['5.mobile'],
  'terms.ticked': ['1.account'],
  'mobile.submitted': ['1.account', '5.mobile'],
  'steps.skipped': ['2.yx3'],
  'registration.submitted': ['1.account', '5.mobile'],
  'code.submitted': ['1.account', '5.code'],
  'code.requestedAgain': ['1.account'],
  'captcha.progressed': ['5.mobile'],
  'captcha.waitChosen': ['5.mobile'],
  'captcha.workChosen': ['5.mobile'],
  'receivedCode.submitted': ['5.mobile'],
  'mobile.changeRequested': ['1.account'],
  'appearance.chosen': ['2.settings'],
  'logout.requested': ['4.logout'],
  'device.removed': ['4.session'],
  'signOutEverywhere.requested': ['4.logout'],
  'signOutEverywhere.confirmed': ['4.logout'],
  'application.opened': ['4.flow', '1.oneLoan'],
  'order.opened': ['2.statusMap'],
  'payoutAccount.opened': ['3.account'],
  'lostSession.noted': ['4.session'],
  'loan.requested': ['9.loan'],
  'picker.opened': ['2.pickers'],
  'picker.confirmed': ['2.pickers'],
  'picker.cancelled': ['2.pickers'],
  'personalInfo.submitted': ['3.personal'],
  'additionalInfo.submitted': ['3.work', '3.contacts'],
  'contact.pickRequested': ['3.contacts', '1.shell'],
  'camera.opened': ['3.identity', '5.identity'],
  'camera.closed': ['3.identity'],
  'camera.failed': ['5.identity'],
  'photo.taken': ['3.identity'],
  'turnedPhoto.taken': ['3.identity'],
  'photo.refused': ['5.identity'],
  'identity.submitted': ['5.identity'],
  'bankCode.requested': ['3.account', '5.code'],
  'walletCode.requested': ['3.account', '5.code'],
  'bankAccount.submitted': ['3.account'],
  'questionnaire.submitted': ['3.questionnaire', '5.questionnaire'],
  'newerVersion.taken': ['3.stored'],
  'ownVersion.kept': ['3.stored'],
  'change.requested': ['4.flow'],
  'offer.choiceMade': ['4.offer'],
  'records.moreRequested': ['2.records'],
  'review.requested': ['4.review'],
  'statement.opened': ['2.records'],
  'recording.allowed': ['1.permissions'],
  'recording.stopped': ['1.permissions'],
  'recordings.agreed': ['1.permissions'],
  'recordings.withdrawn': ['1.permissions'],
  'recording.deleted': ['1.permissions'],
  'recording.saveRequested': ['1.permissions'],
  'consent.answered': ['1.permissions', '6.collection'],
  'consent.withdrawn': ['1.permissions', '6.collection'],
  'application.confirmed': ['4.flow'],
  'agreement.opened': ['5.agreement'],
  'agreement.ticked': ['5.agreement'],
  'offer.accepted': ['4.offer', '5.agreement'],
  'offer.declined': ['4.offer'],
  'decline.confirmed': ['4.offer'],
  'decline.withdrawn': ['4.offer'],
  'repayment.amountChosen': ['5.amount'],
  'payment.checkRequested': ['2.cashier'],
  'payment.retried': ['2.cashier'],
  'payment.otherWayRequested': ['2.cashier'],
  'receipt.closed': ['2.cashier'],
  'channel.asked': ['8.noMethod'],
  'card.opened': ['4.coupon'],
  'card.submitted': ['4.coupon'],
  'proofs.opened': ['3.proof'],
  'proof.pictureTaken': ['3.proof'],
  'proof.pictureRefused': ['3.proof'],
  'proof.submitted': ['3.proof'],
  'rollover.chosen': ['4.rollover'],
  'rollover.confirmed': ['4.rollover'],
  'rollover.reselectRequested': ['4.rollover'],
  'rollover.withdrawn': ['4.rollover'],
  'message.changed': ['3.stored', '3.feedback'],
  'picture.taken': ['3.feedback', '5.feedback'],
  'upload.progressed': ['3.feedback', '3.identity'],
  'feedback.submitted': ['3.feedback', '5.feedback'],
  'ticket.answered': ['3.feedback'],
  'correction.opened': ['3.feedback'],
  'ticket.corrected': ['3.feedback', '5.feedback'],
  'ticket.closed': ['3.feedback'],
  'ticket.rated': ['3.feedback'],
  'cancellation.submitted': ['2.cancellation', '5.cancellation'],
  'cancellation.confirmed': ['2.cancellation'],
  'cancellation.withdrawn': ['2.cancellation'],
};

const TIMERS: Readonly<Record<string, Serves>> = {
  POLL: ['4.review', '4.deposit'],
  PAYMENT_POLL: ['2.cashier'],
  RECONCILE: ['8.network'],
  FOUR_STEPS: ['2.yx3'],
};

const partOf = <T>(all: Readonly<Record<string, T | undefined>>, key: string): T | undefined => all[key];

const clausesOfPort = (port: unknown): readonly ClauseId[] => (typeof port === 'string' && isPortName(port) ? ports[port].clauses : []);

/** The clauses of the ports that any step of a place invokes. */
const clausesOfCalls = (node: AnyStateNode): readonly ClauseId[] => [
  ...node.invoke.flatMap(({ src }) => clausesOfPort(src)),
  ...Object.values(node.states).flatMap((child) => clausesOfCalls(child)),
];

/** The clauses that a state serves: its own entry, or else the entry of its parent. A place never inherits. */
export function clausesOfState(node: AnyStateNode): readonly ClauseId[] {
  const own = partOf(PLACES, node.id) ?? partOf(STEPS, node.id);
  if (own) return own;
  if (node.config.id !== undefined) return [...new Set(clausesOfCalls(node))];
  return node.parent ? clausesOfState(node.parent as AnyStateNode) : [];
}

/** The clauses that a transition serves: those of its event, call or timer; for `always`, those of its state. */
export function clausesOfTransition({ eventType, source, delay }: AnyTransitionDefinition & { delay?: unknown }): readonly ClauseId[] {
  const answered = /^xstate\.(done|error)\.actor\.(.+)$/.exec(eventType);
  if (answered) {
    const own = clausesOfPort(source.invoke.find(({ id }) => id === answered[2])?.src);
    return answered[1] === 'error' ? [...own, '8.network'] : own;
  }
  if (typeof delay === 'string') return partOf(TIMERS, delay) ?? [];
  return partOf(EVENTS, eventType) ?? clausesOfState(source);
}
