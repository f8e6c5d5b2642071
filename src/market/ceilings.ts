/**
 * The growth of a borrower's ceiling. Only loans paid on time raise it. The same loans open the later products (`afterLoans`).
 * A loan was paid on time if its books have no late charge and its last payment came by its due date, which a rollover may
 * have moved.
 */
import type { Cents } from '#machines/model/money.ts';
import type { LoanProduct } from '#machines/model/terms.ts';

export const GROWTH = {
  /** A loan paid on time multiplies the ceiling by this factor, up to the largest loan of the product. */
  factor: 2,
} as const;

/** The largest principal of the product that is not above this amount. */
const onStep = ({ minPrincipal, maxPrincipal, principalStep }: LoanProduct, amount: Cents): Cents => {
  const most = Math.min(amount, maxPrincipal);
  return most - ((most - minPrincipal) % principalStep);
};

/** The ceiling after one more loan was paid on time. */
const nextCeiling = (product: LoanProduct, ceiling: Cents): Cents => onStep(product, ceiling * GROWTH.factor);

/** Every ceiling of the product, from the first loan to the largest, in cents. */
export function ceilingsOf(product: LoanProduct): readonly [Cents, ...Cents[]] {
  const first = onStep(product, product.firstLoanMax);
  const ceilings: [Cents, ...Cents[]] = [first];
  for (let last = first, next = nextCeiling(product, last); next > last; last = next, next = nextCeiling(product, last))
    ceilings.push(next);
  return ceilings;
}

/** The most that a borrower may have after so many loans paid on time, in cents. */
export function ceilingAfter(product: LoanProduct, loansOnTime: number): Cents {
  const ceilings = ceilingsOf(product);
  return ceilings[Math.min(loansOnTime, ceilings.length - 1)] ?? ceilings[0];
}
