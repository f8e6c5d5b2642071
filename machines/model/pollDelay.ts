/**
 * The pause between two polls of an order while the lender or the rail works on it. A push message and a return to the app
 * poll at once.
 */
import { MINUTE, type Instant } from './calendar.ts';
import type { Order } from './order.ts';
import { STATUS } from './orderStatus.ts';

const SECOND = 1_000;

/** For an open prompt, and for money that has just been sent. */
const AT_ONCE = 5 * SECOND;
/** A phone's radio sleeps again after about so long. A shorter pause would keep it awake and use the battery. */
const AT_LEAST = 30 * SECOND;

const RARELY = 5 * MINUTE;

/** The times of the first polls, counted from the sending of an application. One comes just after the usual answer at ten minutes. */
const ASSESSMENT = [MINUTE, 4 * MINUTE, 10 * MINUTE + 5 * SECOND, 40 * MINUTE];
const LATER = 30 * MINUTE;

const untilNext = (waited: number): number => {
  const next = ASSESSMENT.find((moment) => moment > waited);
  return next === undefined ? LATER : Math.max(AT_LEAST, next - waited);
};

/** Most money arrives within a minute. Later money may wait for the float, or for the rail's message about a payment. */
const untilArrival = (waited: number): number => (waited < MINUTE ? AT_ONCE : waited < 10 * MINUTE ? AT_LEAST : RARELY);

/**
 * @param order null: none is known.
 * @param readAt when the order was read last; null: not yet. The present moment would change the timer while it runs.
 * @param timesAsked polls so far for a fee that is paid by hand: when the borrower pays the fee is not known.
 * @returns ms until the next poll.
 */
export function nextQuestionIn(order: Order | null, readAt: Instant | null, timesAsked = 0): number {
  if (order === null || readAt === null) return AT_ONCE;
  // `began` may be later than `readAt`: home may have been read before the application was sent.
  const waitedSince = (began: Instant | null | undefined): number => Math.max(0, readAt - (began ?? readAt));
  if (order.status === STATUS.applying) return untilNext(waitedSince(order.submittedAt));
  if (order.status === STATUS.lending) return untilArrival(waitedSince(order.disbursement?.requestedAt));
  if (order.openPayment) return untilArrival(waitedSince(order.openPayment.promptUntil));
  return Math.min(AT_ONCE * 2 ** timesAsked, RARELY);
}
