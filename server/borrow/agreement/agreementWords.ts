/** The parts of an agreement that each language writes. */
import type { AgreementSection, LabelledText } from '#machines/model/order.ts';
import type { Figures } from './agreementFigures.ts';

/** How an agreement was concluded, formatted. */
interface Acceptance {
  /** `clock`: the product sends the money after some hours without an answer, and they were over. */
  by: 'borrower' | 'clock';
  date: string;
  time: string;
  /** The due date of a loan whose money is sent on `date`. */
  dueDate: string;
  borrower: string;
  version: string;
}

export interface AgreementWords {
  title: string;
  sections(f: Figures): AgreementSection[];
  /** The last part of the PDF. */
  accepted(acceptance: Acceptance): AgreementSection;
  /** The foot of a page of the PDF. */
  page(number: number, of: number): string;
}

/** The facts that have a value. */
export const known = (facts: readonly LabelledText[]): LabelledText[] => facts.filter(({ value }) => value !== '');

/** "7, 14 or 30" */
export const oneOf = (numbers: readonly number[], or: string): string => numbers.join(', ').replace(/, (?=\d+$)/, ` ${or} `);
