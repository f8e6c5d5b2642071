/** Pure rules about one payment. */
import type { Cents } from './money.ts';
import type { Payment, PaymentLine, RepaymentDetail } from './order.ts';

const isSame = (a: PaymentLine, b: PaymentLine): boolean => a.at === b.at && a.amount === b.amount && a.channel === b.channel;

/**
 * The answer to a payment request was lost, and the lender lists no open payment: either nothing was
 * sent, or the borrower has paid in the meantime and the statement has a line more.
 * @param before the statement as it was when the amount was chosen.
 * @param amount what was chosen.
 * @returns the payment as the statement tells it; null when none of this amount has arrived.
 */
export function paidMeanwhile(before: RepaymentDetail | null, now: RepaymentDetail, amount: Cents): Payment | null {
  const line = now.payments.find(
    (one) => one.channel === 'mpesa' && one.amount === amount && !(before?.payments ?? []).some((old) => isSame(old, one)),
  );
  if (!line) return null;
  return {
    payOrderId: '',
    orderNo: now.orderNo,
    amount,
    state: 'paid',
    phone: '',
    promptUntil: line.at,
    resultCode: 0,
    reason: '',
    receipt: line.receipt,
    paidAt: line.at,
  };
}
