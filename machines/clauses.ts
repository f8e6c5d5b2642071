/**
 * Which clause of the specification each place, event, call and timer of the chart serves. It stands beside
 * the chart and not in its `meta`, because the chart travels to the borrower's phone and this need not.
 * What has an id, an event or a port of its own and no entry here does not compile; what stands below serves
 * what its place serves. `docs/coverage.md` is made of this.
 */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { JourneyEvent } from './events.ts';
import type { JourneySnapshot } from './journey.machine.ts';
import type { ports } from './ports.ts';

/** Every clause, named by its section. */
export const CLAUSES = {
  '1.account': 'Registers or logs in with a mobile number and a verification code',
  '1.shell': 'Runs in a native shell; the bridge does login, logout, event log, data collection, contacts',
  '1.oneLoan': 'One loan at a time',
  '1.marketplace': 'A loan marketplace with recommended products',
  '1.support': 'A fixed support contact is shown',
  '1.permissions': 'Permissions are asked for and explained before applying',
  '1.language': 'Choice of language, English by default',

  '2.home': 'Route /',
  '2.records': 'Route /records: loan records',
  '2.me': 'Route /me: greeting, log in, FAQ, about us, customer service, settings',
  '2.bankAccount': 'Route /bank_account/add_bankcard',
  '2.personalInfo': 'Route /auth/personal_infomation',
  '2.additionalInfo': 'Route /auth/additionalInfomation',
  '2.idPhotos': 'Route /auth/id_card_authentication',
  '2.loanQuestion': 'Route /auth/loan_question',
  '2.reviewTips': 'Route /auth/review_tips',
  '2.toBorrow': 'Route /borrow/to_borrow',
  '2.confirmBorrow': 'Route /borrow/confirm_borrow',
  '2.agreement': 'Route /borrow/agreement',
  '2.lending': 'Route /borrow/lending',
  '2.repayDetail': 'Route /repay/repay_detail',
  '2.rollover': 'Route /repay/exhibition_period_detail: rollover details',
  '2.cashier': 'Route /repay/cashier',
  '2.customerServices': 'Route /user_center/customer_services',
  '2.settings': 'Route /user_center/settings: version and log out',
  '2.aboutUs': 'Route /user_center/about_us',
  '2.faq': 'Route /user_center/faq',
  '2.language': 'Route /user_center/language',
  '2.openApp': 'Route /user_center/open_app',
  '2.login': 'Route /user/login',
  '2.register': 'Route /user/register',
  '2.nation': 'Route /user/nation',
  '2.policies': 'Routes /privacy_policy, /terms_of_service, /pd_pop, /pop',
  '2.promotion': 'Routes /yx1, /yx2, /yx2ConfirmBorrow: promotion landing pages',
  '2.yx3': 'Route /yx3: mobile number, interest rate, minimum amount, vacancies',
  '2.cancellation': 'Route /cancellation_form: account cancellation',
  '2.feedback': 'Route /feedback: list, new, detail, questions, result',
  '2.unknownPath': 'Unknown paths fall back to a default',
  '2.tabs': 'Bottom tabs: Home, Records, Me',
  '2.spinner': 'An overlay while something is loading',
  '2.guard': 'Private screens ask the shell for login, else the login route',
  '2.statusMap': 'The status of the order decides the screen',
  '2.pickers': 'Pickers are bottom sheets with cancel and confirm',

  '3.stored': 'Locally stored: user, score, language, package, token and more',
  '3.statuses': 'Fifteen order statuses',
  '3.personal': 'Personal and residence information',
  '3.work': 'Work information',
  '3.contacts': 'Five emergency contacts, two of them required',
  '3.identity': 'Front, back and face; the card is read',
  '3.account': 'Bank account or mobile money, confirmed by a code',
  '3.questionnaire': 'Credit history in eleven questions',
  '3.feedback': 'Feedback of seven types with pictures, messages and a status',
  '3.proof': 'An uploaded proof of repayment',
  '3.lists': 'Reference lists',

  '4.homeDisplay': 'What home says for each status',
  '4.labels': 'Labels of an order in the records',
  '4.flow': 'The order of the steps of an application',
  '4.review': 'Assessing with a countdown of ten minutes, rejected, approved',
  '4.reapply': 'A rejected borrower may apply again after 30 days',
  '4.offer': 'The offer ends after 24 hours; confirm, and get the money',
  '4.deposit': 'The deposit arrives in 10 to 60 minutes',
  '4.coupon': 'Authorising a card gives a coupon of KSh 100',
  '4.rollover': 'Pay the fee of an extension, then confirm it',
  '4.session': 'A lost session clears data, says so, logs out through the shell, goes home',
  '4.logout': 'Logging out clears the token and local data',
  '4.conditions': 'Fields that appear, clear and are reset as others change',
  '4.analytics': 'Interactions with fields are logged by the shell',

  '5.required': 'Every required field says so when it is empty',
  '5.personal': 'Rules of the personal fields',
  '5.contacts': 'Contacts differ in relation and phone, and are not the borrower',
  '5.account': 'Rules of the account',
  '5.identity': 'All three photos are needed, clear, and readable',
  '5.agreement': 'The loan agreement must be accepted',
  '5.questionnaire': 'The questionnaire must be answered fully',
  '5.cancellation': 'A cancellation has exactly one reason',
  '5.amount': 'A repayment is a multiple of a step and above a minimum',
  '5.feedback': 'Limits of pictures and words in feedback',
  '5.mobile': 'A mobile number and a captcha are required',
  '5.code': 'A verification code is required, and may be wrong',

  '6.roles': 'Visitor and borrower',
  '6.collection': 'Collected data are uploaded only where the server enabled it for the order',

  '7.envelope': 'Calls are encrypted, their parameter named at random',
  '7.calls': 'Every call of the list is answered',
  '7.userInfo': 'Returned user info is stored',

  '8.session': 'Four codes end the session',
  '8.network': 'A call without an answer says so and hides the overlay',
  '8.messages': 'Messages of the catalogue',
  '8.noMethod': "'There is no payment method, please choose another channel'",
  '8.copied': "'Copied' and 'Copy failed'",

  '9.timeout': 'A request ends after 60 seconds',
  '9.loan': 'Amount, tenure, interest, fee, tax, penalty',
  '9.deletion': 'Data of non-borrowers are deleted after a week',
} as const satisfies Record<`${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}.${string}`, string>;

