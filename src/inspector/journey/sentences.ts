/** What happened, in a sentence a product owner reads. What nobody wrote a sentence for is spelled out from its name. */
import { CODE, LOCAL, toProblem } from '#machines/model/codes.ts';
import { formatKsh } from '#machines/model/money.ts';
import { statusNameOf, type StatusName } from '#machines/model/orderStatus.ts';
import type { HomeData, Order, Payment } from '#machines/model/order.ts';
import { inWords, plainName } from '../names.ts';
import { answerOf, isWithoutShell } from './eventKinds.ts';
import type { JourneyEventData } from './steps.ts';

const nameIn = (table: Readonly<Record<string, number>>, value: number): string | null =>
  Object.keys(table).find((name) => table[name] === value) ?? null;

const STATUS_WORDS: Readonly<Record<StatusName, string>> = {
  basicInfo: 'personal information is next',
  addition: 'additional information is next',
  identityOcr: 'photos of the ID are next',
  bindCard: 'the payout account is next',
  question: 'the credit history is next',
  applying: 'being assessed',
  confirm: 'an offer is open',
  getMoney: 'the money can be drawn',
  lending: 'the money is on its way',
  payFail: 'the payout failed',
  repaying: 'being paid back',
  overdued: 'overdue',
  finish: 'paid back',
  reject: 'rejected',
  cancel: 'cancelled',
};

