/** What the borrower fills in, as the chart knows it: sections of named text values. The fields themselves are data in `src/forms`. */

import type { Instant } from './calendar.ts';
import { isIncomplete, STATUS } from './orderStatus.ts';

/** Field name to value. Options are their ids, dates `dd-mm-yyyy`, phones as typed; empty text is "not given". */
export type Values = Readonly<Record<string, string>>;

/** The forms of the application; each is one screen and one call. */
export type SectionName = 'personalInfo' | 'additionalInfo' | 'bankAccount' | 'loanQuestion';

export interface Draft {
  values: Values;
  /** By the lender's clock; null: it was not known yet. */
  savedAt: Instant | null;
  /** Which of the lender's versions was changed here: its `savedAt`; null when none was known. */
  basedOn?: Instant | null;
}

export type Drafts = Readonly<Partial<Record<SectionName, Draft>>>;

/** A section as the lender holds it. Every save has another `savedAt`, so it names the version. */
export interface SavedSection {
  section: SectionName;
  values: Values;
  savedAt: Instant;
}

/** A line of the review that is being changed; `field` is a field's name or the side of a photo. */
export interface ChangedLine {
  section: SectionName | 'idPhotos';
  field: string;
}

/** Items of the questionnaire: their codes are '1' to '11'. */
const QUESTIONS = 11;

/** Every question has an answer; whether each is allowed is judged by form and lender. */
export const hasAllAnswers = (values: Values | undefined): boolean => {
  for (let item = 1; item <= QUESTIONS; item++) if (!values?.[item]) return false;
  return true;
};

/** Whether the order still asks for this section: while it is filled in, and for the account after a payout that failed. */
export const isAskedFor = (section: SectionName, order: { readonly status: number } | null): boolean =>
  order !== null && (isIncomplete(order.status) || (section === 'bankAccount' && order.status === STATUS.payFail));
