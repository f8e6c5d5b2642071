/**
 * The rules of the decision about an application, as a table. The first matching rejection applies, in the order of the table.
 * Without one, the first matching referral to a person applies. If no rule matches, the application is approved.
 */
import { shillings, type Cents } from '#machines/model/money.ts';

/** Facts in numbers; null: not known. */
export interface NumberFacts {
  /** Question 11, or the figure of a bureau record if it is higher. The same holds for the next three facts. */
  overdueLoans: number | null;
  /** Question 9. */
  runningLoans: number | null;
  /** Question 6: at least so many days. */
  longestDelay: number | null;
  /** Question 7: at least so many shillings. */
  owedElsewhere: number | null;
  /** Question 3: 1 (very poor) to 5. */
  ownRating: number | null;
  /** The monthly repayment of this loan, as percent of the monthly income. */
  instalmentShare: number | null;
  /** Sum of the points of the {@link SIGNS} that match. */
  signs: number | null;
}

/** Facts in words; null: not known. */
export interface WordFacts {
  /** Question 1. */
  missedPayment: string | null;
  /** Question 2; `yes` also if a bureau record says so. */
  bureauListed: string | null;
  /** An id of the employment types. */
  employment: string | null;
  /** The values on the card, compared with the form. `notAsked`: no reader is configured. */
  idReading: 'notAsked' | 'unread' | 'matches' | 'differs' | null;
  /** `yes`: the reader has not recognised the photo of the back or of the face. */
  photosUndecided: 'yes' | 'no' | null;
  /** `yes`: no reader has judged one of the photos, and this lender then leaves the decision to a person. */
  photosUnread: 'yes' | 'no' | null;
  /** `yes`: another account has proved this ID number. */
  idContested: 'yes' | 'no' | null;
  /** `yes`: M-PESA names another holder of the payout number. */
  otherHolder: 'yes' | 'no' | null;
}

export type Facts = NumberFacts & WordFacts;

export type Condition =
  | { fact: keyof NumberFacts; atLeast: number }
  | { fact: keyof NumberFacts; above: number }
  | { fact: keyof NumberFacts; atMost: number }
  | { fact: keyof WordFacts; isIn: readonly string[] }
  | { fact: keyof Facts; isUnknown: true };

/** Signs of risk in the credit history. One alone is weak, so their points are added. */
export const SIGNS: readonly { points: number; when: Condition }[] = [
  { points: 1, when: { fact: 'missedPayment', isIn: ['yes'] } },
  { points: 1, when: { fact: 'bureauListed', isIn: ['yes'] } },
  { points: 1, when: { fact: 'ownRating', atMost: 2 } },
  { points: 1, when: { fact: 'longestDelay', atLeast: 16 } },
  { points: 1, when: { fact: 'longestDelay', atLeast: 31 } },
  { points: 1, when: { fact: 'owedElsewhere', above: 8_000 } },
  { points: 1, when: { fact: 'overdueLoans', atLeast: 1 } },
  { points: 1, when: { fact: 'overdueLoans', atLeast: 2 } },
];

/** Reasons of a decision. They are stored, so they are never renamed. The lender has words for each in every language. */
export type Reason =
  | 'arrears'
  | 'commitments'
  | 'history'
  | 'bureau'
  | 'income'
  | 'employment'
  | 'identity'
  | 'idNumber'
  | 'account'
  | 'incomplete';

/** The reasons for which a person decides. */
export type ReferralReason = Exclude<Reason, 'arrears' | 'commitments'> | 'photosUnread';

export type Rule = { when: readonly Condition[] } & ({ outcome: 'reject'; reason: Reason } | { outcome: 'refer'; reason: ReferralReason });

