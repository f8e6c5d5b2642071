/** The lender's rules for the eleven answers of the credit history. Pure: the same answers always get the same decision. */
import type { Values } from '#machines/model/application.ts';
import { requiredValue } from './sectionValues.ts';
import type { RejectionKey } from '#server/books/reasonTexts.ts';

/** `refer`: the rules do not decide; a person does. */
export type Assessment = { is: 'approve' } | { is: 'refer' } | { is: 'reject'; reason: RejectionKey };

/** "0", "1" … "10", "over10". */
const count = (value: string): number => (value === 'over10' ? 11 : Number(value));

const LONG_DELAYS = ['61-90', 'over90'];
/** Longest delay to its signs of risk; a shorter delay is none. */
const DELAY_SIGNS = new Map([
  ['16-30', 1],
  ['31-60', 2],
]);

/** Signs of risk; several together count more than a single one. */
function signsOfTrouble(answers: Values): number {
  const delay = DELAY_SIGNS.get(requiredValue(answers, '6')) ?? 0;
  const signs = [answers['1'] === 'yes', answers['2'] === 'yes', answers['3'] === '1' || answers['3'] === '2', answers['7'] === 'over8000'];
  return signs.filter(Boolean).length + delay + Math.min(count(requiredValue(answers, '11')), 2);
}

/** @param answers item code ('1' to '11') to option id, all of them given. */
export function assess(answers: Values): Assessment {
  const [overdue, running] = [count(requiredValue(answers, '11')), count(requiredValue(answers, '9'))];
  if (overdue >= 3 || LONG_DELAYS.includes(requiredValue(answers, '6'))) return { is: 'reject', reason: 'arrears' };
  if (running > 10 || (running >= 6 && answers['7'] === 'over8000')) return { is: 'reject', reason: 'commitments' };
  const signs = signsOfTrouble(answers);
  if (signs >= 5) return { is: 'reject', reason: 'history' };
  return signs >= 3 ? { is: 'refer' } : { is: 'approve' };
}
