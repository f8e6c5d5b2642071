/** The yup schemas, built from the descriptions, and the one check that form and lender share. */
import { object, string, ValidationError, type AnyObjectSchema } from 'yup';
import { allValues, isOffered, isRequired, isShown, keptOf, scopeOf } from './scope.ts';
import { sections } from './sections/index.ts';
import type { CheckContext, Failure, Field, Scope, SectionName, Values } from './types.ts';

export { normaliseSection } from './scope.ts';
export type { CheckContext, Failure } from './types.ts';

/** Why this value is refused in this field, all others as they are; null when it is not. The first reason counts. */
const failureAs = (value: string, field: Field, values: Values, scope: Scope): Failure | null => {
  if (value.trim() === '') return isRequired(field, values, scope) ? { key: field.empty, params: field.params ?? {} } : null;
  if (!isOffered(field, value, values, scope)) return { key: 'invalid.option', params: {} };
  for (const rule of field.rules ?? []) {
    const failure = rule(value, values, scope, field);
    if (failure) return failure;
  }
  return null;
};

/**
 * Why this field refuses its value; null when it does not. Asked of the value as it came and as it would be stored: of
 * two characters nobody sees, nothing would be left.
 */
export const failureOf = (field: Field, values: Values, scope: Scope): Failure | null => {
  if (!isShown(field, values, scope)) return null;
  const value = values[field.name] ?? '';
  const kept = keptOf(field, value, scope);
  return failureAs(value, field, values, scope) ?? (kept === value ? null : failureAs(kept, field, values, scope));
};

const fieldSchema = (field: Field) =>
  string().test({
    name: field.name,
    test(_value, test) {
      const { scope } = test.options.context as { scope: Scope };
      const failure = failureOf(field, test.parent as Values, scope);
      return failure === null ? true : test.createError({ message: { ...failure } });
    },
  });

const schemas: Partial<Record<SectionName, AnyObjectSchema>> = {};

/** Built on first use: a screen needs one of the four. */
export const schemaOf = (section: SectionName): AnyObjectSchema =>
  (schemas[section] ??= object(Object.fromEntries(sections[section].fields.map((field) => [field.name, fieldSchema(field)]))));

/** Field name to reason, in the order of the form; empty when everything is right. */
export type Failures = Record<string, Failure>;

export const checkSection = (section: SectionName, values: Values, context: CheckContext): Failures => {
  try {
    schemaOf(section).validateSync(allValues(section, values), { abortEarly: false, strict: true, context: { scope: scopeOf(context) } });
    return {};
  } catch (error) {
    if (!ValidationError.isError(error)) throw error;
    const found = new Map(error.inner.map((inner) => [inner.path ?? '', inner.errors[0] as unknown as Failure]));
    const failures: Failures = {};
    for (const { name } of sections[section].fields) {
      const failure = found.get(name);
      if (failure) failures[name] = failure;
    }
    return failures;
  }
};
