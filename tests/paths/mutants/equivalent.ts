/** Mutants that behave exactly as the chart that ships, with the reason. Such a mutant shows no gap in the checks. */
import type { ChartName, Judged } from './judgeMutants.ts';

interface Equivalent {
  chart: ChartName;
  names: RegExp;
  why: string;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    chart: 'journey',
    names: /^(customerServices|aboutUs|faq|language) --back\.requested\[1\]--> removed$/,
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
  {
    chart: 'journey',
    names: /^nation --back\.requested\[2\]--> removed$/,
    why: 'the group around the page has the same Back',
  },
  {
    chart: 'journey',
    names:
      /^(apply\.(toBorrow\.opening|reviewTips\.askingReview)|borrow\.confirmBorrow\.\w+|repay\.[\w.]+) --application\.sentElsewhere--> removed$/,
    why: 'the order is no application there, and the root does nothing without one',
  },
  {
    chart: 'journey',
    names: /^takingSession --back\.requested--> removed$/,
    why: 'nothing around the state handles Back, so it does nothing either',
  },
  {
    chart: 'journey',
    names: /^repay\.repayDetail\.(choosing|askingChannel|refreshing) --.* retargeted to repay\.repayDetail\.loaded$/,
    why: 'the repayment was read already and has no open payment, so loaded leads to choosing at once',
  },
  {
    chart: 'journey',
    names: /^card --back\.requested--> retargeted to repay\.repayDetail\.loaded$/,
    why: 'the repayment was read already and has no open payment, so loaded leads to choosing at once',
  },
  {
    chart: 'journey',
    names:
      /^repay\.cashier\.(reconciling --reconcilePayment answered\[1\]|(polling|verifying) --\w+ failed\[2\])--> retargeted to repay\.cashier\.(starting|evaluating)$/,
    why: 'the payment is open, so starting and evaluating lead to waiting at once',
  },
  {
    chart: 'journey',
    names:
      /^repay\.cashier\.(starting --always\[0\]--> retargeted to repay\.cashier\.evaluating|evaluating --always\[2\]--> retargeted to repay\.cashier\.starting)$/,
    why: 'the payment is open, so both lead to waiting at once',
  },
  {
    chart: 'journey',
    names:
      /^repay\.cashier\.(reconciling --reconcilePayment|searchingPayment --searchPayment) answered\[0\]--> retargeted to repay\.cashier\.evaluating$/,
    why: 'the payment was received, so evaluating leads to the balance at once',
  },
  {
    chart: 'journey',
    names: /^repay\.cashier\.refused --payment\.otherWayRequested--> retargeted to repay\.cashier\.starting$/,
    why: 'the way is paybill by then and no payment is open, so starting leads there at once',
  },
  {
    chart: 'journey',
    names: /^feedback\.feedbackDetail\.(failed --retry|shown --refresh)\.requested--> retargeted to feedback\.feedbackDetail\.opening$/,
    why: 'the page has the number of its ticket, so opening leads to loading at once',
  },
  {
    chart: 'journey',
    names: /^apply\.loanQuestion\.reviewing --change\.requested\[4\]--> guard isChangeOf dropped$/,
    why: 'the four before it take every other section',
  },
];

/** Why this mutant behaves as the chart that ships; null: no reason is known. */
export const equivalenceOf = ({ chart, mutant }: Pick<Judged, 'chart' | 'mutant'>): string | null =>
  EQUIVALENT.find((one) => one.chart === chart && one.names.test(mutant.name))?.why ?? null;
