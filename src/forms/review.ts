/** The entered values in words: section by section, every visible field. Pure. */
import { formatLocal, onItsOwn, toMsisdn } from '#machines/model/phoneNumber.ts';
import { findOption, labelOf } from '#src/market/options.ts';
import { say } from './messages/index.ts';
import { isRequired, loadSection, normaliseSection, scopeOf, shownFields } from './scope.ts';
import { sections } from './sections/index.ts';
import { showDate } from './text.ts';
import type { CheckContext, Field, Scope, SectionName, Values } from './types.ts';

export interface ReviewLine {
  /** Name of the field; of the first field where the line stands for a whole group. */
  field: string;
  label: string;
  /** Empty: not given. */
  value: string;
  /** The typed value that is not saved yet, in words; null: no such value. */
  unsaved: string | null;
}

export interface ReviewGroup {
  title: string;
  lines: readonly ReviewLine[];
}

export interface Entered {
  /** The values that the lender stores. */
  saved: Values | undefined;
  /** The values that this phone stores. */
  draft: Values | undefined;
}

/** A value in words. Secrets are never shown. */
export function inWords(field: Field, values: Values, scope: Scope): string {
  const value = values[field.name] ?? '';
  if (value === '' || field.privacy === 'secret') return '';
  if (field.options) {
    const option = findOption(field.options(values, scope), value);
    return option ? labelOf(option, scope.lang) : '';
  }
  if (field.kind === 'date') return showDate(value, scope.lang);
  if (field.kind === 'phone') {
    const known = toMsisdn(value);
    return onItsOwn(formatLocal(known === null ? value : known.slice(3)));
  }
  return field.display ? field.display(value, scope) : value;
}

export const labelOfField = (field: Field, scope: Scope): string => say(scope.lang)(field.label, { ...field.params });

/**
 * The groups of a section with the lender's values or, before the lender has any, with the draft of this phone. An empty
 * group without a required field is one line.
 */
export function reviewSection(section: SectionName, { saved, draft }: Entered, context: CheckContext): readonly ReviewGroup[] {
  const scope = scopeOf(context);
  const stored = (values: Values): Values => normaliseSection(section, values, context);
  const typed = draft && saved ? stored(draft) : null;
  const values = loadSection(section, stored(saved ?? draft ?? {}), context);
  const changed = typed && loadSection(section, typed, context);
  const fields = shownFields(section, changed ? { ...values, ...changed } : values, scope).filter(({ privacy }) => privacy !== 'secret');

  const lineOf = (field: Field): ReviewLine => {
    const value = inWords(field, values, scope);
    const typedValue = changed ? inWords(field, changed, scope) : value;
    return { field: field.name, label: labelOfField(field, scope), value, unsaved: typedValue === value ? null : typedValue };
  };

  const names = fields.map(({ group }) => group).filter((name, i, all) => all.indexOf(name) === i);
  return names.map((name) => {
    const members = fields.filter(({ group }) => group === name);
    const title = say(scope.lang)(`group.${name}`);
    const lines = members.map(lineOf);
    const isIdle =
      lines.every(({ value, unsaved }) => value === '' && unsaved === null) && !members.some((field) => isRequired(field, values, scope));
    const [first] = members;
    return { title, lines: isIdle && first ? [{ field: first.name, label: title, value: '', unsaved: null }] : lines };
  });
}

export interface Difference {
  field: string;
  label: string;
  own: string;
  other: string;
}

/** The fields whose text differs between two versions of a section. `own` or `other` is empty where a version has no value. */
export function differences(section: SectionName, own: Values, other: Values, context: CheckContext): readonly Difference[] {
  const scope = scopeOf(context);
  const [ours, theirs] = [own, other].map((values) => loadSection(section, normaliseSection(section, values, context), context)) as [
    Values,
    Values,
  ];
  const isIn = (values: Values) => shownFields(section, values, scope);
  return sections[section].fields
    .filter((field) => field.privacy !== 'secret' && (isIn(ours).includes(field) || isIn(theirs).includes(field)))
    .map((field) => ({
      field: field.name,
      label: labelOfField(field, scope),
      own: inWords(field, ours, scope),
      other: inWords(field, theirs, scope),
    }))
    .filter((line) => line.own !== line.other);
}
