/** The ceiling rises with loans that are paid on time. */
import { describe, expect, it } from 'vitest';
import { shillings } from '#machines/model/money.ts';
import { isPrincipalAllowed } from '#machines/model/terms.ts';
import { ceilingAfter, ceilingsOf } from '#src/market/ceilings.ts';
import { firstLoan, products } from '#src/market/products.ts';

describe('ceiling', () => {
  it.each([
    [0, 5_000],
    [1, 10_000],
    [2, 20_000],
    [3, 40_000],
    [4, 60_000],
    [5, 60_000],
    [1_000, 60_000],
  ])('ceiling after %i loans paid on time: KSh %i', (loans, amount) => {
    expect(ceilingAfter(firstLoan, loans)).toBe(shillings(amount));
  });

  it.each(products)('ceilings of $id: each is a principal that the product lends, and larger than the one before', (product) => {
    const ceilings = ceilingsOf(product);
    for (const ceiling of ceilings) expect(isPrincipalAllowed(product, ceiling, ceiling)).toBe(true);
    expect(ceilings.toSorted((a, b) => a - b)).toEqual(ceilings);
    expect(new Set(ceilings).size).toBe(ceilings.length);
  });

  it('product whose steps do not divide its largest loan: ends at the last step below it', () => {
    const odd = { ...firstLoan, minPrincipal: shillings(1_000), principalStep: shillings(700), maxPrincipal: shillings(20_000) };
    expect(ceilingsOf(odd).map((ceiling) => ceiling / 100)).toEqual([4_500, 8_700, 17_100, 19_900]);
  });

  it('product whose first loan is its largest: has one ceiling', () => {
    expect(ceilingsOf({ ...firstLoan, firstLoanMax: firstLoan.maxPrincipal })).toEqual([firstLoan.maxPrincipal]);
  });
});
