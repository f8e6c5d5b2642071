/**
 * How long the app waits before it asks the lender again about an order on which others work. A push or a return to the app
 * asks at once.
 */
import { MINUTE, type Instant } from './calendar.ts';
import type { Order } from './order.ts';
import { STATUS } from './orderStatus.ts';

const SECOND = 1_000;

/** A prompt that is open, and money that has just been sent. */
const AT_ONCE = 5 * SECOND;
/** A radio that has been woken takes about so long to sleep again: more often would keep it awake. */
const AT_LEAST = 30 * SECOND;

const RARELY = 5 * MINUTE;

/** The times of the first polls, counted from the sending of an application. One comes just after the usual answer at ten minutes. */
const ASSESSMENT = [MINUTE, 4 * MINUTE, 10 * MINUTE + 5 * SECOND, 40 * MINUTE];
const LATER = 30 * MINUTE;

const untilNext = (waited: number): number => {
  const next = ASSESSMENT.find((moment) => moment > waited);
  return next === undefined ? LATER : Math.max(AT_LEAST, next - waited);
};

/** Most money arrives within a minute; what has not may wait for the float of the rail, or for its message about a payment. */
const untilArrival = (waited: number): number => (waited < MINUTE ? AT_ONCE : waited < 10 * MINUTE ? AT_LEAST : RARELY);

/**
 * @param order null: none is known.
 * @param readAt when it was read last; null: not yet. Not the present moment: the length of a timer must not change while it runs.
 * @param timesAsked about a fee that is paid by hand, of which no moment is known.
 * @returns ms until the next question.
 */
export function nextQuestionIn(order: Order | null, readAt: Instant | null, timesAsked = 0): number {
  if (order === null || readAt === null) return AT_ONCE;
  // Home may have been read before the application was sent.
  const waitedSince = (began: Instant | null | undefined): number => Math.max(0, readAt - (began ?? readAt));
  if (order.status === STATUS.applying) return untilNext(waitedSince(order.submittedAt));
  if (order.status === STATUS.lending) return untilArrival(waitedSince(order.disbursement?.requestedAt));
  if (order.openPayment) return untilArrival(waitedSince(order.openPayment.promptUntil));
  return Math.min(AT_ONCE * 2 ** timesAsked, RARELY);
}
