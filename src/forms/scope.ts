/** Which fields of a section are there under given values, and what happens to values when one changes. Pure. */
import { market } from '#src/market/market.ts';
import { findOption } from '#src/market/options.ts';
import { sections } from './sections/index.ts';
import { contactLine, fromPhoneBook } from './text.ts';
import type { CheckContext, Failure, Field, Scope, SectionName, Values } from './types.ts';

export const scopeOf = (context: CheckContext): Scope => ({ ...context, market: context.market ?? market, lang: context.lang ?? 'en' });

export const isShown = (field: Field, values: Values, scope: Scope): boolean => field.shown === undefined || field.shown(values, scope);

export const isRequired = (field: Field, values: Values, scope: Scope): boolean =>
  scope.market.required[field.name] ?? (field.required === undefined || field.required(values, scope));

/** Typed, not chosen. What is typed decides about no other field but those of its group, and clears those it shows or hides. */
export const isTyped = ({ kind }: Field): boolean => kind === 'text' || kind === 'digits' || kind === 'phone' || kind === 'email';

export const isOffered = (field: Field, id: string, values: Values, scope: Scope): boolean =>
  field.options === undefined || findOption(field.options(values, scope), id) !== undefined;

export const fieldNamed = (section: SectionName, name: string): Field | undefined =>
  sections[section].fields.find((field) => field.name === name);

export const shownFields = (section: SectionName, values: Values, scope: Scope): readonly Field[] =>
  sections[section].fields.filter((field) => isShown(field, values, scope));

/** Text of one value, whatever the wire or an old draft made of it. */
const textOf = (values: Values, name: string): string => {
  const value: unknown = Object.prototype.hasOwnProperty.call(values, name) ? values[name] : '';
  return typeof value === 'string' ? value : '';
};

/** Every field of the section, absent ones empty; nothing else. */
export const allValues = (section: SectionName, values: Values): Record<string, string> =>
  Object.fromEntries(sections[section].fields.map((field) => [field.name, textOf(values, field.name)]));

/**
 * The values after one of them changed: fields that depend on it are cleared, and so are fields that are no longer shown.
 * Hidden values go at once, so that nothing returns that the borrower believes gone.
 */
export const withChange = (
  section: SectionName,
  values: Values,
  name: string,
  value: string,
  context: CheckContext,
): Record<string, string> => {
  const before = values[name] ?? '';
  const next: Record<string, string> = { ...values, [name]: value };
  const field = fieldNamed(section, name);
  if (before === value || !field) return next;
  for (const cleared of field.clears ?? []) next[cleared] = '';
  if (isTyped(field)) return next;
  const scope = scopeOf(context);
  return withInitial(section, withoutHidden(section, next, scope), (other) => !isShown(other, values, scope), scope);
};

/** Fills empty fields that are there for the first time. */
const withInitial = (section: SectionName, values: Values, isNew: (field: Field) => boolean, scope: Scope): Record<string, string> => {
  const next = { ...values };
  for (const field of sections[section].fields) {
    if (field.initial && !next[field.name] && isShown(field, next, scope) && isNew(field)) next[field.name] = field.initial(scope);
  }
  return next;
};

/** In the order of fields, so that a cleared value takes along what hangs on it. */
const withoutHidden = (section: SectionName, values: Values, scope: Scope): Record<string, string> => {
  const next = { ...values };
  for (const field of sections[section].fields) {
    if (next[field.name] && !isShown(field, next, scope)) next[field.name] = '';
  }
  return next;
};

/**
 * Values as the form shows them, from a draft or from the lender: phones without their country code;
 * a choice that is not offered (any more) becomes empty.
 */
export const loadSection = (section: SectionName, stored: Values, context: CheckContext): Record<string, string> => {
  const scope = scopeOf(context);
  const values = allValues(section, stored);
  for (const field of sections[section].fields) {
    const value = values[field.name] ?? '';
    if (value === '') continue;
    if (!isOffered(field, value, values, scope)) values[field.name] = '';
    else if (field.load) values[field.name] = field.load(value, scope);
  }
  return withoutHidden(section, values, scope);
};

/** Values a form starts with: what is stored, and the initial value of every shown field that was never stored. */
export const openSection = (section: SectionName, stored: Values, context: CheckContext): Record<string, string> =>
  withInitial(section, loadSection(section, stored, context), ({ name }) => !(name in stored), scopeOf(context));

/** The first reason to refuse a choice outright; null when it may be taken over. */
export const refusalOf = (field: Field, value: string, values: Values, context: CheckContext): Failure | null => {
  const scope = scopeOf(context);
  for (const rule of field.pickRules ?? []) {
    const failure = value === '' ? null : rule(value, values, scope, field);
    if (failure) return failure;
  }
  return null;
};

/**
 * Values received from a phone book or another window, over those on the screen. A number
 * from the phone book loses its prefix; one that a rule refuses leaves its contact as it was.
 */
export const takeIn = (
  section: SectionName,
  received: Values,
  present: Values,
  context: CheckContext,
): { values: Record<string, string>; refused: Record<string, Failure> } => {
  const scope = scopeOf(context);
  const cleaned = { ...received };
  const refused: Record<string, Failure> = {};
  for (const field of sections[section].fields) {
    const n = field.input?.contact;
    const number = cleaned[field.name] ?? '';
    if (n === undefined || number === (present[field.name] ?? '')) continue;
    cleaned[field.name] = fromPhoneBook(number, scope.market);
    const [name] = contactFieldNames(n);
    cleaned[name] = contactLine(cleaned[name] ?? '');
    const failure = refusalOf(field, cleaned[field.name] ?? '', cleaned, context);
    if (!failure) continue;
    refused[field.name] = failure;
    for (const name of contactFieldNames(n)) cleaned[name] = present[name] ?? '';
  }
  return { values: loadSection(section, cleaned, context), refused };
};

const contactFieldNames = (n: number): readonly [name: string, mobile: string] => [
  `emergencyContactName${n}`,
  `emergencyContactMobile${n}`,
];

/** The value after the field's own sanitising, as if it had been typed. Phone numbers have several spellings and are left alone. */
export const keptOf = ({ kind, sanitise }: Field, value: string, scope: Scope): string =>
  kind === 'phone' || !sanitise ? value : sanitise(value, scope);

/** Values as they are stored and sent: phones as `254…`, trimmed, hidden fields empty, unknown ones gone. */
export const normaliseSection = (section: SectionName, values: Values, context: CheckContext): Record<string, string> => {
  const scope = scopeOf(context);
  const shown = withoutHidden(section, allValues(section, values), scope);
  for (const field of sections[section].fields) {
    const value = shown[field.name] ?? '';
    if (value === '') continue;
    const clean = keptOf(field, value, scope);
    shown[field.name] = field.store ? field.store(clean, scope) : clean;
  }
  return shown;
};
