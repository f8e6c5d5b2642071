import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideHalfUp, formatKsh, formatRate, shillings, toWholeShillings } from '#machines/model/money.ts';
import {
  allocate,
  dueDateOf,
  earlySettlementRebate,
  interestFor,
  isPrincipalAllowed,
  isRepaymentAllowed,
  penaltyCap,
  penaltyFor,
  penaltyPerDay,
  rolloverCost,
  termsFor,
  whyProductIsRefused,
  type LoanProduct,
} from '#machines/model/terms.ts';
import { firstLoan, products } from '#src/market/products.ts';

const product: LoanProduct = { ...firstLoan, termDays: [91, 180, 365] };
const whole = (cents: number): number => cents / 100;

describe('price of a loan at 30 % a year, 0.98 % fee once, 18 % tax on the fee', () => {
  test.each([
    { principal: 1_000, days: 91, interest: 75, charges: 12, sent: 988, owed: 1_075, apr: 35.32, effective: 40.28 },
    { principal: 5_000, days: 91, interest: 374, charges: 58, sent: 4_942, owed: 5_374, apr: 35.06, effective: 39.95 },
    { principal: 10_000, days: 91, interest: 748, charges: 116, sent: 9_884, owed: 10_748, apr: 35.06, effective: 39.95 },
    { principal: 10_000, days: 180, interest: 1_479, charges: 116, sent: 9_884, owed: 11_479, apr: 32.72, effective: 35.44 },
    { principal: 60_000, days: 365, interest: 18_000, charges: 694, sent: 59_306, owed: 78_000, apr: 31.52, effective: 31.52 },
  ])('price of a loan: $principal for $days days', ({ principal, days, interest, charges, sent, owed, apr, effective }) => {
    const terms = termsFor(product, shillings(principal), days);
    expect(whole(terms.interest)).toBe(interest);
    expect(whole(terms.fee + terms.tax)).toBe(charges);
    expect(whole(terms.sent)).toBe(sent);
    expect(whole(terms.owed)).toBe(owed);
    expect(terms.apr / 100).toBe(apr);
    expect(terms.effectiveRate / 100).toBe(effective);
  });

  const loan = fc.record({ principal: fc.integer({ min: 1_000, max: 60_000 }).map(shillings), days: fc.integer({ min: 61, max: 365 }) });

  test('price of a loan, every item: is a whole shilling, and the parts add up', () => {
    fc.assert(
      fc.property(loan, ({ principal, days }) => {
        const t = termsFor(product, principal, days);
        for (const amount of [t.interest, t.fee, t.tax, t.sent, t.owed]) expect(amount % 100).toBe(0);
        expect(t.sent + t.fee + t.tax).toBe(principal);
        expect(t.owed - t.interest).toBe(principal);
        expect(t.totalCost).toBe(t.owed - t.sent);
      }),
    );
  });

  test('interest: is within half a shilling of the exact figure, and rises with days and amount', () => {
    fc.assert(
      fc.property(loan, fc.integer({ min: 0, max: 100 }), ({ principal, days }, more) => {
        const interest = interestFor(principal, 3_000, days);
        expect(Math.abs(interest - (principal * 0.3 * days) / 365)).toBeLessThanOrEqual(50.000001);
        expect(interestFor(principal, 3_000, days + more)).toBeGreaterThanOrEqual(interest);
        expect(interestFor(principal + shillings(more), 3_000, days)).toBeGreaterThanOrEqual(interest);
      }),
    );
  });

  test('amount sent, grown by the APR: is the amount owed', () => {
    fc.assert(
      fc.property(loan, ({ principal, days }) => {
        const t = termsFor(product, principal, days);
        const grown = t.sent * (1 + ((t.apr / 10_000) * days) / 365);
        expect(Math.abs(grown - t.owed)).toBeLessThan(t.sent * 0.0001);
      }),
    );
  });

  test('price of a loan, half a shilling: is rounded up', () => {
    expect(toWholeShillings(150)).toBe(200);
    expect(toWholeShillings(149)).toBe(100);
    expect(divideHalfUp(5, 2)).toBe(3);
  });
});

describe('product with contradicting terms', () => {
  test('products on offer: pass the check', () => {
    for (const offered of products) expect(whyProductIsRefused(offered)).toBeNull();
  });
  test.each([
    ['a fee per day eats the loan', { fee: { rate: 98, mode: 'daily' as const } }, /would send -\d+/],
    ['an APR over the cap', { interestRate: 3_300 }, /APR of 3[678]\.\d+%, above the cap of 36%/],
    ['0.1 % a day', { interestRate: 3_650 }, /above the cap of 36%/],
    ['a term within 60 days', { termDays: [30] }, /due within 60 days/],
    ['a term of exactly 60 days', { termDays: [60] }, /due within 60 days/],
    ['no term', { termDays: [] }, /no term/],
    ['a smallest loan above the largest', { minPrincipal: shillings(70_000) }, /smallest principal/],
    ['a first loan above the largest', { firstLoanMax: shillings(70_000) }, /first-loan ceiling/],
    ['no step', { principalStep: 0 }, /step must be above zero/],
  ])('product with contradicting terms: %s', (_, change, reason) => {
    expect(whyProductIsRefused({ ...firstLoan, ...change })).toMatch(reason);
  });
  test('fee per day: from day 87 nothing would be sent', () => {
    const daily = { ...firstLoan, fee: { rate: 98, mode: 'daily' as const } };
    expect(termsFor(daily, shillings(10_000), 86).sent).toBeGreaterThan(0);
    expect(termsFor(daily, shillings(10_000), 87).sent).toBeLessThanOrEqual(0);
  });
});

