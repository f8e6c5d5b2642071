/** The context and the events of the form machine. */
import type { Values } from './application.ts';

/** A message about one field, until its next change: why a choice was refused, or which characters were removed. */
export interface Remark {
  field: string;
  kind: 'refused' | 'removed';
  text: string;
}

/** Fields that another tab of this phone changed. A field that is being typed in keeps the text of this tab. */
export interface ChangedElsewhere {
  /** Labels of the fields whose values were taken from the other tab. */
  taken: readonly string[];
  kept: readonly { field: string; label: string; other: string }[];
}

export interface FormContext {
  /** The values that were stored last, by this form or another tab; empty for a form that stores nothing. */
  kept: Values;
  /** Typed text that is not entered yet, by field name. It is newer than any received value. */
  typed: Values;
  remark: Remark | null;
  elsewhere: ChangedElsewhere;
  /** Fields that the form or the lender found wrong at the last attempt to send. */
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
  /** The typed text is stored while the borrower goes on typing. @property values all values that may be stored. */
  | { type: 'typing.stored'; values: Values }
  /** A field was left, or the page was closed or hidden. @property values all values that may be stored. */
  | { type: 'field.left'; values: Values }
  | { type: 'field.chosen'; values: Values }
  /** A remark about a field whose value stays: a choice was refused, or a character is not allowed there. */
  | { type: 'field.remarked'; remark: Remark }
  /** The stored values changed, but not by this form. @property elsewhere null: this tab changed them, from the phone book. */
  | { type: 'values.received'; values: Values; elsewhere: ChangedElsewhere | null }
  | { type: 'form.submitted' }
  /** The form gave the submitted values to the chart, which checks them. */
  | { type: 'form.handedOver' }
  /** The result of validating the submitted values. */
  | { type: 'form.accepted' }
  | { type: 'form.invalid'; fields: readonly string[] }
  | { type: 'lender.refused'; fields: Values }
  | { type: 'sending.ended' };

export interface FormInput {
  /** The stored values when the form opens. */
  values: Values;
  /** The lender's refusals from before the form opened: field name to message. */
  refused?: Values | undefined;
}

export const NOTHING: Values = {};
export const NOTHING_ELSEWHERE: ChangedElsewhere = { taken: [], kept: [] };

export const sameValues = (a: Values, b: Readonly<Record<string, string | undefined>>): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
};

/** Whether the stored values differ from those that this form took over. */
export const isNews = ({ kept }: FormContext, stored: Values): boolean => !sameValues(kept, stored);

/** The typed text after one more letter. */
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
