import type { SavedSection } from './application.ts';
import type { FaceTurn } from './faceTurn.ts';

/**
 * Result codes of the lender's answers `{ code, msg, data }`. The specification defines 0 and the four session codes. This
 * project defines the others, such as 1xxx (the request), 2xxx (the order) and 3xxx (identity, codes by SMS).
 */
export const CODE = {
  ok: 0,

  notLoggedIn: 10010301,
  tokenExpired: 10010303,
  loggedInElsewhere: 10010304,
  tokenInvalid: 100103,

  /** A field is missing or wrong; `data.fields` maps field name to message. */
  invalidField: 1001,
  unknownPath: 1002,
  badEnvelope: 1003,
  tooManyRequests: 1004,
  /** The request's timestamp is too far from the lender's clock; nothing was done. */
  staleTimestamp: 1005,
  wrongMethod: 1006,
  tooLarge: 1007,
  /** The request stopped arriving. Nothing was done. */
  requestTooSlow: 1008,
  wrongPackage: 1011,
  /** Another device saved the section since this one read it. `data.newer` is the lender's version. Nothing was saved. */
  savedElsewhere: 1012,
  /**
   * The page has an older contract than the lender serves, or a newer one than the lender knows. Nothing was done. The page
   * reloads.
   */
  pageOutdated: 1013,
  serverError: 1500,
  /** The lender cannot take the request now: too many at once, or no room to store anything. Nothing was done. */
  tryLater: 1503,

  orderNotFound: 2001,
  /** The order chart does not allow this event in the order's present status. */
  orderRefused: 2002,
  orderTimedOut: 2003,
  amountRefused: 2004,
  noPaymentMethod: 2005,
  reapplyTooEarly: 2006,
  oneLoanAtATime: 2007,
  paymentInProgress: 2008,
  /** The due date cannot be moved now; the message says why. */
  rolloverRefused: 2009,
  /** This receipt was sent in or counted already. */
  receiptUsed: 2010,
  cardRefused: 2011,
  /** M-PESA has not confirmed a payment with this receipt. */
  receiptUnknown: 2012,

  invalidVerificationCode: 3001,
  verificationCodeRequired: 3002,
  mobileExists: 3003,
  mobileUnknown: 3004,
  photoUnreadable: 3005,
  photosMissing: 3006,
  /** Too many wrong codes were typed. Now even the right one is refused, and another code must be requested. */
  tooManyWrongCodes: 3007,
  /** The lender sends another code only after the phone did the work. It was not done, or wrongly. Nothing was sent. */
  captchaRequired: 3008,
  /** This ID number cannot be used by this account; the message says how to reach a person. Nothing was saved. */
  idTaken: 3009,
  /** Strangers have used up the codes of this number. Another one is sent only for a received code. Nothing was sent. */
  receivedCodeRequired: 3010,
  /** A person has blocked this number; the message says how to reach one, and how a loan is repaid. */
  numberBlocked: 3011,

  ticketNotFound: 4001,
  /** The borrower already has as many open tickets as are allowed. */
  tooManyTickets: 4002,
  tooManyPictures: 4003,
  /** The ticket has changed, so the act is not possible any more. */
  ticketRefused: 4004,

  /** The account cannot be closed: an obstacle remains (`CancellationBar`). */
  cancellationRefused: 5001,
  /** The session began too long ago for this act (`CLOSING_HOURS`): the borrower must sign in again first. Nothing was done. */
  signInRequired: 5002,
} as const;

/** Codes that end the session, whatever call they answer. */
const SESSION_CODES: readonly number[] = [CODE.notLoggedIn, CODE.tokenExpired, CODE.loggedInElsewhere, CODE.tokenInvalid];
export const endsSession = (code: number): boolean => SESSION_CODES.includes(code);

/** The lender's order has another status than the one on this phone. The order is loaded again before anything is shown. */
const ORDER_CODES: readonly number[] = [CODE.orderNotFound, CODE.orderRefused, CODE.orderTimedOut, CODE.oneLoanAtATime];
export const isOrderStale = (code: number): boolean => ORDER_CODES.includes(code);

/**
 * Codes of failures on the phone: of the connection, of the page or of the chart. They are negative, so that none equals a
 * code of the lender. Their texts are in `src/i18n`.
 */
export const LOCAL = {
  networkFailed: -1,
  timedOut: -2,
  garbageAnswer: -3,
  /** The phone is offline: nothing was sent. */
  offline: -4,
  shellMissing: -5,
  shellSilent: -6,
  shellRefused: -7,
  storageFailed: -8,
  /** The phone is offline: the state could not be read. A request that was sent before may have arrived. */
  offlineAsking: -9,
  agreementMissing: -10,
  amountNotAllowed: -11,
  photosMissing: -12,
  /** The file is no photo that this phone opens, or the web view was closed since it was chosen. */
  photoUnreadable: -13,
  mobileInvalid: -14,
  codeInvalid: -15,
  termsNotAccepted: -16,
  mobileMissing: -17,
  /** The phone could not do the work before another code. */
  captchaFailed: -19,
  /** A value is missing in a form that is not a section of the application. The form marks the field. */
  incomplete: -30,
  tooManyPictures: -31,
  pictureTooLarge: -32,
  unknown: -99,
} as const;

/** A failed call, as ports reject with it and screens show it: plain data, so that it survives a recording. */
export interface Problem {
  /** A value of CODE (from the lender) or LOCAL (from the phone). */
  code: number;
  /** The lender's own words in the borrower's language; empty for LOCAL codes. */
  message: string;
  /** Field name to message, where the problem is about fields. */
  fields?: Record<string, string>;
  /** The lender's version, for `savedElsewhere`. */
  newer?: SavedSection;
  /** With a refused photo of the face: the turn that the lender asks for now; null: both photos of the face are taken again. */
  turn?: FaceTurn | null;
}

/** No answer arrived, so it is unknown whether the lender acted. The state is read before anything is shown. */
export const isOutcomeUnknown = (p: Problem): boolean =>
  p.code === LOCAL.networkFailed || p.code === LOCAL.timedOut || p.code === LOCAL.garbageAnswer || p.code === CODE.serverError;

/** The phone was offline. Such a problem is cleared when the phone is online again. */
export const isOffline = (p: Problem): boolean => p.code === LOCAL.offline || p.code === LOCAL.offlineAsking;

/** Makes a problem of anything that was thrown. */
export const toProblem = (error: unknown): Problem =>
  typeof error === 'object' && error !== null && typeof (error as Problem).code === 'number'
    ? (error as Problem)
    : { code: LOCAL.unknown, message: error instanceof Error ? error.message : '' };
