/** The fields that a person touched, as names of analytics events. Values are only compared, never passed on. */
import type { CalendarDate } from '#machines/model/calendar.ts';
import { fieldNamed, isShown, isTyped, loadSection, scopeOf } from './scope.ts';
import { sections } from './sections/index.ts';
import type { Field, SectionName, Values } from './types.ts';

const isSection = (name: string | null): name is SectionName => name !== null && Object.prototype.hasOwnProperty.call(sections, name);

/**
 * The fields whose value a person changed by typing or by pressing. A choice in a sheet is reported when the sheet is
 * confirmed. A field that was cleared by a change of another one does not count.
 * @param earlier the values last reported by the form, and the journey's values before; a value in either is not a change.
 */
export function touchedFields(section: SectionName, values: Values, earlier: readonly Values[], today: CalendarDate): readonly string[] {
  const scope = scopeOf({ today });
  // Compared as forms show them, because the lender spells phone numbers differently.
  const known = earlier.map((each) => loadSection(section, each, { today }));
  const now = loadSection(section, values, { today });
  const changed = sections[section].fields.filter(({ name }) => known.every((each) => each[name] !== now[name]));
  const isCleared = (field: Field): boolean =>
    now[field.name] === '' && (!isShown(field, now, scope) || changed.some(({ clears = [] }) => clears.includes(field.name)));
  /** Filled in by the form when the field became visible. */
  const isInitial = (field: Field): boolean => field.initial !== undefined && known.every((each) => !isShown(field, each, scope));
  return changed
    .filter((field) => !isInitial(field))
    .filter((field) => isTyped(field) || field.kind === 'radio' || field.kind === 'checkbox')
    .filter((field) => !isCleared(field))
    .map((field) => field.analytics);
}

/** The field of a confirmed sheet. @param place the section of the sheet. */
export const pickedField = (place: string | null, name: string): readonly string[] => {
  const field = isSection(place) ? fieldNamed(place, name) : undefined;
  return field ? [field.analytics] : [];
};

/** The field that a contact chosen from the phone book fills. */
export const contactField = (index: number): readonly string[] =>
  sections.additionalInfo.fields
    .filter((field) => field.input?.contact === index)
    .map((field) => field.analytics.replace('_input_', '_select_'));

/** Fields that are never stored and that were filled in when the section was sent. */
export const secretFields = (section: SectionName, values: Values): readonly string[] =>
  sections[section].fields
    .filter((field) => field.privacy === 'secret' && (values[field.name] ?? '') !== '')
    .map((field) => field.analytics);
