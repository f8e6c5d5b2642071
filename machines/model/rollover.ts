/** Rollover: the values that lender and app share. */
import { addDays, type CalendarDate } from './calendar.ts';
import type { Cents } from './money.ts';
import type { LoanBalance } from './order.ts';
import { rolloverCost, type LoanProduct } from './terms.ts';

/** An option of a rollover: a number of days, and its whole cost. */
export interface RolloverOption {
  days: number;
  fee: Cents;
  tax: Cents;
  /** Fee and tax, paid first, to the dedicated account. This payment does not reduce the debt. */
  total: Cents;
  newDueDate: CalendarDate;
  /** The debt on the new due date. */
  owedThen: Cents;
}

/** Why the due date cannot be moved now. `penaltyOpen`: the late charge must be paid before. */
export type RolloverObstacle = 'off' | 'timesUsed' | 'penaltyOpen';

/** The chosen option. Its fee has an account number of its own. */
export interface ChosenRollover extends RolloverOption {
  extensionNo: string;
  businessNumber: string;
  accountNumber: string;
  /** The part of the fee that has arrived at that account number. */
  received: Cents;
  missing: Cents;
}

export interface RolloverDetail {
  orderNo: string;
  dueDate: CalendarDate;
  /** The late charge that must be paid before. */
  penalty: Cents;
  obstacle: RolloverObstacle | null;
  timesUsed: number;
  timesAllowed: number;
  options: RolloverOption[];
  chosen: ChosenRollover | null;
  /** The rollover that was confirmed last; null: none. */
  confirmed: { extensionNo: string; days: number; newDueDate: CalendarDate } | null;
}

/** The days are added to the due date, or, when the loan is late, to the day of the confirmation. */
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
