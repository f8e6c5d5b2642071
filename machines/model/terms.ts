/**
 * The price of a loan, as pure functions: what is sent, what is owed, what it costs in a year, what
 * being late adds. Lender, screens and inspector all ask here, so no page can show another amount
 * than the ledger holds. ACT/365, half-up to a whole shilling when the contract is formed.
 */
import { addDays, daysBetween, type CalendarDate } from './calendar.ts';
import { divideHalfUp, toWholeShillings, type BasisPoints, type Cents } from './money.ts';

export interface LoanProduct {
  id: string;
  name: string;
  minPrincipal: Cents;
  maxPrincipal: Cents;
  /** Ceiling of a borrower's first loan. */
  firstLoanMax: Cents;
  /** The principal moves in these steps. */
  principalStep: Cents;
  /** Terms on offer, in days. */
  termDays: readonly number[];
  /** Interest on the principal, per year of 365 days. */
  interestRate: BasisPoints;
  /** Processing fee on the principal: once, or per day of the term. */
  fee: { rate: BasisPoints; mode: 'flat' | 'daily' };
  /** Tax on the fee, shown under its own name. */
  tax: { name: string; rate: BasisPoints };
  /** Late charge on outstanding principal, per day. */
  penaltyRate: BasisPoints;
  /** The product is refused when the APR of any loan it could make is above this. */
  aprCap: BasisPoints;
  /** `offlineMinimum`: the least that is asked for where the borrower sends the money by hand. */
  repayment: { minimum: Cents; step: Cents; offlineMinimum: Cents };
  /** Hours an approved offer stays open. */
  offerHours: number;
  /** Hours after which approved money is sent without another word of the borrower; left out: never. Less than {@link offerHours}. */
  autoDisburseHours?: number;
  /** Loans a borrower has paid back on time before this product is offered to them; left out: none. */
  afterLoans?: number;
  rollover: { enabled: boolean; feeRatePerDay: BasisPoints; days: readonly number[]; maxTimes: number };
}

export interface LoanTerms {
  principal: Cents;
  termDays: number;
  interest: Cents;
  fee: Cents;
  tax: Cents;
  /** Principal less fee and tax: what arrives. */
  sent: Cents;
  /** Principal plus interest: what is paid back on the due date. */
  owed: Cents;
  /** Interest, fee and tax together. */
  totalCost: Cents;
  /** Yearly cost of what is really received, simple: `totalCost / sent * 365 / days`. */
  apr: BasisPoints;
  /** The same with compounding: `(owed / sent) ^ (365 / days) - 1`. */
  effectiveRate: BasisPoints;
}

const YEAR = 365;
const WHOLE: BasisPoints = 10_000;

/** Interest for `days` on `principal`, in whole shillings. */
export const interestFor = (principal: Cents, rate: BasisPoints, days: number): Cents =>
  toWholeShillings(principal * rate * days, WHOLE * YEAR);

/**
 * The terms of one loan. Never throws: a product whose fee eats the principal gives a `sent` of
 * zero or less and an `apr` of Infinity, which {@link whyProductIsRefused} refuses.
 */
/** The term that is chosen first. @throws where the product has none, which `products.ts` refuses at start. */
export function firstTermOf({ id, termDays: [first] }: Pick<LoanProduct, 'id' | 'termDays'>): number {
  if (first === undefined) throw new Error(`product ${id} has no term`);
  return first;
}

export function termsFor(product: LoanProduct, principal: Cents, termDays: number): LoanTerms {
  const interest = interestFor(principal, product.interestRate, termDays);
  const feeDays = product.fee.mode === 'daily' ? termDays : 1;
  const fee = toWholeShillings(principal * product.fee.rate * feeDays, WHOLE);
  const tax = toWholeShillings(fee * product.tax.rate, WHOLE);
  const sent = principal - fee - tax;
  const owed = principal + interest;
  const totalCost = interest + fee + tax;
  const apr = sent > 0 ? divideHalfUp(totalCost * YEAR * WHOLE, sent * termDays) : Infinity;
  const effectiveRate = sent > 0 ? Math.round(((owed / sent) ** (YEAR / termDays) - 1) * WHOLE) : Infinity;
  return { principal, termDays, interest, fee, tax, sent, owed, totalCost, apr, effectiveRate };
}

/** Store policy forbids personal loans that are due in full within this many days. */
export const SHORTEST_HONEST_TERM = 61;

/**
 * Why a lender must not offer this product, as one English sentence for the operator; null when it
 * is sound. Checked at start for every principal step and term the product could make.
 */
