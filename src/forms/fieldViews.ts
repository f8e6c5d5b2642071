/**
 * The appearance of each field, as plain values. An unchanged view or group is the same object as before, so that after a
 * key press React renders only the changed fields. Pure apart from this cache. Typed text is assumed to change nothing
 * outside its own group; a test checks the assumption for every description.
 */
import { findOption, labelOf } from '#src/market/options.ts';
import type { Remark } from '#machines/model/form.ts';
import { isRequired, isShown, isTyped } from './scope.ts';
import type { GroupName } from './messages/en.ts';
import { say, type MessageKey } from './messages/index.ts';
import { sections } from './sections/index.ts';
import { showDate } from './text.ts';
import type { Field, Scope, SectionName, Values } from './types.ts';

export interface FieldView {
  field: Field;
  /** The entered value. The control itself shows the text that is being typed. */
  value: string;
  /** The label of the chosen value, for pickers and dates. */
  shown: string;
  /** Complete values offered for the typed text. */
  suggestions: readonly string[] | undefined;
  required: boolean;
  error: string | undefined;
  note: string | undefined;
  /** Why the picker cannot open yet. */
  locked: MessageKey | null;
  open: boolean;
}

export interface GroupView {
  name: GroupName;
  views: readonly FieldView[];
}

export interface Looks {
  /** The values of Formik, with the text that is being typed. */
  values: Values;
  /** The values of Formik alone. */
  entered: Values;
  scope: Scope;
  errors: Readonly<Record<string, string | undefined>>;
  remark: Remark | null;
  /** The field whose sheet is open. */
  picked: Field | undefined;
}

const shownValue = (field: Field, value: string, { values, scope }: Looks): string => {
  if (value === '' || (field.kind !== 'picker' && field.kind !== 'date')) return '';
  if (field.kind === 'date') return showDate(value, scope.lang);
  const option = field.options && findOption(field.options(values, scope), value);
  return option ? labelOf(option, scope.lang) : '';
};

/** The note about removed characters, with the field's reason if it has one, such as that a name has no accents. */
const removedNote = ({ removedWhy }: Field, what: string, { lang }: Scope): string =>
  removedWhy ? `${what}. ${say(lang)(removedWhy)}` : what;

const saysTheSame = (a: FieldView, b: FieldView): boolean =>
  a.value === b.value &&
  a.shown === b.shown &&
  a.suggestions === b.suggestions &&
  a.required === b.required &&
  a.error === b.error &&
  a.note === b.note &&
  a.locked === b.locked &&
  a.open === b.open;

const groupsIn = (section: SectionName): readonly { name: GroupName; fields: readonly Field[] }[] => {
  const { fields } = sections[section];
  const names = fields.map((field) => field.group).filter((name, i, all) => all.indexOf(name) === i);
  return names.map((name) => ({ name, fields: fields.filter((field) => field.group === name) }));
};

/** @returns a function from the state of a form to its groups, in their order, without groups that show no field. */
export function viewsOf(section: SectionName): (looks: Looks) => readonly GroupView[] {
  const groups = groupsIn(section);
  const known = new Map<Field, FieldView>();
  const drawn = new Map<string, GroupView>();
  let before: Looks | undefined;

  const suggestionsFor = (field: Field, { values, scope }: Looks): readonly string[] | undefined => {
    const typed = values[field.name] ?? '';
    return before?.scope === scope && (before.values[field.name] ?? '') === typed && known.has(field)
      ? known.get(field)?.suggestions
      : field.suggest?.(typed, scope);
  };

  const viewOf = (field: Field, looks: Looks): FieldView => {
    const { values, entered, scope, errors, remark, picked } = looks;
    const value = entered[field.name] ?? '';
    const old = known.get(field);
    const ownRemark = remark?.field === field.name ? remark : null;
    const isSameChoice = old !== undefined && old.value === value && before?.scope === scope;
    const view: FieldView = {
      field,
      value,
      // An id always stands for the same option, even when the field's list has changed.
      shown: isSameChoice && old.shown !== '' ? old.shown : shownValue(field, value, looks),
      suggestions: suggestionsFor(field, looks),
      required: isRequired(field, values, scope),
      error: (ownRemark?.kind === 'refused' ? ownRemark.text : undefined) ?? errors[field.name],
      note: ownRemark?.kind === 'removed' ? removedNote(field, ownRemark.text, scope) : undefined,
      locked: field.locked?.(values, scope) ?? null,
      open: picked === field,
    };
    if (old && saysTheSame(old, view)) return old;
    known.set(field, view);
    return view;
  };

  /** Whether a value of this group has changed. */
  const mayDiffer = ({ fields }: { fields: readonly Field[] }, looks: Looks): boolean => {
    for (const { name } of fields)
      if (before?.values[name] !== looks.values[name] || before?.entered[name] !== looks.entered[name]) return true;
    return false;
  };

  const drawGroup = (name: GroupName, fields: readonly Field[], looks: Looks): GroupView => {
    const views: FieldView[] = [];
    for (const field of fields) if (isShown(field, looks.values, looks.scope)) views.push(viewOf(field, looks));
    const old = drawn.get(name);
    const isSame = old !== undefined && old.views.length === views.length && old.views.every((view, i) => view === views[i]);
    const group = isSame ? old : { name, views };
    drawn.set(name, group);
    return group;
  };

  /** Whether typed text is the only difference from the last state. */
  const isTypedOnly = (looks: Looks): boolean => {
    if (before?.scope !== looks.scope || before.errors !== looks.errors || before.remark !== looks.remark || before.picked !== looks.picked)
      return false;
    for (const field of sections[section].fields) {
      if (before.values[field.name] !== looks.values[field.name] && !isTyped(field)) return false;
    }
    return true;
  };

  return (looks) => {
    const typedOnly = isTypedOnly(looks);
    const shown: GroupView[] = [];
    for (const each of groups) {
      const old = drawn.get(each.name);
      const group = old && typedOnly && !mayDiffer(each, looks) ? old : drawGroup(each.name, each.fields, looks);
      if (group.views.length > 0) shown.push(group);
    }
    before = looks;
    return shown;
  };
}

export interface SummaryLine {
  /** Name of the field. */
  field: string;
  message: string;
}

/** A label in front of a message. A question ends with its question mark instead of a colon. */
const named = (label: string): string => (label.endsWith('?') ? label : `${label}:`);

/**
 * The links of the error summary: the errors of the given fields, in the order of the form. A message is worded as at
 * its field. If it does not name the field, the label is put in front.
 */
export function summaryOf(
  groups: readonly GroupView[],
  errors: Readonly<Record<string, string | undefined>>,
  fields: readonly string[],
  { lang }: Scope,
): SummaryLine[] {
  if (fields.length === 0) return [];
  const t = say(lang);
  const wrong = groups.flatMap(({ views }) =>
    views.flatMap(({ field }) => {
      const message = errors[field.name];
      return message && fields.includes(field.name) ? [{ field, message }] : [];
    }),
  );
  return wrong.map(({ field, message }) => {
    const label = t(field.label, field.params);
    return { field: field.name, message: message.toLowerCase().includes(label.toLowerCase()) ? message : `${named(label)} ${message}` };
  });
}
