/** Pure rules about one payment. */
import type { Cents } from './money.ts';
import type { Payment, PaymentLine, ReceivedPayment, RepaymentDetail } from './order.ts';

/** The outcome is not known yet. */
export const isPaymentOpen = ({ state }: Pick<Payment, 'state'>): boolean => state === 'sent' || state === 'unknown';

/** The lender's own record of a prompt, not money that the statement lists. */
export const isPrompt = (payment: Payment | ReceivedPayment): payment is Payment => 'payOrderId' in payment;

const isSame = (a: PaymentLine, b: PaymentLine): boolean => a.at === b.at && a.amount === b.amount && a.channel === b.channel;

const newLines = (before: RepaymentDetail, now: RepaymentDetail): PaymentLine[] =>
  now.payments.filter((one) => !before.payments.some((old) => isSame(old, one)));

/** Payments of the statement as one; null for none. */
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
 * The answer to a payment request was lost, and the lender lists no open payment: either nothing was
 * sent, or the borrower has paid in the meantime and the statement has a line more.
 * @param before the statement as it was when the amount was chosen.
 * @param amount what was chosen.
 * @returns the payment as the statement lists it; null when none of this amount has arrived.
 */
export const paidMeanwhile = (before: RepaymentDetail, now: RepaymentDetail, amount: Cents): ReceivedPayment | null =>
  receivedAs(
    now.orderNo,
    newLines(before, now)
      .filter((one) => one.channel === 'mpesa' && one.amount === amount)
      .slice(0, 1),
  );

/** Payments by hand since then, of any amount: people pay in parts and round up. */
export const arrivedSince = (before: RepaymentDetail, now: RepaymentDetail): ReceivedPayment | null =>
  receivedAs(now.orderNo, newLines(before, now));
