/** Tests of whether two populations differ by more than chance. */

/** Probability that a standard normal number is above |z|, doubled. Abramowitz and Stegun 7.1.26; the error is below 2e-7. */
export function twoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const erfc = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x);
  return Math.min(1, Math.max(0, erfc));
}

export interface Test {
  /** Probability of a difference at least this large if both populations were alike. */
  p: number;
  name: 'two-proportion z-test' | "Fisher's exact test" | 'Mann-Whitney U test';
}

/** Cache of logarithms of factorials, by n. */
const logs: number[] = [0];
function logFactorial(n: number): number {
  for (let i = logs.length; i <= n; i++) logs.push((logs[i - 1] as number) + Math.log(i));
  return logs[n] as number;
}

/** Fisher's exact test, two-sided: the summed probabilities of all 2x2 tables that are not likelier than the observed one. */
export function fisher(hits: number, of: number, otherHits: number, otherOf: number): number {
  const [all, total] = [hits + otherHits, of + otherOf];
  const fixed = logFactorial(of) + logFactorial(otherOf) + logFactorial(all) + logFactorial(total - all) - logFactorial(total);
  const probability = (a: number): number =>
    Math.exp(fixed - logFactorial(a) - logFactorial(of - a) - logFactorial(all - a) - logFactorial(otherOf - all + a));
  const seen = probability(hits) * (1 + 1e-7);
  let p = 0;
  for (let a = Math.max(0, all - otherOf); a <= Math.min(of, all); a++) {
    const one = probability(a);
    if (one <= seen) p += one;
  }
  return Math.min(1, p);
}

/** With a smaller expected number in any cell, the normal approximation is poor. */
const LEAST_EXPECTED = 5;

/** Tests whether two shares differ: a pooled z-test, or Fisher's exact test where a cell's expected number is below five. */
export function compareShares(hits: number, of: number, otherHits: number, otherOf: number): Test {
  if (of === 0 || otherOf === 0) return { p: 1, name: "Fisher's exact test" };
  const pooled = (hits + otherHits) / (of + otherOf);
  const least = Math.min(of, otherOf) * Math.min(pooled, 1 - pooled);
  if (least < LEAST_EXPECTED) return { p: fisher(hits, of, otherHits, otherOf), name: "Fisher's exact test" };
  const z = (hits / of - otherHits / otherOf) / Math.sqrt(pooled * (1 - pooled) * (1 / of + 1 / otherOf));
  return { p: twoSided(z), name: 'two-proportion z-test' };
}

/** Tests whether one of two ascending samples has larger values: normal approximation with a correction for ties. */
export function mannWhitney(a: ArrayLike<number>, b: ArrayLike<number>): Test {
  const [n, m] = [a.length, b.length];
  const name = 'Mann-Whitney U test';
  if (n === 0 || m === 0) return { p: 1, name };
  let [i, j, rank, ranksOfA, ties] = [0, 0, 1, 0, 0];
  while (i < n || j < m) {
    const value = Math.min(i < n ? (a[i] as number) : Infinity, j < m ? (b[j] as number) : Infinity);
    const [fromI, fromJ] = [i, j];
    while (i < n && a[i] === value) i++;
    while (j < m && b[j] === value) j++;
    const equal = i - fromI + j - fromJ;
    ranksOfA += (i - fromI) * (rank + (equal - 1) / 2);
    ties += equal ** 3 - equal;
    rank += equal;
  }
  const total = n + m;
  const u = ranksOfA - (n * (n + 1)) / 2;
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)));
  if (!(variance > 0)) return { p: 1, name };
  // The correction for continuity, because U has only whole and half values.
  const distance = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5);
  return { p: twoSided(distance / Math.sqrt(variance)), name };
}

/** Corrects probabilities for the number of tests (Benjamini and Hochberg). @returns The false discovery rate of each. */
export function falseDiscovery(ps: readonly number[]): number[] {
  const order = ps.map((_, at) => at).sort((x, y) => (ps[x] as number) - (ps[y] as number));
  const corrected = ps.map(() => 1);
  let least = 1;
  for (let at = order.length - 1; at >= 0; at--) {
    const index = order[at] as number;
    least = Math.min(least, ((ps[index] as number) * ps.length) / (at + 1));
    corrected[index] = least;
  }
  return corrected;
}

/** The accepted share of false findings. */
export const ACCEPTED = 0.05;