describe('late charges', () => {
  const principal = shillings(10_000);
  const interest = shillings(748);
  const cap = penaltyCap(principal, interest);
  test.each([
    [1, 200, 10_948],
    [5, 1_000, 11_748],
    [46, 9_200, 19_948],
    [47, 9_252, 20_000],
    [400, 9_252, 20_000],
  ])('late charge after %i days: %i, due %i', (days, penalty, due) => {
    const charge = penaltyFor(principal, 200, days, cap);
    expect(whole(charge)).toBe(penalty);
    expect(whole(principal + interest + charge)).toBe(due);
  });
  test('4,000 paid on the due date: 6,748 remain, and five late days cost 675', () => {
    const rest = allocate(shillings(4_000), { penalty: 0, interest, principal });
    expect(rest).toEqual({ penalty: 0, interest, principal: shillings(3_252), over: 0 });
    expect(penaltyFor(principal - rest.principal, 200, 5, penaltyCap(principal - rest.principal, 0))).toBe(shillings(675));
  });
  test('zero late days: cost nothing; each late day: costs 2 %', () => {
    expect(penaltyFor(principal, 200, 0, cap)).toBe(0);
    expect(penaltyFor(principal, 200, -3, cap)).toBe(0);
    expect(penaltyPerDay(principal, 200)).toBe(shillings(200));
  });
  test('late charges, several periods: never exceed the cap', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ principal: fc.integer({ min: 0, max: 60_000 }).map(shillings), days: fc.integer({ min: 0, max: 200 }) }), {
          maxLength: 6,
        }),
        fc.integer({ min: 0, max: 60_000 }).map(shillings),
        (stretches, most) => {
          let sum = 0;
          for (const s of stretches) sum += penaltyFor(s.principal, 200, s.days, most, sum);
          expect(sum).toBeLessThanOrEqual(most);
        },
      ),
    );
  });
});

describe('payments', () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 });
  test('payment: it is split into late charge, interest and principal without a remainder', () => {
    fc.assert(
      fc.property(cents, fc.record({ penalty: cents, interest: cents, principal: cents }), (amount, due) => {
        const to = allocate(amount, due);
        expect(to.penalty + to.interest + to.principal + to.over).toBe(amount);
        if (to.interest > 0) expect(to.penalty).toBe(due.penalty);
        if (to.principal > 0) expect(to.interest).toBe(due.interest);
        if (to.over > 0) expect(to.principal).toBe(due.principal);
      }),
    );
  });
  test('10,000 settled on day 30: costs 247 of interest, 10,247 in total', () => {
    const rebate = earlySettlementRebate(shillings(10_000), 3_000, 91, '2026-06-01', '2026-07-01');
    expect(whole(shillings(10_748) - rebate)).toBe(10_247);
    expect(earlySettlementRebate(shillings(10_000), 3_000, 91, '2026-06-01', '2026-08-31')).toBe(0);
    expect(earlySettlementRebate(shillings(10_000), 3_000, 91, '2026-06-01', '2027-01-01')).toBe(0);
  });
  test.each([
    [50_000, true],
    [60_000, true],
    [55_000, false],
    [40_000, false],
    [1_024_700, true],
    [1_030_000, false],
    [1_074_800, false],
    [1_074_900, false],
    [1_100_000, false],
    [0, false],
    [-50_000, false],
  ])('a repayment of %i cents is allowed: %s', (amount, isTaken) => {
    expect(isRepaymentAllowed(amount, 1_024_700, firstLoan.repayment)).toBe(isTaken);
  });
  test.each([
    [100_000, true],
    [150_000, true],
    [500_000, true],
    [550_000, false],
    [125_000, false],
    [50_000, false],
  ])('a first loan of %i cents can be chosen: %s', (amount, isAllowed) => {
    expect(isPrincipalAllowed(firstLoan, amount, firstLoan.firstLoanMax)).toBe(isAllowed);
  });
});

describe('rollover of 10,000', () => {
  test.each([
    [7, 105, 19, 124],
    [14, 210, 38, 248],
    [30, 450, 81, 531],
  ])('rollover of 10,000 for %i days: %i + %i = %i', (days, fee, tax, total) => {
    expect(rolloverCost(firstLoan, shillings(10_000), days)).toEqual({ fee: shillings(fee), tax: shillings(tax), total: shillings(total) });
  });
});

test('due date: is counted in calendar days', () => {
  expect(dueDateOf('2026-06-01', 91)).toBe('2026-08-31');
  expect(dueDateOf('2027-12-01', 91)).toBe('2028-03-01');
});

test('money and rates: have one format', () => {
  expect(formatKsh(1_234_500)).toBe('KSh\u00A012,345');
  expect(formatKsh(1_234_567)).toBe('KSh\u00A012,345.67');
  expect(formatKsh(-100)).toBe('KSh\u00A0\u22121');
  expect(formatRate(3_506)).toBe('35.06%');
  expect(formatRate(3_000)).toBe('30%');
  expect(formatRate(98)).toBe('0.98%');
  expect(formatRate(3_650)).toBe('36.5%');
});
