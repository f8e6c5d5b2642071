/** Reads fields of stored sections, which the rules of their form have checked. */
import type { Values } from '#machines/model/application.ts';

/** @throws Error when the field is missing, which the check of a required field prevents. */
export function requiredValue(values: Values, field: string): string {
  const value = values[field];
  if (value === undefined) throw new Error(`the checked section has no field ${field}`);
  return value;
}

/** A field that its form does not always require; the empty text if it was not given. */
export const optionalValue = (values: Values, field: string): string => values[field] ?? '';

/** The typed names, separated by blanks; the empty text if none is typed. */
export const fullName = (personal: Values): string =>
  ['firstName', 'middleName', 'lastName']
    .map((field) => optionalValue(personal, field))
    .filter((name) => name !== '')
    .join(' ');
