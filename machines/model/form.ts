/** The context and the events of the form machine. */
import type { Values } from './application.ts';

/** A passing message about one field: why a choice was refused, or what was taken out. Gone with the next change. */
export interface Remark {
  field: string;
  kind: 'refused' | 'removed';
  text: string;
}

/** Fields that another window of this phone changed: taken over, or kept here because they are being typed in. */
export interface ChangedElsewhere {
  /** Labels. */
  taken: readonly string[];
  kept: readonly { field: string; label: string; other: string }[];
}

export interface FormContext {
  /** What was stored last, by this form or by another window; empty for a form that keeps nothing. */
  kept: Values;
  /** Typed and not entered yet: field name to text. Newer than everything received. */
  typed: Values;
  remark: Remark | null;
  elsewhere: ChangedElsewhere;
  /** Fields that the last attempt to send found wrong, the lender's included. */
  wrong: readonly string[];
  /** The lender's words about fields, until the next letter. */
  refused: Values;
}

export type FormEvent =
  /**
   * @property removed names the characters that the field did not take; empty: none.
   * @property cleared names the fields that lose their value with this letter, typed or entered.
   */
  | { type: 'field.typed'; field: string; text: string; removed: string; cleared: readonly string[] }
  /** The browser has shown what was typed. */
  | { type: 'page.painted' }
  /** The typed text is stored while the borrower goes on typing. @property values all that may be kept. */
  | { type: 'typing.stored'; values: Values }
  /** A field was left, or the page went away. @property values all that may be kept. */
  | { type: 'field.left'; values: Values }
  | { type: 'field.chosen'; values: Values }
  /** Something to say about a field whose value stays: a choice that is not taken, a character that does not belong there. */
  | { type: 'field.remarked'; remark: Remark }
  /** The stored values changed, but not by this form. @property elsewhere null: this window changed them, from a phone book. */
  | { type: 'values.received'; values: Values; elsewhere: ChangedElsewhere | null }
  | { type: 'form.submitted' }
  /** The chart has the submitted values and checks them. */
  | { type: 'form.handedOver' }
  /** The result of validating the submitted values. */
  | { type: 'form.accepted' }
  | { type: 'form.invalid'; fields: readonly string[] }
  | { type: 'lender.refused'; fields: Values }
  | { type: 'sending.ended' };

export interface FormInput {
  /** What is stored when the form opens. */
  values: Values;
  /** What the lender had refused before the form opened: field name to message. */
  refused?: Values | undefined;
}

export const NOTHING: Values = {};
export const NOTHING_ELSEWHERE: ChangedElsewhere = { taken: [], kept: [] };

const sameValues = (a: Values, b: Values): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
};

/** Whether the stored values differ from those that this form took over. */
export const isNews = ({ kept }: FormContext, stored: Values): boolean => !sameValues(kept, stored);

/** What is typed after one more letter. */
export const typedAfter = (
  before: Values,
  { field, text, cleared }: { field: string; text: string; cleared: readonly string[] },
): Values => ({ ...Object.fromEntries(Object.entries(before).filter(([name]) => !cleared.includes(name))), [field]: text });

/** The note about a removed character stays while the rest is typed. Otherwise it would vanish with the next key. */
export const remarkAfter = (
  before: Remark | null,
  { field, text, removed }: { field: string; text: string; removed: string },
): Remark | null => {
  if (removed !== '') return { field, kind: 'removed', text: removed };
  return before?.kind === 'removed' && before.field === field && text !== '' ? before : null;
};
