/** Why a repayment is not taken, in the order a person would find it out. */
import type { Cents } from './money.ts';
import type { LoanBalance } from './order.ts';
import { isRepaymentAllowed, type LoanProduct } from './terms.ts';

export type AmountFault = 'empty' | 'tooMuch' | 'tooLittle' | 'notAStep';

/** @returns null for exactly the amounts that {@link isRepaymentAllowed} takes. */
export function faultOf(
  amount: Cents,
  { left, settleToday }: Pick<LoanBalance, 'left' | 'settleToday'>,
  rule: LoanProduct['repayment'],
): AmountFault | null {
  if (isRepaymentAllowed(amount, left, settleToday, rule)) return null;
  if (amount <= 0) return 'empty';
  if (amount > left) return 'tooMuch';
  return amount < rule.minimum ? 'tooLittle' : 'notAStep';
}
