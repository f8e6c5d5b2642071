/**
 * The meaning of each code of Daraja 3.0 for the lender. In Safaricom's documents one code can have several meanings, which the
 * text beside it distinguishes. `docs/daraja.md` has the same tables with their sources; a test compares both.
 */

/**
 * `tokenRefused`: the access token is renewed, and the call is repeated once. `invalid`: the rail does not accept what the borrower typed.
 * `subscriberLocked`: another session is open on the phone. `misconfigured`: credentials, permissions or addresses of the
 * lender are wrong. `busy`: refused because of load, limits or maintenance. `duplicate`: the rail has this request already.
 * `inProgress`: there is no result yet. `unknown`: it is unknown whether the rail acted. Only after `duplicate`, `inProgress`
 * and `unknown` money may have moved.
 */
export type ErrorMeaning =
  | 'tokenRefused'
  | 'invalid'
  | 'subscriberLocked'
  | 'misconfigured'
  | 'busy'
  | 'duplicate'
  | 'inProgress'
  | 'unknown';

export interface DocumentedError {
  errorCode: string;
  /** A part of the rail's text, if the code alone has several meanings. */
  words?: RegExp;
  /** HTTP status of the code in the documents; null: they name none. */
  http: number | null;
  errorMessage: string;
  meaning: ErrorMeaning;
}

const row = (errorCode: string, http: number | null, errorMessage: string, meaning: ErrorMeaning, words?: RegExp): DocumentedError => ({
  errorCode,
  http,
  errorMessage,
  meaning,
  ...(words ? { words } : {}),
});

/** The fields of a request that hold what a borrower has typed. */
const OF_THE_BORROWER = /phone\s*number|PartyB|AccountReference/i;

/** The first row counts that has the code and whose `words` match. */
export const ERRORS: readonly DocumentedError[] = [
  row('404.001.03', 404, 'Invalid Access Token', 'tokenRefused'),
  row('400.003.01', 400, 'Invalid Access Token', 'tokenRefused'),
  row('401.002.01', 401, 'Error Occurred - Invalid Access Token', 'tokenRefused'),
  row('401.003.01', 401, 'Error Occurred - Invalid Access Token', 'tokenRefused'),
  row('401.001', null, 'Invalid Access Token', 'tokenRefused'),
  row('400.002.02', 400, 'Bad Request - Invalid PhoneNumber', 'invalid', OF_THE_BORROWER),
  row('400.002.02', 400, 'Bad Request - Invalid', 'misconfigured'),
  row('400.002.05', 400, 'Invalid Request Payload', 'misconfigured'),
  row('400.003.02', 400, 'Bad Request', 'misconfigured'),
  row('400.001', null, 'Invalid ShortCode', 'misconfigured'),
  row('400.008.01', 400, 'Invalid Authentication passed', 'misconfigured'),
  row('400.008.02', 400, 'Invalid grant type passed', 'misconfigured'),
  row('404.001.01', 404, 'Resource not found', 'misconfigured'),
  row('404.002.01', 404, 'Resource not found', 'misconfigured'),
  row('404.003.01', 404, 'Resource not found', 'misconfigured'),
  row('404.001.04', 404, 'Invalid Authentication Header', 'misconfigured'),
  row('405.001', 405, 'Method Not Allowed', 'misconfigured'),
  row('500.001.1001', 500, 'Unable to lock subscriber', 'subscriberLocked', /lock subscriber/i),
  row('500.001.1001', 500, 'Wrong credentials', 'misconfigured', /wrong credentials/i),
  row('500.001.1001', 500, 'Merchant does not exist', 'misconfigured', /merchant does not exist/i),
  row('500.001.1001', 500, 'The transaction is being processed', 'inProgress', /being processed|still under processing/i),
  row('500.001.1001', 500, 'Internal Server Error', 'unknown'),
  row('500.002.1001', 500, 'Duplicate OriginatorConversationID', 'duplicate', /duplicate/i),
  row('500.002.1001', null, 'Service is currently under maintenance', 'busy', /maintenance/i),
  row('00.002.1001', null, 'Service is currently under maintenance', 'busy'),
  row('500.003.02', 500, 'System is busy. Please try again in few minutes.', 'busy'),
  row('500.003.02', 500, 'Error Occurred: Spike Arrest Violation', 'busy'),
  row('500.003.03', 500, 'Quota Violation', 'busy'),
  row('policies.ratelimit.SpikeArrestViolation', null, 'Spike arrest violation', 'busy'),
  row('policies.ratelimit.QuotaViolation', null, 'Rate limit quota violation', 'busy'),
  row('500.003.1001', 500, 'Urls are already registered', 'duplicate', /already registered/i),
  row('500.003.1001', 500, 'Duplicate notification info', 'misconfigured', /duplicate notification/i),
  row('500.003.1001', 500, 'Internal Server Error', 'unknown'),
];

/** A gateway gave up waiting, so what stands behind it may have acted. */
const REQUEST_TIMEOUT = 408;

/** The meaning of a missing or undocumented code, by HTTP status: it never fails a payout for good. */
function meaningOfStatus(status: number): ErrorMeaning {
  if (status === 401) return 'tokenRefused';
  if (status === 429) return 'busy';
  return status >= 400 && status < 500 && status !== REQUEST_TIMEOUT ? 'misconfigured' : 'unknown';
}

/** The meaning of an error. @param status of HTTP. */
export function meaningOf(status: number, errorCode: string, errorMessage: string): ErrorMeaning {
  const known = ERRORS.find((one) => one.errorCode === errorCode && (one.words === undefined || one.words.test(errorMessage)));
  return known?.meaning ?? meaningOfStatus(status);
}

