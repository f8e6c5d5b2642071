/** Checks values by the rules that form and lender share. Pure, so that both get the same result. */
import { allValues, isOffered, isRequired, isShown, isTyped, keptOf, scopeOf } from './scope.ts';
import { sections } from './sections/index.ts';
import { hasUnseen } from './text.ts';
import type { CheckContext, Failure, Field, Scope, SectionName, Values } from './types.ts';

/** The first reason why the field refuses this value, with the other values unchanged; null: the value is accepted. */
const failureAs = (value: string, field: Field, values: Values, scope: Scope): Failure | null => {
  if (value.trim() === '') return isRequired(field, values, scope) ? { key: field.empty, params: field.params ?? {} } : null;
  if (!isOffered(field, value, values, scope)) return { key: 'invalid.option', params: {} };
  if (isTyped(field) && hasUnseen(value)) return { key: 'invalid.unseen', params: {} };
  for (const rule of field.rules ?? []) {
    const failure = rule(value, values, scope, field);
    if (failure) return failure;
  }
  return null;
};

/**
 * Why this field refuses its value; null: the value is accepted. The value is checked twice: as it came, and as it would be
 * stored, because a value of invisible characters would be stored empty.
 */
export const failureOf = (field: Field, values: Values, scope: Scope): Failure | null => {
  if (!isShown(field, values, scope)) return null;
  const value = values[field.name] ?? '';
  const kept = keptOf(field, value, scope);
  return failureAs(value, field, values, scope) ?? (kept === value ? null : failureAs(kept, field, values, scope));
};

/** Reasons by field name, in the order of the form; empty when all values are accepted. */
export type Failures = Record<string, Failure>;

export const checkSection = (section: SectionName, values: Values, context: CheckContext): Failures => {
  const scope = scopeOf(context);
  const all = allValues(section, values);
  const failures: Failures = {};
  for (const field of sections[section].fields) {
    const failure = failureOf(field, all, scope);
    if (failure) failures[field.name] = failure;
  }
  return failures;
};
