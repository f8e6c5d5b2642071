/** Builders of field descriptions, with the properties that all fields of a kind share. */
import { LIMITS } from '#src/market/limits.ts';
import type { Option } from '#src/market/options.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import type { GroupName, NamedField } from '../messages/en.ts';
import { line, localDigits, nameLetters, onlyDigits } from '../text.ts';
import type { Field, FieldKind, InputHints, PrivacyClass, Rule, Scope, Values } from '../types.ts';

/** The properties that a description adds. `sensitive` has no default, so that it is decided for each field. */
export type Details = Partial<Omit<Field, 'name' | 'kind' | 'group' | 'label' | 'empty'>> & Pick<Field, 'sensitive'>;

/** A name with its own texts, or a field that shares the texts of others. A name without texts does not compile. */
export type Texts = NamedField | Pick<Field, 'name' | 'label' | 'empty'>;

const textsOf = (of: Texts): Pick<Field, 'name' | 'label' | 'empty'> =>
  typeof of === 'string' ? { name: of, label: `label.${of}`, empty: `required.${of}` } : of;

/** The two prefixes of the specification's event names: basic information, and all later personal information. */
export type AnalyticsPrefix = 'basicInfo' | 'personalInfo';

const CHOSEN: readonly FieldKind[] = ['radio', 'picker', 'date', 'checkbox'];

export const fieldsOf = (group: GroupName, prefix: AnalyticsPrefix) => {
  const field = (kind: FieldKind, of: Texts, privacy: PrivacyClass, details: Details): Field => ({
    ...textsOf(of),
    kind,
    group,
    analytics: `${prefix}_${CHOSEN.includes(kind) ? 'select' : 'input'}_${textsOf(of).name}`,
    privacy,
    ...details,
  });

  const text = (name: Texts, privacy: PrivacyClass, rule: Rule, max: number, details: Details) =>
    field('text', name, privacy, {
      rules: [rule],
      sanitise: line(max),
      store: (value) => value.trim(),
      ...details,
      input: { maxLength: max, ...details.input },
    });

  const name = (fieldName: Texts, rule: Rule, autocomplete: string, details: Details) =>
    field('text', fieldName, 'name', {
      rules: [rule],
      sanitise: (typed, { market }) => nameLetters(typed, market),
      removedWhy: 'removed.nameLetters',
      input: { autocomplete, capitalise: 'words' },
      ...details,
    });

  const digits = (fieldName: Texts, privacy: PrivacyClass, rule: Rule, max: number, details: Details) =>
    field('digits', fieldName, privacy, {
      rules: [rule],
      sanitise: (typed) => onlyDigits(typed).slice(0, max),
      ...details,
      input: { mode: 'numeric', maxLength: max, ...details.input },
    });

  /** A mobile number after a fixed +254, stored as `254…`. */
  const phone = (fieldName: Texts, rules: readonly Rule[], details: Details) =>
    field('phone', fieldName, 'contact', {
      rules,
      sanitise: localDigits,
      store: storedPhone,
      load: shownPhone,
      ...details,
      input: { mode: 'tel', affix: '+254', ...details.input },
    });

  const choice = (kind: 'radio' | 'picker', fieldName: Texts, options: readonly Option[] | Field['options'], details: Details) =>
    field(kind, fieldName, 'choice', { options: typeof options === 'function' ? options : () => options as readonly Option[], ...details });

  const picker = (fieldName: Texts, options: readonly Option[] | Field['options'], details: Details) =>
    choice('picker', fieldName, options, details);
  const radio = (fieldName: Texts, options: readonly Option[] | Field['options'], details: Details) =>
    choice('radio', fieldName, options, details);
  const date = (fieldName: Texts, rule: Rule, details: Details) => field('date', fieldName, 'identity', { rules: [rule], ...details });

  return { text, name, digits, phone, picker, radio, date, field };
};

export const storedPhone = (value: string): string => toMsisdn(value) ?? value;
export const shownPhone = (value: string): string => {
  const known = toMsisdn(value);
  return known === null ? value : known.slice(3);
};

export const optional = (): boolean => false;

/** Fields of a group that the market may leave out. */
export const inGroup =
  (group: keyof Scope['market']['groups']) =>
  (_values: Values, { market }: Scope): boolean =>
    market.groups[group];

export const isGiven = (values: Values, name: string): boolean => (values[name] ?? '').trim() !== '';

export const ADDRESS_INPUT: InputHints = { autocomplete: 'street-address', maxLength: LIMITS.address.max };