/** A rule matches if all of its conditions do. */
export const RULES: readonly Rule[] = [
  { outcome: 'reject', reason: 'arrears', when: [{ fact: 'overdueLoans', atLeast: 3 }] },
  { outcome: 'reject', reason: 'arrears', when: [{ fact: 'longestDelay', above: 60 }] },
  { outcome: 'reject', reason: 'commitments', when: [{ fact: 'runningLoans', above: 10 }] },
  {
    outcome: 'reject',
    reason: 'commitments',
    when: [
      { fact: 'runningLoans', atLeast: 6 },
      { fact: 'owedElsewhere', above: 8_000 },
    ],
  },
  {
    outcome: 'reject',
    reason: 'bureau',
    when: [
      { fact: 'bureauListed', isIn: ['yes'] },
      { fact: 'overdueLoans', atLeast: 1 },
    ],
  },
  { outcome: 'reject', reason: 'history', when: [{ fact: 'signs', atLeast: 5 }] },
  // More than two thirds of the income: the borrower could not live on the rest.
  { outcome: 'reject', reason: 'income', when: [{ fact: 'instalmentShare', above: 67 }] },

  { outcome: 'refer', reason: 'identity', when: [{ fact: 'idReading', isIn: ['unread', 'differs'] }] },
  { outcome: 'refer', reason: 'identity', when: [{ fact: 'photosUndecided', isIn: ['yes'] }] },
  { outcome: 'refer', reason: 'photosUnread', when: [{ fact: 'photosUnread', isIn: ['yes'] }] },
  { outcome: 'refer', reason: 'idNumber', when: [{ fact: 'idContested', isIn: ['yes'] }] },
  { outcome: 'refer', reason: 'account', when: [{ fact: 'otherHolder', isIn: ['yes'] }] },
  { outcome: 'refer', reason: 'incomplete', when: [{ fact: 'employment', isUnknown: true }] },
  { outcome: 'refer', reason: 'incomplete', when: [{ fact: 'instalmentShare', isUnknown: true }] },
  { outcome: 'refer', reason: 'bureau', when: [{ fact: 'bureauListed', isIn: ['yes'] }] },
  { outcome: 'refer', reason: 'employment', when: [{ fact: 'employment', isIn: ['unemployed', 'noWork', 'student'] }] },
  { outcome: 'refer', reason: 'income', when: [{ fact: 'instalmentShare', above: 33 }] },
  { outcome: 'refer', reason: 'history', when: [{ fact: 'signs', atLeast: 3 }] },
];

/** The assumed monthly income by salary bracket: its lower bound, and for the lowest bracket about its middle. */
const INCOMES: ReadonlyMap<string, Cents> = new Map([
  ['upTo7999', shillings(4_000)],
  ['8000-14999', shillings(8_000)],
  ['15000-29999', shillings(15_000)],
  ['30000-39999', shillings(30_000)],
  ['from40000', shillings(40_000)],
]);

const DAYS_OF_MONTH = 30;

/** The owed amount per month of the loan, as percent of the income, rounded up; null without a known bracket. */
export function instalmentShare({ owed, termDays }: { owed: Cents; termDays: number }, salaryBracket: string): number | null {
  const income = INCOMES.get(salaryBracket);
  return income === undefined ? null : Math.ceil((owed * DAYS_OF_MONTH * 100) / (termDays * income));
}

function fits(facts: Facts, condition: Condition): boolean {
  const value = facts[condition.fact];
  if ('isUnknown' in condition) return value === null;
  if ('isIn' in condition) return typeof value === 'string' && condition.isIn.includes(value);
  if (typeof value !== 'number') return false;
  if ('atMost' in condition) return value <= condition.atMost;
  return 'atLeast' in condition ? value >= condition.atLeast : value > condition.above;
}

/** The sum of the points of all matching signs. */
const signsOf = (facts: Facts): number => SIGNS.reduce((sum, { points, when }) => sum + (fits(facts, when) ? points : 0), 0);

/** `refer`: a person decides. */
export type Decision = { is: 'approve' } | { is: 'refer'; reason: ReferralReason } | { is: 'reject'; reason: Reason };

/** Pure: the same facts always get the same decision. */
export function decide(known: Omit<Facts, 'signs'>): Decision {
  const facts: Facts = { ...known, signs: null };
  facts.signs = signsOf(facts);
  const isFit = ({ when }: Rule): boolean => when.every((condition) => fits(facts, condition));
  const rejection = RULES.find((rule) => rule.outcome === 'reject' && isFit(rule));
  const rule = rejection ?? RULES.find(isFit);
  if (!rule) return { is: 'approve' };
  return rule.outcome === 'reject' ? { is: 'reject', reason: rule.reason } : { is: 'refer', reason: rule.reason };
}
