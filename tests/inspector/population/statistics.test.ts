/** The tests that say whether two populations differ, against values of R. */
import { describe, expect, it } from 'vitest';
import { quantile } from '#src/inspector/population/compute/placeFigures.ts';
import { compareShares, falseDiscovery, fisher, mannWhitney, twoSided } from '#src/inspector/population/compute/statistics.ts';

describe('two shares', () => {
  it('two shares, many journeys: are compared by the pooled z-test', () => {
    // prop.test(c(45, 30), c(100, 100), correct = FALSE)
    const { p, name } = compareShares(45, 100, 30, 100);
    expect(name).toBe('two-proportion z-test');
    expect(p).toBeCloseTo(0.02846, 4);
  });

  it('two shares, few journeys: are compared by the exact test of Fisher', () => {
    // fisher.test(matrix(c(3, 1, 1, 3), 2))
    expect(fisher(3, 4, 1, 4)).toBeCloseTo(0.4857, 4);
    // fisher.test(matrix(c(1, 9, 11, 3), 2))
    expect(fisher(1, 10, 11, 14)).toBeCloseTo(0.002759, 5);
    expect(compareShares(1, 9, 11, 14).name).toBe("Fisher's exact test");
  });

  it('two shares, equal or one without journeys: no difference is found', () => {
    expect(compareShares(10, 100, 10, 100).p).toBeCloseTo(1, 6);
    expect(compareShares(0, 0, 5, 10).p).toBe(1);
    expect(compareShares(0, 40, 0, 90).p).toBe(1);
  });

  it('two shares, other way round: the same probability', () => {
    expect(compareShares(3, 900, 12, 800).p).toBeCloseTo(compareShares(12, 800, 3, 900).p, 12);
    expect(compareShares(60, 900, 90, 800).p).toBeCloseTo(compareShares(90, 800, 60, 900).p, 12);
  });
});

describe('two samples of times', () => {
  it('two samples of times: they are compared by ranks', () => {
    // wilcox.test(1:5, 6:10, exact = FALSE)
    expect(mannWhitney([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]).p).toBeCloseTo(0.01219, 5);
    expect(mannWhitney([6, 7, 8, 9, 10], [1, 2, 3, 4, 5]).p).toBeCloseTo(0.01219, 5);
  });

  it('two samples of times, ties: are corrected', () => {
    // U is 7 of a mean of 18, and ties reduce the variance from 39 to 35.59: z = (11 - 0.5) / 5.966.
    expect(mannWhitney([1, 2, 2, 3, 3, 3], [2, 3, 3, 4, 4, 5]).p).toBeCloseTo(0.0784, 4);
  });

  it('two samples of times, all equal or none: no difference is found', () => {
    expect(mannWhitney([2, 2, 2], [2, 2]).p).toBe(1);
    expect(mannWhitney([], [1]).p).toBe(1);
  });
});

it('normal distribution: two-sided probabilities are right to six digits', () => {
  expect([0, 1, 1.959964, 3.290527].map((z) => Number(twoSided(z).toFixed(6)))).toEqual([1, 0.317311, 0.05, 0.001]);
});

it('many tests: probabilities are corrected by Benjamini and Hochberg', () => {
  // p.adjust(c(0.01, 0.04, 0.03, 0.005), "BH")
  expect(falseDiscovery([0.01, 0.04, 0.03, 0.005]).map((q) => Number(q.toFixed(6)))).toEqual([0.02, 0.04, 0.04, 0.02]);
  expect(falseDiscovery([])).toEqual([]);
});

it('quantile: is a value of the sample', () => {
  expect([0, 0.5, 0.9, 1].map((share) => quantile([1, 2, 3, 4], share))).toEqual([1, 2, 4, 4]);
  expect(quantile([], 0.5)).toBeNull();
});
