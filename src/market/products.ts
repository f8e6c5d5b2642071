/** The products on offer. The server refuses to start with a product that breaks a rule of `whyProductIsRefused`, such as the APR cap. */
import type { Language } from '#machines/context.ts';
import { shillings } from '#machines/model/money.ts';
import type { LoanProduct } from '#machines/model/terms.ts';

/** Readings 3 to 7: 30 % a year, 0.98 % fee once, 18 % tax on the fee, 2 % a day when late. */
export const firstLoan: LoanProduct = {
  id: 'first-loan',
  name: 'Personal loan',
  minPrincipal: shillings(1_000),
  maxPrincipal: shillings(60_000),
  firstLoanMax: shillings(5_000),
  principalStep: shillings(500),
  termDays: [91],
  interestRate: 3_000,
  fee: { rate: 98, mode: 'flat' },
  tax: { name: 'Tax on the fee', rate: 1_800 },
  penaltyRate: 200,
  aprCap: 3_600,
  // Reading 15: 500 offline, the lenient of the two figures.
  repayment: { minimum: shillings(500), step: shillings(100), offlineMinimum: shillings(500) },
  offerHours: 24,
  rollover: { enabled: true, feeRatePerDay: 15, days: [7, 14, 30], maxTimes: 2 },
};

/** For borrowers who have repaid a loan on time: a longer term at the same prices. */
export const longerLoan: LoanProduct = {
  ...firstLoan,
  id: 'longer-loan',
  name: 'Longer loan',
  minPrincipal: shillings(5_000),
  firstLoanMax: shillings(5_000),
  termDays: [91, 180, 365],
  afterLoans: 1,
};

/** In order of recommendation; home offers the first. */
export const products: readonly LoanProduct[] = [firstLoan, longerLoan];

/** The name that borrowers see instead of {@link LoanProduct.name}. */
export const productNames: Readonly<Record<string, Record<Language, string>>> = {
  [firstLoan.id]: { en: 'Personal loan', es: 'Préstamo personal', sw: 'Mkopo binafsi' },
  [longerLoan.id]: { en: 'Longer loan', es: 'Préstamo más largo', sw: 'Mkopo wa muda mrefu' },
};
