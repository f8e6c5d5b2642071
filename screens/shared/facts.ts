import { firstTermOf, termsFor, type LoanProduct } from '#machines/model/terms.ts';
import { formatApr, formatKsh, formatRate } from '#machines/model/money.ts';
import { ceilingsOf } from '#src/market/ceilings.ts';
import { LIMITS } from '#src/market/limits.ts';
import { products } from '#src/market/products.ts';
import { clockHour, REMINDERS } from '#src/market/reminders.ts';
import { PROMISES } from '#src/market/support.ts';

/** Promises that do not depend on the product, for texts. */
export const promises = {
  answerMinutes: PROMISES.reviewMinutes,
  answerDays: PROMISES.reviewWorkingDays,
  moneyFrom: PROMISES.disbursementMinutes.from,
  moneyTo: PROMISES.disbursementMinutes.to,
  creditMinutes: PROMISES.repaymentMinutes,
  reapplyDays: PROMISES.reapplyDays,
  formMinutes: PROMISES.formMinutes,
  age: LIMITS.age.minimum,
};

/**
 * The figures of a product, formatted for texts. Every figure on a page comes from the product on offer, so a changed product
 * changes every page. The example is the largest first loan for the first term.
 */
export const factsOf = (product: LoanProduct) => {
  const terms = termsFor(product, product.firstLoanMax, firstTermOf(product));
  const longest = Math.max(...product.termDays);
  const longestOfAll = Math.max(longest, ...products.map(({ termDays }) => Math.max(...termDays)));
  return {
    min: formatKsh(product.minPrincipal),
    max: formatKsh(product.maxPrincipal),
    first: formatKsh(product.firstLoanMax),
    /** The ceilings after each further loan paid on time, as a list. */
    ladder: ceilingsOf(product).slice(1).map(formatKsh).join(', '),
    days: product.termDays.length > 1 ? `${product.termDays[0]}\u2013${longest}` : String(longest),
    interest: formatRate(product.interestRate),
    fee: formatRate(product.fee.rate),
    tax: formatRate(product.tax.rate),
    late: formatRate(product.penaltyRate),
    cap: formatRate(product.aprCap),
    /** The longest term of all products, and after how many loans paid on time it is offered. */
    longest: longestOfAll,
    longestAfter: Math.min(
      ...[product, ...products].filter(({ termDays }) => termDays.includes(longestOfAll)).map(({ afterLoans = 0 }) => afterLoans),
    ),
    hours: product.offerHours,
    minimum: formatKsh(product.repayment.minimum),
    step: formatKsh(product.repayment.step),
    times: product.rollover.maxTimes,
    firstReminder: REMINDERS.daysBefore[0],
    secondReminder: REMINDERS.daysBefore[1],
    textsFrom: clockHour(REMINDERS.hours.from),
    textsUntil: clockHour(REMINDERS.hours.until),
    rolloverFee: formatRate(product.rollover.feeRatePerDay),
    principal: formatKsh(terms.principal),
    termDays: terms.termDays,
    sent: formatKsh(terms.sent),
    owed: formatKsh(terms.owed),
    cost: formatKsh(terms.totalCost),
    apr: formatApr(terms.apr),
  };
};
