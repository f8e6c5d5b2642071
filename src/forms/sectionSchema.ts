import { object, string } from 'yup';
import { failureOf } from './checkValues.ts';
import { say } from './messages/index.ts';
import { allValues } from './scope.ts';
import { sections } from './sections/index.ts';
import type { Scope, SectionName } from './types.ts';

/**
 * The yup schema of a section, from the descriptions of its fields. Each form has its own schema with the day, the language
 * and the order of typing, because Formik passes no context to yup.
 */
export function sectionSchema(section: SectionName, scope: Scope) {
  const t = say(scope.lang);
  const schemas = sections[section].fields.map((field) => {
    // The rule gets an empty value too, and all values of the form.
    const schema = string().test(field.name, (_value, test) => {
      const failure = failureOf(field, allValues(section, test.parent), scope);
      return failure === null || test.createError({ message: t(failure.key, failure.params) });
    });
    return [field.name, schema] as const;
  });
  return object(Object.fromEntries(schemas));
}