export type ClauseId = keyof typeof CLAUSES;

/** Clauses that are not about where the journey goes, and the tests that hold them. */
export const NOT_OF_THE_CHART: Readonly<Partial<Record<ClauseId, `tests/${string}.test.ts`>>> = {
  '2.unknownPath': 'tests/router/pathTable.test.ts',
  '3.lists': 'tests/market/lists.test.ts',
  '4.conditions': 'tests/forms/conditions.test.ts',
  '4.analytics': 'tests/app/analytics.test.ts',
  '5.required': 'tests/forms/messages.test.ts',
  '7.envelope': 'tests/server/wire/envelope.test.ts',
  '7.calls': 'tests/server/calls/calls.test.ts',
  '9.timeout': 'tests/api/client.test.ts',
  '9.loan': 'tests/machines/terms.test.ts',
};

type Serves = readonly [ClauseId, ...ClauseId[]];

type StateId = keyof ReturnType<JourneySnapshot['getMeta']>;
/** States with an id of their own: screens, routing states and their parents. */
type PlaceId = Exclude<StateId, `${string}.${string}`>;
type StepId = Extract<StateId, `${string}.${string}`>;

const PLACES: { readonly [P in PlaceId]: Serves } = {
  journey: ['2.spinner'],
  boot: ['3.stored'],
  sessionEnded: ['4.session', '8.session'],
  places: ['2.guard', '6.roles'],
  loadingHome: ['2.statusMap', '4.homeDisplay'],
  routingByStatus: ['2.statusMap', '3.statuses', '4.flow'],
  askingLogin: ['2.guard', '1.shell'],

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

/** Steps within a place that serve something of their own. */
const STEPS: { readonly [S in StepId]?: Serves } = {
  'journey.places.user.login.enteringCode': ['5.code', '1.account'],
  'journey.places.user.register.enteringCode': ['5.code', '1.account'],
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
  'mobile.typed': ['5.mobile'],
  'terms.ticked': ['1.account'],
  'mobile.submitted': ['1.account', '5.mobile'],
  'registration.submitted': ['1.account', '5.mobile'],
  'code.submitted': ['1.account', '5.code'],
  'code.requestedAgain': ['1.account'],
  'captcha.answered': ['5.mobile'],
  'mobile.changeRequested': ['1.account'],
  'logout.requested': ['4.logout'],
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
  'photo.taken': ['3.identity'],
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
  'recording.deleted': ['1.permissions'],
  'recording.saveRequested': ['1.permissions'],
  'consent.answered': ['1.permissions', '6.collection'],
  'consent.withdrawn': ['1.permissions', '6.collection'],
  'application.confirmed': ['4.flow'],
  'agreement.opened': ['5.agreement'],
  'agreement.ticked': ['5.agreement'],
  'offer.accepted': ['4.offer', '5.agreement'],
  'offer.declined': ['4.offer'],
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

const PORTS: { readonly [P in keyof typeof ports]: Serves } = {
  restoreDevice: ['3.stored', '1.shell'],
  askShellLogin: ['2.guard', '1.shell'],
  forgetSession: ['4.logout', '4.session'],
  logOut: ['4.logout'],
  findMobile: ['1.account'],
  requestCode: ['1.account', '3.account'],
  askCaptcha: ['5.mobile'],
  logIn: ['1.account', '7.userInfo'],
  registerBorrower: ['1.account', '7.userInfo'],
  loadCountry: ['2.nation'],
  loadSupport: ['1.support'],
  loadDownload: ['2.openApp'],
  loadVacancies: ['2.yx3'],
  loadHome: ['2.statusMap', '4.homeDisplay'],
  loadRecords: ['2.records', '4.labels'],
  loadSaved: ['7.userInfo'],
  loadStatement: ['2.records'],
  loadMarket: ['1.marketplace'],
  loadRecommendation: ['1.marketplace'],
  requestReview: ['4.review'],
  startApplication: ['1.oneLoan', '4.flow'],
  savePersonalInfo: ['3.personal'],
  saveAdditionalInfo: ['3.work', '3.contacts'],
  pickContact: ['3.contacts', '1.shell'],
  uploadPhoto: ['3.identity'],
  finishPhotos: ['3.identity'],
  bindAccount: ['3.account'],
  saveQuestionnaire: ['3.questionnaire'],
  loadCollection: ['6.collection'],
  saveConsents: ['6.collection', '1.permissions'],
  collectData: ['6.collection', '1.shell'],
  startRecording: ['1.permissions'],
  saveRecording: ['1.permissions'],
  loadOffer: ['2.confirmBorrow'],
  loadAgreement: ['5.agreement'],
  drawLoan: ['4.offer'],
  declineOffer: ['4.offer'],
  loadRepayment: ['2.repayDetail'],
  requestPayment: ['2.cashier'],
  loadPayment: ['2.cashier'],
  askChannel: ['8.noMethod'],
  openAccount: ['2.cashier'],
  verifyPayment: ['3.proof'],
  authoriseCard: ['4.coupon'],
  loadProofs: ['3.proof'],
  sendProof: ['3.proof'],
  uploadProofPicture: ['3.proof'],
  loadRollover: ['4.rollover'],
  chooseRollover: ['4.rollover'],
  confirmRollover: ['4.rollover'],
  withdrawRollover: ['4.rollover'],
  loadTickets: ['3.feedback'],
  checkFeedback: ['3.feedback'],
  loadFeedbackQuestions: ['2.feedback'],
  loadRedDot: ['3.feedback'],
  loadTicket: ['3.feedback'],
  uploadPicture: ['3.feedback', '5.feedback'],
  sendFeedback: ['3.feedback'],
  actOnTicket: ['3.feedback'],
  loadCancellation: ['2.cancellation'],
  closeAccount: ['2.cancellation', '4.logout'],
};

const TIMERS: Readonly<Record<string, Serves>> = { POLL: ['4.review', '4.deposit'], PAYMENT_POLL: ['2.cashier'] };

const partOf = <T>(all: Readonly<Record<string, T | undefined>>, key: string): T | undefined => all[key];

/** The clauses that a state serves: its own entry, or else the entry of its parent. A place never inherits. */
export function clausesOfState(node: AnyStateNode): readonly ClauseId[] {
  const own = partOf(PLACES, node.id) ?? partOf(STEPS, node.id);
  if (own) return own;
  return node.parent && node.config.id === undefined ? clausesOfState(node.parent as AnyStateNode) : [];
}

/** The clauses that a transition serves: those of its event, call or timer; for `always`, those of its state. */
export function clausesOfTransition({ eventType, source, delay }: AnyTransitionDefinition & { delay?: unknown }): readonly ClauseId[] {
  const answered = /^xstate\.(done|error)\.actor\.(.+)$/.exec(eventType);
  if (answered) {
    const port = source.invoke.find(({ id }) => id === answered[2])?.src;
    const own = typeof port === 'string' ? (partOf(PORTS, port) ?? []) : [];
    return answered[1] === 'error' ? [...own, '8.network'] : own;
  }
  if (typeof delay === 'string') return partOf(TIMERS, delay) ?? [];
  return partOf(EVENTS, eventType) ?? clausesOfState(source);
}
