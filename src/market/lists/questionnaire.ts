/**
 * Answers of the credit-history questionnaire. The specification names yes/no, five ratings, the ranges "from none to
 * over 8000" and the counts. It does not name the steps within a range.
 */
import { option, type Option } from '../options.ts';

export const yesNo: readonly Option[] = [option('yes', 'Yes', 'Sí', 'Ndiyo'), option('no', 'No', 'No', 'Hapana')];

export const ratings: readonly Option[] = [
  option('5', 'Very good', 'Muy bueno', 'Nzuri sana'),
  option('4', 'Good', 'Bueno', 'Nzuri'),
  option('3', 'Fair', 'Regular', 'Wastani'),
  option('2', 'Poor', 'Malo', 'Mbaya'),
  option('1', 'Very poor', 'Muy malo', 'Mbaya sana'),
];

export const overdueDays: readonly Option[] = [
  option('0', 'Never overdue', 'Nunca en mora', 'Sijawahi kuchelewa'),
  option('1-7', '1 to 7 days', '1 a 7 días', 'Siku 1 hadi 7'),
  option('8-15', '8 to 15 days', '8 a 15 días', 'Siku 8 hadi 15'),
  option('16-30', '16 to 30 days', '16 a 30 días', 'Siku 16 hadi 30'),
  option('31-60', '31 to 60 days', '31 a 60 días', 'Siku 31 hadi 60'),
  option('61-90', '61 to 90 days', '61 a 90 días', 'Siku 61 hadi 90'),
  option('over90', 'More than 90 days', 'Más de 90 días', 'Zaidi ya siku 90'),
];

/** In shillings. */
export const amountsOwed: readonly Option[] = [
  option('0', 'None', 'Nada', 'Hakuna'),
  option('1-1000', 'KSh 1-1,000', 'KSh 1 a 1,000', 'KSh 1-1,000'),
  option('1001-2000', 'KSh 1,001-2,000', 'KSh 1,001 a 2,000', 'KSh 1,001-2,000'),
  option('2001-4000', 'KSh 2,001-4,000', 'KSh 2,001 a 4,000', 'KSh 2,001-4,000'),
  option('4001-8000', 'KSh 4,001-8,000', 'KSh 4,001 a 8,000', 'KSh 4,001-8,000'),
  option('over8000', 'Over KSh 8,000', 'Más de KSh 8,000', 'Zaidi ya KSh 8,000'),
];

/** Numbers of loans: none, 1 to 10, more than 10. */
export const counts: readonly Option[] = [
  option('0', 'None', 'Ninguno', 'Hakuna'),
  option('1', '1 loan', '1 préstamo', 'Mkopo 1'),
  ...Array.from({ length: 9 }, (_, i) => option(String(i + 2), `${i + 2} loans`, `${i + 2} préstamos`, `Mikopo ${i + 2}`)),
  option('over10', 'More than 10 loans', 'Más de 10 préstamos', 'Zaidi ya mikopo 10'),
];

/** The lower bound of an answer, in the unit of its list: days, shillings or loans. "61-90" is 61, "over90" is 91. */
export function leastOf(answer: string): number {
  const [, over, first] = /^(over)?(\d+)/.exec(answer) ?? [];
  return Number(first) + (over === undefined ? 0 : 1);
}

/** Whether an answer has no upper bound. */
export const isOpenEnded = (answer: string): boolean => answer.startsWith('over');
