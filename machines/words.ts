/** English sentences about orders and payments, for the tools that show a journey. Borrowers do not see them. */
import type { Order, Payment } from './model/order.ts';
import { statusNameOf, type StatusName } from './model/orderStatus.ts';

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

interface StatusReading {
  readonly words: string;
  /** Whether the status ends an order, or a wait, with a failure. */
  readonly isSetback: boolean;
}

const STATUSES: Readonly<Record<StatusName, StatusReading>> = {
  basicInfo: { words: 'personal information is next', isSetback: false },
  addition: { words: 'additional information is next', isSetback: false },
  identityOcr: { words: 'photos of the ID are next', isSetback: false },
  bindCard: { words: 'the payout account is next', isSetback: false },
  question: { words: 'the credit history is next', isSetback: false },
  applying: { words: 'being assessed', isSetback: false },
  confirm: { words: 'an offer is open', isSetback: false },
  getMoney: { words: 'the money can be drawn', isSetback: false },
  lending: { words: 'the money is on its way', isSetback: false },
  payFail: { words: 'the payout failed', isSetback: true },
  repaying: { words: 'being paid back', isSetback: false },
  overdued: { words: 'overdue', isSetback: true },
  finish: { words: 'paid back', isSetback: false },
  reject: { words: 'rejected', isSetback: true },
  cancel: { words: 'cancelled', isSetback: false },
};

const readingOf = (status: number): StatusReading | null => {
  const name = statusNameOf(status);
  return name === null ? null : STATUSES[name];
};

/** "personal information is next", for a status this app knows. */
export const statusWords = (status: number): string => readingOf(status)?.words ?? `status ${status}`;

export const isSetback = (status: number): boolean => readingOf(status)?.isSetback ?? false;

const isOrder = (value: unknown): value is Pick<Order, 'status'> =>
  typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'number';

/** The sentence for an answer. */
export interface AnswerWords {
  (answer: unknown): string;
  /** The sentence for an answer that has not arrived yet. */
  readonly any: string;
}

const answerWords = (any: string, words: (answer: unknown) => string): AnswerWords => Object.assign(words, { any });

/** "Application sent: being assessed", for a call whose answer is the order. */
export const withStatus = (words: string): AnswerWords =>
  answerWords(words, (answer) => (isOrder(answer) ? `${words}: ${statusWords(answer.status)}` : words));

/** The sentence for an answer of home: the status of its order. */
// The annotation lets the bundler remove the sentence from the borrower's page, which does not use it.
export const homeWords = /* @__PURE__ */ answerWords('The latest order arrived', (answer) => {
  const order = typeof answer === 'object' && answer !== null && 'order' in answer ? answer.order : null;
  return isOrder(order) ? `Latest order: ${statusWords(order.status)}` : 'The lender has no order';
});

/** Whether the answer has a value under this key that is not empty. */
const names = (answer: unknown, key: string): boolean =>
  typeof answer === 'object' && answer !== null && Object.entries(answer).some(([name, value]) => name === key && Boolean(value));

/** @returns `named` for an answer with a value under the key, else `otherwise`. @param any fits an answer of either kind. */
export const either = (key: string, any: string, named: string, otherwise: string): AnswerWords =>
  answerWords(any, (answer) => (names(answer, key) ? named : otherwise));

/** The same for an answer that is empty as a whole. */
export const ifAny = (any: string, some: string, none: string): AnswerWords => answerWords(any, (answer) => (answer ? some : none));

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

/** A short reason why a payment failed. */
export const paymentFault = (resultCode: number): string => PAYMENT_FAULTS[resultCode] ?? `result ${resultCode} of M-PESA`;

/** The outcome of a payment, as a sentence. */
export const paymentWords = /* @__PURE__ */ answerWords('An answer about the payment came', (answer) => {
  const { state, resultCode } = (answer ?? {}) as Partial<Pick<Payment, 'state' | 'resultCode'>>;
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
});
