/** Fields of sections that were checked by the rules of their form and are stored as the check left them. */
import type { Values } from '#machines/model/application.ts';

/** @throws Error when the field is missing: its form requires it, so the check refuses the section without it. */
export function requiredValue(values: Values, field: string): string {
  const value = values[field];
  if (value === undefined) throw new Error(`the checked section has no field ${field}`);
  return value;
}

/** A field that its form does not always require; empty text where it was not given. */
export const optionalValue = (values: Values, field: string): string => values[field] ?? '';