export function whyProductIsRefused(product: LoanProduct): string | null {
  const { id } = product;
  if (product.termDays.length === 0) return `product ${id} has no term`;
  if (!(product.minPrincipal > 0) || product.minPrincipal > product.maxPrincipal)
    return `product ${id}: the smallest principal must be above zero and not above the largest`;
  if (product.firstLoanMax < product.minPrincipal || product.firstLoanMax > product.maxPrincipal)
    return `product ${id}: the first-loan ceiling must lie between the smallest and the largest principal`;
  if (!(product.principalStep > 0)) return `product ${id}: the principal step must be above zero`;
  const { autoDisburseHours: auto } = product;
  if (auto !== undefined && !(auto > 0 && auto < product.offerHours))
    return `product ${id}: money can only be sent by itself while the offer is open, within ${product.offerHours} hours`;
  for (const days of product.termDays) {
    if (days < SHORTEST_HONEST_TERM) return `product ${id}: a term of ${days} days is due within 60 days, which store policy forbids`;
    for (let p = product.minPrincipal; p <= product.maxPrincipal; p += product.principalStep) {
      const terms = termsFor(product, p, days);
      const loan = `${p / 100} for ${days} days`;
      if (terms.sent <= 0) return `product ${id}: a loan of ${loan} would send ${terms.sent / 100}, which is not above zero`;
      if (terms.apr > product.aprCap)
        return `product ${id}: a loan of ${loan} has an APR of ${terms.apr / 100}%, above the cap of ${product.aprCap / 100}%`;
    }
  }
  return null;
}

/** Why this wish cannot be lent; null when it can. */
export const faultOfWish = (
  product: LoanProduct,
  wish: { amount: Cents; termDays: number },
  ceiling: Cents,
): 'belowMinimum' | 'aboveLimit' | 'offStep' | 'noSuchTerm' | null => {
  if (!product.termDays.includes(wish.termDays)) return 'noSuchTerm';
  if (wish.amount < product.minPrincipal) return 'belowMinimum';
  if (wish.amount > Math.min(ceiling, product.maxPrincipal)) return 'aboveLimit';
  return isPrincipalAllowed(product, wish.amount, ceiling) ? null : 'offStep';
};

/** A principal the product can lend to this borrower. */
export const isPrincipalAllowed = (product: LoanProduct, principal: Cents, ceiling: Cents): boolean =>
  principal >= product.minPrincipal &&
  principal <= Math.min(ceiling, product.maxPrincipal) &&
  (principal - product.minPrincipal) % product.principalStep === 0;

/** Late charge per day on what is left of the principal. */
export const penaltyPerDay = (principalLeft: Cents, rate: BasisPoints): Cents => toWholeShillings(principalLeft * rate, WHOLE);

/**
 * In duplum: charges after default never exceed the principal at the due date; interest that was
 * unpaid then counts towards it.
 */
export const penaltyCap = (principalAtDue: Cents, unpaidInterestAtDue: Cents): Cents => Math.max(0, principalAtDue - unpaidInterestAtDue);

/**
 * Late charge of a stretch of days over which the principal did not change.
 * @param accruedBefore charge of earlier stretches, paid or not; the cap holds for the sum.
 * @returns the charge of this stretch alone.
 */
export const penaltyFor = (principalLeft: Cents, rate: BasisPoints, days: number, cap: Cents, accruedBefore: Cents = 0): Cents =>
  days <= 0 ? 0 : Math.max(0, Math.min(toWholeShillings(principalLeft * rate * days, WHOLE), cap - accruedBefore));

/** Payments go to the late charge, then interest, then principal; what is over stays to the borrower's credit. */
export function allocate(
  amount: Cents,
  due: { penalty: Cents; interest: Cents; principal: Cents },
): { penalty: Cents; interest: Cents; principal: Cents; over: Cents } {
  const penalty = Math.min(amount, due.penalty);
  const interest = Math.min(amount - penalty, due.interest);
  const principal = Math.min(amount - penalty - interest, due.principal);
  return { penalty, interest, principal, over: amount - penalty - interest - principal };
}

/** Interest the borrower is spared by settling on `today`: the contract's interest less interest to date. */
export function earlySettlementRebate(
  principal: Cents,
  rate: BasisPoints,
  termDays: number,
  disbursedOn: CalendarDate,
  today: CalendarDate,
): Cents {
  const days = Math.min(Math.max(daysBetween(disbursedOn, today), 0), termDays);
  return interestFor(principal, rate, termDays) - interestFor(principal, rate, days);
}

/** Which amounts are taken: at or above the minimum, in steps. */
export type AmountRule = Pick<LoanProduct['repayment'], 'minimum' | 'step'>;

/** What closes the loan today, as it can be asked for: M-PESA moves whole shillings, and a debt may end in cents. */
export const closingAmount = ({ settleToday }: { settleToday: Cents }): Cents => Math.ceil(settleToday / 100) * 100;

/**
 * A repayment the cashier takes: at or above the minimum and a multiple of the step, or exactly what closes the loan.
 * @param outstanding its {@link closingAmount}: interest that is not owed yet is never asked for.
 */
export const isRepaymentAllowed = (amount: Cents, outstanding: Cents, rule: AmountRule): boolean =>
  amount > 0 && (amount === outstanding || (amount < outstanding && amount >= rule.minimum && amount % rule.step === 0));

/** Fee and tax of moving the due date by `days`. */
export function rolloverCost(product: LoanProduct, principalLeft: Cents, days: number): { fee: Cents; tax: Cents; total: Cents } {
  const fee = toWholeShillings(principalLeft * product.rollover.feeRatePerDay * days, WHOLE);
  const tax = toWholeShillings(fee * product.tax.rate, WHOLE);
  return { fee, tax, total: fee + tax };
}

export const dueDateOf = (disbursedOn: CalendarDate, termDays: number): CalendarDate => addDays(disbursedOn, termDays);
