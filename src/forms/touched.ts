/** Which fields a person touched, as the names of their analytics events. Values are compared here and go no further. */
import type { CalendarDate } from '#machines/model/calendar.ts';
import { fieldNamed, isShown, isTyped, loadSection, scopeOf } from './scope.ts';
import { sections } from './sections/index.ts';
import type { Field, SectionName, Values } from './types.ts';

const isSection = (name: string | null): name is SectionName => name !== null && Object.prototype.hasOwnProperty.call(sections, name);

/**
 * Fields whose value a person changed by typing or by pressing. What was chosen in a sheet is reported when the sheet is
 * confirmed; what only went because something else was chosen was not touched.
 * @param earlier what the form reported last, and what the journey held before: a value that is in either is not new.
 */
export function touchedFields(section: SectionName, values: Values, earlier: readonly Values[], today: CalendarDate): readonly string[] {
  const scope = scopeOf({ today });
  // As forms show them: the lender's spelling of a number is not a change.
  const known = earlier.map((each) => loadSection(section, each, { today }));
  const now = loadSection(section, values, { today });
  const changed = sections[section].fields.filter(({ name }) => known.every((each) => each[name] !== now[name]));
  const isCleared = (field: Field): boolean =>
    now[field.name] === '' && (!isShown(field, now, scope) || changed.some(({ clears = [] }) => clears.includes(field.name)));
  /** Filled in by the form when the field appeared. */
  const isInitial = (field: Field): boolean => field.initial !== undefined && known.every((each) => !isShown(field, each, scope));
  return changed
    .filter((field) => !isInitial(field))
    .filter((field) => isTyped(field) || field.kind === 'radio' || field.kind === 'checkbox')
    .filter((field) => !isCleared(field))
    .map((field) => field.analytics);
}

/** The field of a sheet that was confirmed. @param place where the sheet lay. */
export const pickedField = (place: string | null, name: string): readonly string[] => {
  const field = isSection(place) ? fieldNamed(place, name) : undefined;
  return field ? [field.analytics] : [];
};

/** Choosing a contact from the phone book fills its number by one press. */
export const contactField = (index: number): readonly string[] =>
  sections.additionalInfo.fields
    .filter((field) => field.input?.contact === index)
    .map((field) => field.analytics.replace('_input_', '_select_'));

/** Fields that are never kept and were filled in when the section was sent. */
export const secretFields = (section: SectionName, values: Values): readonly string[] =>
  sections[section].fields
    .filter((field) => field.privacy === 'secret' && (values[field.name] ?? '') !== '')
    .map((field) => field.analytics);
