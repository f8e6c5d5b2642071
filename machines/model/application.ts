/** The application in the chart: sections of named text values. Their fields are defined in `src/forms`. */

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
  /** `savedAt` of the lender's version that the draft started from; null: none was known. */
  basedOn?: Instant | null;
}

export type Drafts = Readonly<Partial<Record<SectionName, Draft>>>;

/** A section as the lender stores it. Every save has another `savedAt`, which identifies the version. */
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

/** Number of questions. Their codes are '1' to '11'. */
const QUESTIONS = 11;

/** Whether every question has an answer. The form and the lender check whether the answers are allowed. */
export const hasAllAnswers = (values: Values | undefined): boolean => {
  for (let item = 1; item <= QUESTIONS; item++) if (!values?.[item]) return false;
  return true;
};

/** Whether this section of the order can be filled in: during the application, and the account also after a failed payout. */
export const isAskedFor = (section: SectionName, order: { readonly status: number } | null): boolean =>
  order !== null && (isIncomplete(order.status) || (section === 'bankAccount' && order.status === STATUS.payFail));
