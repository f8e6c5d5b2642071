/** Moving the due date: the values that lender and app share. */
import { addDays, type CalendarDate } from './calendar.ts';
import type { Cents } from './money.ts';
import type { LoanBalance } from './order.ts';
import { rolloverCost, type LoanProduct } from './terms.ts';

/** An option: a number of days, and its whole cost. */
export interface RolloverOption {
  days: number;
  fee: Cents;
  tax: Cents;
  /** Fee and tax: paid first, to the dedicated account. It does not make the loan smaller. */
  total: Cents;
  newDueDate: CalendarDate;
  /** What is still owed on the new date. */
  owedThen: Cents;
}

/** Why the date cannot be moved now. `penaltyOpen`: the late charge comes first. */
export type RolloverObstacle = 'off' | 'timesUsed' | 'penaltyOpen';

/** The option that was chosen: its fee has an account number of its own. */
export interface ChosenRollover extends RolloverOption {
  extensionNo: string;
  businessNumber: string;
  accountNumber: string;
  /** What has arrived there, and what is still missing. */
  received: Cents;
  missing: Cents;
}

export interface RolloverDetail {
  orderNo: string;
  dueDate: CalendarDate;
  /** Late charge to be paid before. */
  penalty: Cents;
  obstacle: RolloverObstacle | null;
  timesUsed: number;
  timesAllowed: number;
  options: RolloverOption[];
  chosen: ChosenRollover | null;
  /** The extension that was confirmed last. */
  confirmed: { extensionNo: string; days: number; newDueDate: CalendarDate } | null;
}

/** In time the days are added to the due date; when late, to the day of the confirmation. */
export const rolloverOption = (product: LoanProduct, balance: LoanBalance, today: CalendarDate, days: number): RolloverOption => ({
  days,
  ...rolloverCost(product, balance.principal, days),
  newDueDate: addDays(balance.daysLate > 0 ? today : balance.dueDate, days),
  owedThen: balance.left - balance.penalty,
});

export const rolloverObstacle = (product: LoanProduct, balance: LoanBalance, timesUsed: number): RolloverObstacle | null => {
  if (!product.rollover.enabled) return 'off';
  if (timesUsed >= product.rollover.maxTimes) return 'timesUsed';
  return balance.penalty > 0 ? 'penaltyOpen' : null;
};
