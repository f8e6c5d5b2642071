/** What was entered, as a person reads it: section by section, every field that is shown. Pure. */
import { formatLocal, onItsOwn, toMsisdn } from '#machines/model/phoneNumber.ts';
import { findOption, labelOf } from '#src/market/options.ts';
import { say } from './messages/index.ts';
import { isRequired, loadSection, normaliseSection, scopeOf, shownFields } from './scope.ts';
import { sections } from './sections/index.ts';
import { showDate } from './text.ts';
import type { CheckContext, Field, Scope, SectionName, Values } from './types.ts';

export interface ReviewLine {
  /** Name of the field, or of the first one where the line stands for a whole group. */
  field: string;
  label: string;
  /** Empty: not given. */
  value: string;
  /** The typed value that is not saved yet, in words; null: there is none. */
  unsaved: string | null;
}

export interface ReviewGroup {
  title: string;
  lines: readonly ReviewLine[];
}

export interface Entered {
  /** What the lender holds. */
  saved: Values | undefined;
  /** What this phone holds. */
  draft: Values | undefined;
}

/** A value as a person reads it. Secrets are never shown. */
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
 * The groups of a section, with what the lender holds; while it holds nothing, what this phone does. A group
 * nobody has to fill in and nobody has begun is one line.
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

/** Fields of two versions of a section that a person would read differently; empty where a version has none. */
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