const response = (code: string, text: string, meaning: ErrorMeaning): DocumentedResponse => ({ code, text, meaning });

/** A response code other than 0, with HTTP 200. */
export interface DocumentedResponse {
  code: string;
  text: string;
  meaning: ErrorMeaning;
}

/** Response codes of M-PESA's core (Account Balance, "Error Codes": the rows with ApiResponse, and 15). */
export const RESPONSES: readonly DocumentedResponse[] = [
  response('15', 'Duplicate Detected', 'duplicate'),
  response('24', 'Missing mandatory fields', 'misconfigured'),
  response('25', 'InvalidRequestParameters', 'invalid'),
  response('26', 'Traffic blocking condition in place', 'busy'),
  response('29', 'InvalidCommand', 'misconfigured'),
  response('100000000', 'Request was cached, waiting for resending', 'unknown'),
  response('100000001', 'The system is overload', 'busy'),
  response('100000002', 'Throttling error', 'busy'),
  response('100000004', 'Internal Server Error', 'unknown'),
  response('100000005', 'Invalid input value', 'invalid'),
  response('100000007', 'Service’s status is abnormal', 'busy'),
  response('100000009', 'API’s status is abnormal', 'busy'),
  response('100000010', 'Insufficient permissions', 'misconfigured'),
  response('100000011', 'Exceed the limitation of request rate', 'busy'),
];

/** The meaning of a response code other than 0; null: the code is not in {@link RESPONSES}, such as a result code. */
export const meaningOfResponse = (code: string): ErrorMeaning | null => RESPONSES.find((one) => one.code === code)?.meaning ?? null;

/** The cause of a result code other than 0. `float`: the balance of the lender's account with the rail is too low. */
export type ResultFault = 'borrower' | 'lender' | 'float' | 'rail';

export interface DocumentedResult {
  code: string;
  text: string;
  fault: ResultFault;
}

const result = (code: string, text: string, fault: ResultFault): DocumentedResult => ({ code, text, fault });

/** Results of payouts (Business To Customer, "Result Codes"). */
export const PAYOUT_RESULTS: readonly DocumentedResult[] = [
  result('1', 'The balance is insufficient for the transaction.', 'float'),
  result('2', 'Declined due to limit rule.', 'lender'),
  result('3', 'Declined due to limit rule: greater than the maximum transaction amount.', 'lender'),
  result('4', 'Declined due to limit rule: would exceed daily transfer limit.', 'borrower'),
  result('8', 'Declined due to limit rule: would exceed the maximum balance.', 'borrower'),
  result('11', 'The DebitParty is in an invalid state.', 'lender'),
  result('21', 'The initiator is not allowed to initiate this request', 'lender'),
  result('2001', 'The initiator information is invalid.', 'lender'),
  result('2006', 'Declined due to account rule: The account status does not allow this transaction.', 'lender'),
  result('2028', 'The request is not permitted according to product assignment.', 'lender'),
  result('2040', "Credit Party customer type (Unregistered or Registered Customer) can't be supported by the service.", 'borrower'),
  result('8006', 'The security credential is locked.', 'lender'),
  result('SFC_IC0003', 'The operator does not exist.', 'borrower'),
];

/** Results of prompts (M-PESA Express, "Result codes"; 26 is in the list of Account Balance). */
export const PROMPT_RESULTS: readonly DocumentedResult[] = [
  result('1', 'The balance is insufficient for the transaction.', 'borrower'),
  result('2', 'Declined due to limit rule.', 'borrower'),
  result('3', 'Declined due to limit rule: greater than the maximum transaction amount.', 'borrower'),
  result('4', 'Declined due to limit rule: would exceed daily transfer limit.', 'borrower'),
  result('8', 'Declined due to limit rule: would exceed the maximum balance.', 'lender'),
  result('17', 'Rule limited.', 'borrower'),
  result('26', 'Traffic blocking condition in place', 'rail'),
  result('1019', 'Transaction has expired.', 'borrower'),
  result('1025', 'An error occurred while sending a push request.', 'rail'),
  result('1032', 'Request cancelled by user.', 'borrower'),
  result('1037', 'DS timeout user cannot be reached.', 'borrower'),
  result('2001', 'The initiator information is invalid.', 'borrower'),
  result('2028', 'The request is not permitted according to product assignment.', 'lender'),
  result('8006', 'The security credential is locked.', 'borrower'),
  result('SFC_IC0003', 'The operator does not exist.', 'lender'),
];

/** The payment was reversed before. */
export const ALREADY_REVERSED = 'R000001';

/** Results of reversals (Reversals, "Result Codes"). */
export const REVERSAL_RESULTS: readonly DocumentedResult[] = [
  result('1', 'The balance is insufficient', 'float'),
  result('11', 'The DebitParty is in an invalid state', 'lender'),
  result('21', 'The initiator is not allowed to initiate', 'lender'),
  result('2001', 'The initiator information is invalid.', 'lender'),
  result('2006', 'Declined due to account rule', 'lender'),
  result('2028', 'Not permitted according to product assignment', 'lender'),
  result('8006', 'The security credential is locked.', 'lender'),
  result(ALREADY_REVERSED, 'The transaction has already been reversed', 'rail'),
  result('R000002', 'The OriginalTransactionID is invalid', 'lender'),
];

const faultIn = (results: readonly DocumentedResult[], code: number): ResultFault | null =>
  results.find((one) => one.code === String(code))?.fault ?? null;

/** The cause of the failure of a payout; null: no document has this code. */
export const faultOfPayout = (code: number): ResultFault | null => faultIn(PAYOUT_RESULTS, code);

/** The cause of the failure of a prompt; null: no document has this code. */
export const faultOfPrompt = (code: number): ResultFault | null => faultIn(PROMPT_RESULTS, code);
