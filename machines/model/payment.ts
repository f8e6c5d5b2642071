/** Pure rules about one payment. */
import type { Cents } from './money.ts';
import type { Payment, PaymentLine, ReceivedPayment, RepaymentDetail } from './order.ts';

/** The outcome is not known yet. */
export const isPaymentOpen = ({ state }: Pick<Payment, 'state'>): boolean => state === 'sent' || state === 'unknown';

/** Whether the payment is the lender's record of a prompt, and not money that the statement lists. */
export const isPrompt = (payment: Payment | ReceivedPayment): payment is Payment => 'payOrderId' in payment;

const isSame = (a: PaymentLine, b: PaymentLine): boolean => a.at === b.at && a.amount === b.amount && a.channel === b.channel;

const newLines = (before: RepaymentDetail, now: RepaymentDetail): PaymentLine[] =>
  now.payments.filter((one) => !before.payments.some((old) => isSame(old, one)));

/** The sum of these payments of the statement, as one payment; null: there are none. */
const receivedAs = (orderNo: string, lines: readonly PaymentLine[]): ReceivedPayment | null => {
  const last = lines[lines.length - 1];
  if (!last) return null;
  return {
    orderNo,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
    state: 'paid',
    receipt: last.receipt,
    paidAt: last.at,
    over: lines.reduce((sum, { over }) => sum + over, 0),
  };
};

/**
 * Finds a payment after the answer to its request was lost and the lender lists no open payment. Either nothing was sent,
 * or the borrower has paid in the meantime and the statement has one more line.
 * @param before the statement at the choice of the amount.
 * @param amount the chosen amount.
 * @returns the payment as the statement lists it; null when none of this amount has arrived.
 */
export const paidMeanwhile = (before: RepaymentDetail, now: RepaymentDetail, amount: Cents): ReceivedPayment | null =>
  receivedAs(
    now.orderNo,
    newLines(before, now)
      .filter((one) => one.channel === 'mpesa' && one.amount === amount)
      .slice(0, 1),
  );

/** Payments by hand since `before`, of any amount, because people pay in parts and round up. */
export const arrivedSince = (before: RepaymentDetail, now: RepaymentDetail): ReceivedPayment | null =>
  receivedAs(now.orderNo, newLines(before, now));
