/** How every call may fail. */
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import { PORT_NAMES, ports, type PortName } from '#machines/ports/index.ts';
import type { Refusal } from '#machines/ports/port.ts';
import type { Named } from '../steps.ts';
import { newer } from './vocabulary.ts';

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

/** Cases of the refusals that the declarations of ports name. A missing name is a compile error. */
const REFUSALS = {
  // No case here: `lenderFails` has this refusal for every call of the lender.
  orderRefused: {},
  captchaRequired: { 'captcha asked': problem(CODE.captchaRequired) },
  receivedCodeRequired: { 'received code asked': problem(CODE.receivedCodeRequired) },
  savedElsewhere: { 'saved elsewhere': { ...problem(CODE.savedElsewhere), newer } },
  invalidField: { 'an answer refused': { ...problem(CODE.invalidField), fields: { 11: 'Choose one of the options' } } },
  verificationCodeRequired: { 'code wanted': problem(CODE.verificationCodeRequired) },
  signInRequired: { 'sign-in needed': problem(CODE.signInRequired) },
  noPaymentMethod: { 'no such channel': problem(CODE.noPaymentMethod) },
} as const satisfies { readonly [R in Refusal]: Named<Problem> };

function failuresOf({ answeredBy, refusals = [] }: (typeof ports)[PortName]): Named<Problem> {
  if (answeredBy === 'phone') return phoneFails;
  const own: Named<Problem> = Object.assign({}, ...refusals.map((name) => REFUSALS[name]));
  return { ...lenderFails, ...own, ...(answeredBy === 'both' ? phoneFails : {}) };
}

/** Failures of each port: those of the lender or the phone, whichever answers, and the refusals that the declaration names. */
export const failures = Object.fromEntries(PORT_NAMES.map((name) => [name, failuresOf(ports[name])])) as {
  readonly [P in PortName]: Named<Problem>;
};

/** Whether the phone or its shell answers the port, and not the lender. */
export const isAnsweredByPhone = (port: PortName): boolean => ports[port].answeredBy === 'phone';