/** "personal information is next", for a status this app knows. */
export const statusWords = (status: number): string => {
  const name = statusNameOf(status);
  return name === null ? `status ${status}` : STATUS_WORDS[name];
};

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const field = (event: JourneyEventData): string => plainName(text(event['field']));
const money = (value: unknown): string => (typeof value === 'number' ? formatKsh(value) : 'an amount');
const screen = (to: unknown): string => plainName(text(to).replace(/^#/, ''));
const isOrder = (value: unknown): value is Order =>
  typeof value === 'object' && value !== null && typeof (value as Order).status === 'number';

type Words = (event: JourneyEventData) => string;

/** Sentences by type of event. */
const SAID: Readonly<Record<string, Words>> = {
  'xstate.route': ({ to }) => `Went to ${screen(to)}`,
  'clock.ticked': () => 'A second passed',
  'network.changed': ({ online }) => (online === true ? 'The phone is online again' : 'The phone went offline'),
  'session.lost': () => 'The session was ended from outside',
  'draft.notKept': () => 'The phone could not keep the draft',
  'draft.changedElsewhere': () => 'Another window changed the draft',
  'application.sentElsewhere': () => 'Another window sent the application',
  'draft.saved': ({ section }) => `Draft of ${inWords(text(section))} kept on the phone`,
  'notice.dismissed': () => 'The message went away',
  'copy.finished': ({ ok }) => (ok === true ? 'Copied to the clipboard' : 'Copying failed'),
  'language.chosen': ({ language }) => `Chose the language ${text(language)}`,
  'back.requested': () => 'Pressed Back',
  'retry.requested': () => 'Asked to try again',
  'refresh.requested': () => 'Asked for the latest',
  'login.requested': () => 'Asked to sign in',
  'mobile.submitted': () => 'Gave the mobile number',
  'registration.submitted': () => 'Asked to register',
  'code.submitted': () => 'Gave the code from the SMS',
  'code.requestedAgain': () => 'Asked for another code',
  'mobile.changeRequested': () => 'Wanted another number',
  'logout.requested': () => 'Asked to log out',
  'application.opened': () => 'Opened the application',
  'order.opened': () => 'Opened the loan',
  'payoutAccount.opened': () => 'Opened the payout account',
  'lostSession.noted': () => 'Read that the session had ended',
  'loan.requested': ({ amount, termDays }) => `Asked for ${money(amount)} for ${text(termDays)} days`,
  'picker.opened': (event) => `Opened ${field(event)}`,
  'picker.confirmed': (event) => `Confirmed ${field(event)}`,
  'picker.cancelled': () => 'Closed the sheet without choosing',
  'personalInfo.submitted': () => 'Sent personal information',
  'additionalInfo.submitted': () => 'Sent additional information',
  'contact.pickRequested': ({ index }) => `Opened the phone book for contact ${text(index)}`,
  'photo.taken': ({ side }) => `Took the photo of the ${text(side)}`,
  'photo.refused': ({ side }) => `The photo of the ${text(side)} could not be used`,
  'identity.submitted': () => 'Sent the ID photos',
  'bankCode.requested': () => 'Asked for a code for the account',
  'walletCode.requested': () => 'Asked for a code to another M-PESA number',
  'bankAccount.submitted': () => 'Sent the payout account',
  'questionnaire.submitted': () => 'Answered the credit questions',
  'newerVersion.taken': () => "Took the lender's newer version",
  'ownVersion.kept': () => 'Kept what was typed here',
  'change.requested': (event) => `Went back to change ${field(event)}`,
  'application.confirmed': () => 'Confirmed the application',
  'agreement.opened': () => 'Opened the agreement',
  'agreement.ticked': ({ agreed }) => (agreed === true ? 'Ticked the agreement' : 'Unticked the agreement'),
  'offer.accepted': () => 'Accepted the offer',
  'offer.declined': () => 'Declined the offer',
  'repayment.amountChosen': ({ amount }) => `Chose to pay ${money(amount)}`,
  'payment.checkRequested': () => 'Asked whether the payment arrived',
  'payment.retried': () => 'Tried to pay once more',
  'payment.otherWayRequested': () => 'Wanted another way to pay',
  'receipt.closed': () => 'Closed the receipt',
};

/** Why the rail did not move the money, by its result code. */
const PAYMENT_FAULTS: Readonly<Record<number, string>> = {
  1: 'not enough money in the account',
  17: 'the same amount came a moment ago',
  26: 'M-PESA was busy',
  1001: 'another request was open on the phone',
  1019: 'nobody answered the prompt in time',
  1032: 'cancelled on the phone',
  1037: 'the phone could not be reached',
  2001: 'the PIN was wrong',
  [-1]: 'M-PESA did not answer',
};

/** Why a payment failed, short. */
export const paymentFault = (resultCode: number): string => PAYMENT_FAULTS[resultCode] ?? `result ${resultCode} of M-PESA`;

/** What became of a payment, as a sentence. */
export function paymentWords(output: unknown): string {
  const { state, resultCode } = (output ?? {}) as Partial<Pick<Payment, 'state' | 'resultCode'>>;
  switch (state) {
    case 'sent':
      return 'The prompt is on the phone';
    case 'unknown':
      return 'Nobody knows yet what became of the payment';
    case 'paid':
      return 'The payment arrived';
    case 'failed':
      return typeof resultCode === 'number' ? `The payment failed: ${paymentFault(resultCode)}` : 'The payment failed';
    default:
      return 'An answer about the payment came';
  }
}

const orderSaid = (output: unknown): string => (isOrder(output) ? `: ${statusWords(output.status)}` : '');

/** What a call brought, by port; without an entry it is said from the port's name. */
const BROUGHT: Readonly<Record<string, (output: unknown) => string>> = {
  restoreDevice: (output) =>
    (output as { session?: unknown } | undefined)?.session ? 'The phone remembered a session' : 'The phone remembered nobody',
  askShellLogin: () => 'The shell handed over a login',
  forgetSession: () => 'The session was forgotten on this phone',
  logOut: () => 'Logged out: the session was forgotten on this phone, and the lender ends it',
  findMobile: (output) => ((output as { exists?: boolean } | undefined)?.exists ? 'The number is known' : 'The number is new'),
  requestCode: () => 'The lender sent a code by SMS',
  logIn: () => 'Signed in',
  registerBorrower: () => 'Registered and signed in',
  loadHome: (output) => {
    const order = (output as HomeData | undefined)?.order;
    return order ? `Latest order: ${statusWords(order.status)}` : 'The lender has no order';
  },
  startApplication: (output) => `Application opened${orderSaid(output)}`,
  loadSaved: () => 'Earlier answers arrived',
  loadMarket: () => 'The loans on offer arrived',
  savePersonalInfo: (output) => `Personal information saved${orderSaid(output)}`,
  saveAdditionalInfo: (output) => `Additional information saved${orderSaid(output)}`,
  pickContact: (output) =>
    (output as { contact?: unknown } | undefined)?.contact ? 'A contact came from the phone book' : 'The phone book was closed',
  uploadPhoto: () => 'The photo arrived at the lender',
  finishPhotos: (output) => `ID photos accepted${orderSaid(output)}`,
  bindAccount: (output) => `Payout account saved${orderSaid(output)}`,
  saveQuestionnaire: (output) => `Application sent${orderSaid(output)}`,
  drawLoan: (output) => `Offer accepted by the lender${orderSaid(output)}`,
  declineOffer: () => 'The offer was declined',
  requestPayment: paymentWords,
  loadPayment: paymentWords,
  verifyPayment: paymentWords,
};

const FAULTS: Readonly<Record<number, string>> = {
  [LOCAL.networkFailed]: 'no answer came',
  [LOCAL.timedOut]: 'no answer came in time',
  [LOCAL.garbageAnswer]: 'the answer made no sense',
  [LOCAL.offline]: 'the phone is offline',
  [LOCAL.offlineAsking]: 'the phone is offline',
  [LOCAL.shellMissing]: 'there is no shell',
  [LOCAL.shellSilent]: 'the shell did not answer',
  [LOCAL.shellRefused]: 'the shell refused',
  [LOCAL.storageFailed]: "the phone's storage failed",
  [LOCAL.agreementMissing]: 'the agreement is not ticked',
  [LOCAL.amountNotAllowed]: 'the amount is not allowed',
  [LOCAL.photosMissing]: 'a photo is missing',
  [LOCAL.photoUnreadable]: 'the photo could not be used',
  [LOCAL.mobileInvalid]: 'this is no mobile number',
  [LOCAL.codeInvalid]: 'this is no code',
  [LOCAL.termsNotAccepted]: 'the terms are not accepted',
  [LOCAL.mobileMissing]: 'the number is missing',
  [LOCAL.channelMissing]: 'the link names no channel',
  [LOCAL.captchaMissing]: 'the letters of the picture are missing',
  [LOCAL.incomplete]: 'something in the form is missing',
  [LOCAL.tooManyPictures]: 'there are too many pictures',
  [LOCAL.pictureTooLarge]: 'the picture is too large',
  [CODE.notLoggedIn]: 'not signed in',
  [CODE.tokenExpired]: 'the session has expired',
  [CODE.loggedInElsewhere]: 'signed in on another phone',
  [CODE.tokenInvalid]: 'the session is not valid',
};

/** Why a call failed, short. */
export function faultWords(error: unknown): string {
  const { code } = toProblem(error);
  const known = FAULTS[code] ?? nameIn(CODE, code) ?? nameIn(LOCAL, code);
  return known === null ? `code ${code}` : FAULTS[code] ? known : `${inWords(known)} (${code})`;
}

/** `loadRepayment` to "load repayment", with the rest of the invoke's id where it says more. */
const callWords = (id: string, port: string): string => (id === port ? inWords(port) : inWords(id));

/** The sentence of one event, without a full stop. */
export function sentenceOf(event: JourneyEventData): string {
  const answer = answerOf(event.type);
  if (isWithoutShell(event)) return "No shell to ask for a login: the app's own pages ask";
  if (answer?.is === 'failed') return `Failed to ${callWords(answer.id, answer.port)}: ${faultWords(event['error'])}`;
  if (answer) return BROUGHT[answer.port]?.(event['output']) ?? `Answer to "${callWords(answer.id, answer.port)}"`;
  const timer = /^xstate\.after\.([^.]+)\./.exec(event.type)?.[1];
  if (timer) return /POLL/.test(timer) ? 'Time to look again' : `The time "${inWords(timer)}" was over`;
  return SAID[event.type]?.(event) ?? plainName(event.type);
}

/** What leads on from a state, in words, before it has happened: without who, how much and what came of it. */
export function wayWords(type: string): string {
  if (type === '') return 'At once';
  if (type === 'xstate.route') return 'Went to another page';
  const answer = answerOf(type);
  if (answer) return `${plainName(answer.id)} ${answer.is === 'done' ? 'done' : 'failed'}`;
  if (type.startsWith('xstate.after.')) return sentenceOf({ type });
  const words = SAID[type];
  // A sentence that is made of the event's values says nothing true without them.
  return words && words.length === 0 ? words({ type }) : plainName(type);
}

/** The raw type as it stands beside the sentence: `✓ loadHome`, `✗ loadHome`, `⏱ POLL`, `offer.accepted`. */
export function rawType({ type }: JourneyEventData): string {
  const answer = answerOf(type);
  if (answer) return `${answer.is === 'done' ? '✓' : '✗'} ${answer.id}`;
  const timer = /^xstate\.after\.([^.]+)\./.exec(type)?.[1];
  if (timer) return `⏱ ${timer}`;
  return type === 'xstate.route' ? 'route' : type;
}
