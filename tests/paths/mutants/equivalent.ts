/** Mutants that nobody could tell from the chart that ships, with the reason. Such a mutant is no gap in the checks. */
import type { ChartName, Judged } from './judgeMutants.ts';

interface Equivalent {
  chart: ChartName;
  names: RegExp;
  why: string;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    chart: 'journey',
    names: /^(customerServices|aboutUs|faq) --back\.requested\[1\]--> removed$/,
    why: 'the group around the page has the same Back, which leads to the same tab',
  },
  {
    chart: 'journey',
    names:
      /^(customerServices|aboutUs|faq|language|openApp|pdPop|pop|privacyPolicy|termsOfService|nation) --back\.requested\[0\]--> retargeted to /,
    why: 'the same step raises the link to the page that the borrower came from, so the sibling is left before its call begins',
  },
  {
    chart: 'journey',
    names: /^borrow\.lending\.checking --checkLending failed\[1\]--> retargeted to borrow\.lending\.evaluating$/,
    why: 'a failed check leaves the order as it was, which is still waiting, so evaluating leads back to waiting at once',
  },
];

/** Why this mutant behaves as the chart that ships; null: it does not, as far as is known. */
export const equivalenceOf = ({ chart, mutant }: Pick<Judged, 'chart' | 'mutant'>): string | null =>
  EQUIVALENT.find((one) => one.chart === chart && one.names.test(mutant.name))?.why ?? null;
