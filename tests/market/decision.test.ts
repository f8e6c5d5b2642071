/** The rules of the decision: every row can decide, and the outcome of each fact. */
import { describe, expect, it } from 'vitest';
import { shillings } from '#machines/model/money.ts';
import { termsFor } from '#machines/model/terms.ts';
import { decide, instalmentShare, RULES, SIGNS, type Condition, type Facts, type Rule } from '#src/market/decision.ts';
import { leastOf, overdueDays, amountsOwed, counts } from '#src/market/lists/questionnaire.ts';
import { employmentTypes, salaryBrackets } from '#src/market/lists/work.ts';
import { firstLoan } from '#src/market/products.ts';

type Known = Omit<Facts, 'signs'>;

/** The facts of an application that no rule rejects or refers. */
const clear: Known = {
  missedPayment: 'no',
  bureauListed: 'no',
  ownRating: 4,
  longestDelay: 0,
  owedElsewhere: 0,
  runningLoans: 0,
  overdueLoans: 0,
  employment: 'employee',
  instalmentShare: 12,
  idReading: 'matches',
  photosUndecided: 'no',
  photosUnread: 'no',
  idContested: 'no',
  otherHolder: 'no',
};

/** A value that just meets the condition. */
const fitting = (condition: Condition): unknown => {
  if ('isUnknown' in condition) return null;
  if ('isIn' in condition) return condition.isIn[0];
  if ('atMost' in condition) return condition.atMost;
  return 'atLeast' in condition ? condition.atLeast : condition.above + 1;
};

/** Facts that add up to this many points, without those that have a rejection of their own. */
const withSigns = (points: number): Partial<Known> => {
  const facts: Record<string, unknown> = {};
  let sum = 0;
  for (const { points: more, when } of SIGNS) {
    if (sum >= points || when.fact === 'bureauListed' || when.fact === 'overdueLoans') continue;
    facts[when.fact] = fitting(when);
    sum += more;
  }
  return facts;
};

const factsFor = ({ when }: Rule): Known =>
  when.reduce<Known>(
    (facts, condition) =>
      condition.fact === 'signs' && 'atLeast' in condition
        ? { ...facts, ...withSigns(condition.atLeast) }
        : { ...facts, [condition.fact]: fitting(condition) },
    clear,
  );

describe('rules of the decision', () => {
  it('application that fits no rule: is approved', () => {
    expect(decide(clear)).toEqual({ is: 'approve' });
  });

  it.each(RULES.map((rule) => ({ rule, title: `${rule.outcome} for ${rule.reason}: ${JSON.stringify(rule.when)}` })))(
    'rule $title: decides when its conditions just fit',
    ({ rule }) => {
      expect(decide(factsFor(rule))).toEqual({ is: rule.outcome, reason: rule.reason });
    },
  );

  it.each([
    ['two overdue loans', { overdueLoans: 2, runningLoans: 2, longestDelay: 1 }, 'approve'],
    ['three overdue loans', { overdueLoans: 3, runningLoans: 3, longestDelay: 1 }, 'reject'],
    ['a delay of 31 to 60 days', { longestDelay: 31 }, 'approve'],
    ['a delay of 61 to 90 days', { longestDelay: 61 }, 'reject'],
    ['ten loans now', { runningLoans: 10 }, 'approve'],
    ['more than ten loans now', { runningLoans: 11 }, 'reject'],
    ['six loans now and up to KSh 8,000 owed', { runningLoans: 6, owedElsewhere: 4_001 }, 'approve'],
    ['six loans now and over KSh 8,000 owed', { runningLoans: 6, owedElsewhere: 8_001 }, 'reject'],
    ['a credit bureau', { bureauListed: 'yes' }, 'refer'],
    ['a credit bureau and an overdue loan', { bureauListed: 'yes', overdueLoans: 1 }, 'reject'],
    ['a third of the income', { instalmentShare: 33 }, 'approve'],
    ['more than a third of the income', { instalmentShare: 34 }, 'refer'],
    ['two thirds of the income', { instalmentShare: 67 }, 'refer'],
    ['more than two thirds of the income', { instalmentShare: 68 }, 'reject'],
    ['no reader of cards', { idReading: 'notAsked' }, 'approve'],
    ['photos without a reading, where a person decides then', { idReading: 'notAsked', photosUnread: 'yes' }, 'refer'],
    ['photos without a reading, and arrears', { photosUnread: 'yes', overdueLoans: 5 }, 'reject'],
    ['an unread card of somebody without work', { idReading: 'unread', employment: 'unemployed' }, 'refer'],
    ['an unread card and arrears', { idReading: 'unread', overdueLoans: 5 }, 'reject'],
    ['two signs', { missedPayment: 'yes', ownRating: 2 }, 'approve'],
    ['three signs', { missedPayment: 'yes', ownRating: 2, longestDelay: 16 }, 'refer'],
    ['five signs', { missedPayment: 'yes', ownRating: 1, longestDelay: 31, owedElsewhere: 8_001 }, 'reject'],
  ] as const)('rules of the decision, %s: %j leads to %s', (_, facts, is) => {
    expect(decide({ ...clear, ...facts }).is).toBe(is);
  });

  it('rules of the decision, every employment: is decided, by a person only without regular work', () => {
    const referred = employmentTypes.filter(({ id }) => decide({ ...clear, employment: id }).is === 'refer').map(({ id }) => id);
    expect(referred).toEqual(['student', 'unemployed', 'noWork']);
  });
});

describe('instalment against income', () => {
  const share = (amount: number, bracket: string, days = 91) =>
    instalmentShare(termsFor({ ...firstLoan, termDays: [days] }, shillings(amount), days), bracket);

  it.each(salaryBrackets)('salary bracket $id: has an income', ({ id }) => {
    expect(share(1_000, id)).toBeGreaterThan(0);
  });

  it.each([
    // A loan of 1,000 costs 1,075 in 91 days: 1,075 * 30 / 91 = 354 a month, which is 9% of an income of 4,000.
    [1_000, 'upTo7999', 91, 9],
    [5_000, 'upTo7999', 91, 45],
    [10_000, 'upTo7999', 91, 89],
    [5_000, '8000-14999', 91, 23],
    [60_000, 'from40000', 91, 54],
    [60_000, 'from40000', 365, 17],
  ])('instalment of KSh %i, income %s, %i days: takes %i percent', (amount, bracket, days, percent) => {
    expect(share(amount, bracket, days)).toBe(percent);
  });

  it('bracket that is not in the list: is not known', () => {
    expect([share(1_000, ''), share(1_000, 'constructor')]).toEqual([null, null]);
  });
});

describe('answers as numbers', () => {
  it.each([
    ['days', overdueDays, [0, 1, 8, 16, 31, 61, 91]],
    ['shillings', amountsOwed, [0, 1, 1_001, 2_001, 4_001, 8_001]],
    ['loans', counts, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ])('answers as numbers, %s: every answer is its least number', (_, list, numbers) => {
    expect(list.map(({ id }) => leastOf(id))).toEqual(numbers);
  });
});
