/** Which fields of a section are visible for given values, and how a change of one value affects the others. Pure. */
import { market } from '#src/market/market.ts';
import { findOption } from '#src/market/options.ts';
import { sections } from './sections/index.ts';
import { contactLine, fromPhoneBook } from './text.ts';
import type { CheckContext, Failure, Field, Scope, SectionName, Values } from './types.ts';

export const scopeOf = (context: CheckContext): Scope => ({ ...context, market: context.market ?? market, lang: context.lang ?? 'en' });

export const isShown = (field: Field, values: Values, scope: Scope): boolean => field.shown === undefined || field.shown(values, scope);

export const isRequired = (field: Field, values: Values, scope: Scope): boolean =>
  scope.market.required[field.name] ?? (field.required === undefined || field.required(values, scope));

/** Whether a field is typed, not chosen. Typed text affects only its own group, and clears the fields that it shows or hides. */
export const isTyped = ({ kind }: Field): boolean => kind === 'text' || kind === 'digits' || kind === 'phone' || kind === 'email';

export const isOffered = (field: Field, id: string, values: Values, scope: Scope): boolean =>
  field.options === undefined || findOption(field.options(values, scope), id) !== undefined;

export const fieldNamed = (section: SectionName, name: string): Field | undefined =>
  sections[section].fields.find((field) => field.name === name);

export const shownFields = (section: SectionName, values: Values, scope: Scope): readonly Field[] =>
  sections[section].fields.filter((field) => isShown(field, values, scope));

/** One value as text; empty if the wire or an old draft has another type. */
const textOf = (values: Values, name: string): string => {
  const value: unknown = Object.prototype.hasOwnProperty.call(values, name) ? values[name] : '';
  return typeof value === 'string' ? value : '';
};

/** All fields of the section and no others; missing ones are empty. */
export const allValues = (section: SectionName, values: Values): Record<string, string> =>
  Object.fromEntries(sections[section].fields.map((field) => [field.name, textOf(values, field.name)]));

/**
 * The values after one of them changed. Fields that depend on it are cleared, and so are fields that are no longer visible:
 * a hidden value that appeared again later would surprise the borrower.
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

/** Gives each new and empty field its initial value. */
const withInitial = (section: SectionName, values: Values, isNew: (field: Field) => boolean, scope: Scope): Record<string, string> => {
  const next = { ...values };
  for (const field of sections[section].fields) {
    if (field.initial && !next[field.name] && isShown(field, next, scope) && isNew(field)) next[field.name] = field.initial(scope);
  }
  return next;
};

/** Clears hidden fields in the order of the form, so that a field that depends on a cleared one is cleared too. */
const withoutHidden = (section: SectionName, values: Values, scope: Scope): Record<string, string> => {
  const next = { ...values };
  for (const field of sections[section].fields) {
    if (next[field.name] && !isShown(field, next, scope)) next[field.name] = '';
  }
  return next;
};

/**
 * Values of a draft or of the lender as the form shows them: phone numbers without country code, choices that are not
 * offered any more empty.
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

/** The values that a form starts with: the stored values, and the initial value of every visible field that was never stored. */
export const openSection = (section: SectionName, stored: Values, context: CheckContext): Record<string, string> =>
  withInitial(section, loadSection(section, stored, context), ({ name }) => !(name in stored), scopeOf(context));

/** The first reason to refuse a choice at once; null: the choice is accepted. */
export const refusalOf = (field: Field, value: string, values: Values, context: CheckContext): Failure | null => {
  const scope = scopeOf(context);
  for (const rule of field.pickRules ?? []) {
    const failure = value === '' ? null : rule(value, values, scope, field);
    if (failure) return failure;
  }
  return null;
};

/**
 * Merges values received from the phone book or another tab into the values on the screen. A number from the phone book
 * loses its prefix. If a rule refuses the number, the contact does not change.
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

/** Values as they are stored and sent: phone numbers as `254…`, trimmed, hidden fields empty, unknown fields removed. */
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
