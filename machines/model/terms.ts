/**
 * The price of a loan, as pure functions: the sent and the owed amount, the yearly cost, the late charge. Lender, screens and
 * inspector all use these functions, so no page can show another amount than the ledger holds. Days are counted as ACT/365;
 * amounts are rounded half-up to a whole shilling when the agreement is formed.
 */
import { addDays, daysBetween, type CalendarDate } from './calendar.ts';
import { divideHalfUp, shillings, shillingsToPay, toWholeShillings, type BasisPoints, type Cents } from './money.ts';

export interface LoanProduct {
  id: string;
  name: string;
  minPrincipal: Cents;
  maxPrincipal: Cents;
  /** Ceiling of a borrower's first loan. */
  firstLoanMax: Cents;
  /** The principal is a multiple of this step. */
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
  /** The product is refused if any loan of it could have a higher APR. */
  aprCap: BasisPoints;
  /** `offlineMinimum`: the minimum for money that the borrower sends by hand. */
  repayment: { minimum: Cents; step: Cents; offlineMinimum: Cents };
  /** Hours an approved offer stays open. */
  offerHours: number;
  /** Hours after which the approved money is sent without a draw; absent: never. Less than {@link offerHours}. */
  autoDisburseHours?: number;
  /** Number of loans paid on time before this product is offered to a borrower; absent: none. */
  afterLoans?: number;
  rollover: { enabled: boolean; feeRatePerDay: BasisPoints; days: readonly number[]; maxTimes: number };
}

export interface LoanTerms {
  principal: Cents;
  termDays: number;
  interest: Cents;
  fee: Cents;
  tax: Cents;
  /** Principal less fee and tax: the amount that the borrower receives. */
  sent: Cents;
  /** Principal plus interest: the amount to pay back on the due date. */
  owed: Cents;
  /** Interest, fee and tax together. */
  totalCost: Cents;
  /** Yearly cost of the received amount, without compounding: `totalCost / sent * 365 / days`. */
  apr: BasisPoints;
  /** The same with compounding: `(owed / sent) ^ (365 / days) - 1`. */
  effectiveRate: BasisPoints;
}

/** The parts of a payout in the statement of a loan, in the order of the ledger. */
export const payoutParts = ({ principal, sent, fee, tax, interest }: LoanTerms) => [
  { part: 'principal' as const, amount: principal },
  { part: 'sent' as const, amount: sent },
  { part: 'fee' as const, amount: fee },
  { part: 'tax' as const, amount: tax },
  { part: 'interest' as const, amount: interest },
];

const YEAR = 365;
const WHOLE: BasisPoints = 10_000;

/** Interest for `days` on `principal`, in whole shillings. */
export const interestFor = (principal: Cents, rate: BasisPoints, days: number): Cents =>
  toWholeShillings(principal * rate * days, WHOLE * YEAR);

/**
 * The terms of one loan. Never throws: a product whose fee is as high as the principal gives a `sent` of
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

/** Why this amount and term cannot be lent; null when they can. */
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
 * In duplum: charges after default never exceed the principal at the due date. Interest that was unpaid at the due date
 * counts as such a charge.
 */
export const penaltyCap = (principalAtDue: Cents, unpaidInterestAtDue: Cents): Cents => Math.max(0, principalAtDue - unpaidInterestAtDue);

/**
 * Late charge of a period in which the principal did not change.
 * @param accruedBefore charge of earlier periods, paid or not; the cap applies to the sum.
 * @returns the charge of this period alone.
 */
export const penaltyFor = (principalLeft: Cents, rate: BasisPoints, days: number, cap: Cents, accruedBefore: Cents = 0): Cents =>
  days <= 0 ? 0 : Math.max(0, Math.min(toWholeShillings(principalLeft * rate * days, WHOLE), cap - accruedBefore));

/** A payment is allocated to the late charge, then interest, then principal. The rest stays to the borrower's credit. */
export function allocate(
  amount: Cents,
  due: { penalty: Cents; interest: Cents; principal: Cents },
): { penalty: Cents; interest: Cents; principal: Cents; over: Cents } {
  const penalty = Math.min(amount, due.penalty);
  const interest = Math.min(amount - penalty, due.interest);
  const principal = Math.min(amount - penalty - interest, due.principal);
  return { penalty, interest, principal, over: amount - penalty - interest - principal };
}

/** Interest that the borrower saves by settling on `today`: the contract's interest less interest to date. */
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

/** The allowed amounts: at or above the minimum, in steps. */
export type AmountRule = Pick<LoanProduct['repayment'], 'minimum' | 'step'>;

/** The amount that closes the loan today. */
export const closingAmount = ({ settleToday }: { settleToday: Cents }): Cents => shillings(shillingsToPay(settleToday));

/**
 * Whether a repayment is allowed: at or above the minimum and a multiple of the step, or exactly the closing amount.
 * @param outstanding the loan's {@link closingAmount}, which excludes interest that is not owed yet.
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
