/** Why a repayment is refused. */
import type { Cents } from './money.ts';
import type { LoanBalance, PaymentChannel } from './order.ts';
import { closingAmount, isRepaymentAllowed, type AmountRule, type LoanProduct } from './terms.ts';

/** The rule for an entered amount. Payments by hand have another minimum. Money that arrives by hand is booked in any case. */
export const ruleFor = ({ minimum, step, offlineMinimum }: LoanProduct['repayment'], channel: PaymentChannel): AmountRule => ({
  minimum: channel === 'mpesa' ? minimum : offlineMinimum,
  step,
});

export type AmountFault = 'empty' | 'tooMuch' | 'tooLittle' | 'notAStep';

/**
 * @param amount null: none was entered.
 * @returns null for exactly the amounts that {@link isRepaymentAllowed} allows.
 */
export function faultOf(amount: Cents | null, balance: Pick<LoanBalance, 'settleToday'>, rule: AmountRule): AmountFault | null {
  if (amount === null) return 'empty';
  const all = closingAmount(balance);
  if (isRepaymentAllowed(amount, all, rule)) return null;
  if (amount > all) return 'tooMuch';
  return amount < rule.minimum ? 'tooLittle' : 'notAStep';
}
