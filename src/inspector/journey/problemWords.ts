/**
 * Failures in business words: one table of calls and one of causes, for the timeline, the chart, the population and the exported
 * files. With code names, the code is shown instead.
 */
import { CODE, LOCAL, toProblem, type Problem } from '#machines/model/codes.ts';
import { isPortName, ports } from '#machines/ports/index.ts';
import { lowerFirst } from '#machines/words.ts';
import { inWords, plainName } from '../names.ts';
import { fieldWords } from './fieldWords.ts';

/**
 * The purpose of a call, by id of the invoke, where it is narrower than the purpose of its port. Otherwise the declaration of
 * the port names the purpose.
 */
const INVOKES: Readonly<Record<string, string>> = {
  checkLending: 'Looking for the money',
  checkMessages: 'Looking for messages',
  checkReview: 'Looking for the decision',
  checkRollover: 'Looking for the new due date',
  priceOffer: 'Pricing the offer',
  reconcileDrawing: 'Asking whether the offer was accepted',
  reconcilePayment: 'Asking whether the payment was begun',
  reconcileRollover: 'Asking whether the due date was moved',
  refreshBalance: 'Refreshing what is owed',
  refreshHome: 'Refreshing home',
  refreshOffer: 'Refreshing the offer',
  refreshProofs: 'Refreshing the proofs of payment',
  refreshRepayment: 'Refreshing what is owed',
  rewordHome: 'Reading home in another language',
  searchPayment: 'Looking for the payment',
  withdrawConsent: 'Withdrawing the word on data of the phone',
  withdrawRecordings: 'Withdrawing the consent to recordings',
  withdrawRequest: 'Keeping the account',
};

type Causes<T> = Readonly<Record<Exclude<keyof T, 'ok'>, string>>;

const FROM_LENDER: Causes<typeof CODE> = {
  notLoggedIn: 'not signed in',
  tokenExpired: 'the session has expired',
  loggedInElsewhere: 'signed in on another phone',
  tokenInvalid: 'the session is not valid',
  invalidField: 'a field was not accepted',
  unknownPath: 'the lender does not know this call',
  badEnvelope: 'the lender could not open the request',
  tooManyRequests: 'too many tries',
  staleTimestamp: 'the clock of the phone is wrong',
  wrongMethod: 'the lender does not know this call',
  tooLarge: 'too much was sent at once',
  requestTooSlow: 'the connection was too slow',
  wrongPackage: 'the request was of another app',
  savedElsewhere: 'it was changed on another phone',
  pageOutdated: 'the page is of another version',
  serverError: 'the lender had an error',
  tryLater: 'the lender was too busy',
  orderNotFound: 'the lender does not find the order',
  orderRefused: 'the order does not allow it any more',
  orderTimedOut: 'it came too late',
  amountRefused: 'the lender does not accept the amount',
  noPaymentMethod: 'there is no such way to pay',
  reapplyTooEarly: 'it is too early to apply again',
  oneLoanAtATime: 'there is a loan already',
  paymentInProgress: 'a payment is under way',
  rolloverRefused: 'the due date cannot be moved now',
  receiptUsed: 'this receipt was counted already',
  cardRefused: 'the card was refused',
  receiptUnknown: 'M-PESA knows no such receipt',
  invalidVerificationCode: 'the code was wrong',
  verificationCodeRequired: 'a code is needed',
  mobileExists: 'the number has an account already',
  mobileUnknown: 'the number has no account',
  photoUnreadable: 'the photo could not be read',
  photosMissing: 'a photo is missing',
  tooManyWrongCodes: 'the code was wrong too often',
  captchaRequired: 'the phone must do the work first',
  idTaken: 'the ID has an account already',
  receivedCodeRequired: 'a code that the number had got before is needed',
  numberBlocked: 'the number is blocked',
  ticketNotFound: 'the lender does not find the message',
  tooManyTickets: 'there are too many open messages',
  tooManyPictures: 'there are too many pictures',
  ticketRefused: 'the message does not allow it any more',
  cancellationRefused: 'something of the account is still open',
  signInRequired: 'the borrower has to sign in again first',
};

const ON_THE_PHONE: Causes<typeof LOCAL> = {
  networkFailed: 'no answer came',
  timedOut: 'no answer came in time',
  garbageAnswer: 'the answer made no sense',
  offline: 'the phone is offline',
  offlineAsking: 'the phone is offline',
  shellMissing: 'there is no shell',
  shellSilent: 'the shell did not answer',
  shellRefused: 'the shell refused',
  storageFailed: "the phone's storage failed",
  agreementMissing: 'the agreement is not ticked',
  amountNotAllowed: 'the amount is not allowed',
  photosMissing: 'a photo is missing',
  photoUnreadable: 'the photo could not be used',
  mobileInvalid: 'this is no mobile number',
  codeInvalid: 'this is no code',
  termsNotAccepted: 'the terms are not accepted',
  mobileMissing: 'the number is missing',
  captchaFailed: 'the phone could not do the work',
  incomplete: 'something in the form is missing',
  tooManyPictures: 'there are too many pictures',
  pictureTooLarge: 'the picture is too large',
  unknown: 'the cause is unknown',
};

const CAUSES = new Map<number, { name: string; words: string }>(
  [
    [CODE, FROM_LENDER],
    [LOCAL, ON_THE_PHONE],
  ].flatMap(([codes, words]) =>
    Object.entries(words as Record<string, string>).map(
      ([name, sentence]) => [(codes as Record<string, number>)[name] as number, { name, words: sentence }] as const,
    ),
  ),
);

/** The cause of a failure: "the photo could not be read". */
export const faultWords = (error: unknown): string => {
  const { code } = toProblem(error);
  return CAUSES.get(code)?.words ?? `code ${code}`;
};

const fieldsOf = ({ fields }: Pick<Problem, 'fields'>): string[] =>
  typeof fields === 'object' && fields !== null ? Object.keys(fields) : [];

/** The cause of a failure, after the names of its fields, because a row has room for the beginning: "ID number not accepted". */
export function causeWords(error: unknown): string {
  const { code, fields } = toProblem(error);
  const names = fieldsOf({ fields }).map(fieldWords).join(', ');
  if (names === '') return faultWords(error);
  return code === CODE.invalidField ? `${names} not accepted` : `${names}: ${faultWords(error)}`;
}

/** The code of a failure: `3005 photoUnreadable`. The number comes first, because people search for it. */
export function codeOfFault(error: unknown): string {
  const { code } = toProblem(error);
  const name = CAUSES.get(code)?.name;
  return name === undefined ? String(code) : `${code} ${name}`;
}

/** The purpose of a call: "Saving personal information"; its id in words if it has none. */
export function callName(id: string, port = id.replace(/\..*$/, '')): string {
  const own = INVOKES[id] ?? INVOKES[id.replace(/\..*$/, '')];
  return own ?? (isPortName(port) ? ports[port].doing : plainName(id));
}

/** The purpose of a call, in lower case for the inside of a sentence. */
export const callInWords = (id: string): string => {
  const name = callName(id);
  return name === plainName(id) ? inWords(id) : lowerFirst(name);
};
