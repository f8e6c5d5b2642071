/** The rules of a section as the yup schema that Formik validates it with. */
import { object, string } from 'yup';
import { failureOf } from './check.ts';
import { say } from './messages/index.ts';
import { allValues } from './scope.ts';
import { sections } from './sections/index.ts';
import type { Field, Scope, SectionName } from './types.ts';

/**
 * Made once for a form. Conditions and rules see all values of the section, as the parent of their own; messages are in
 * the language of the scope.
 */
export function sectionSchema(section: SectionName, scope: Scope) {
  const t = say(scope.lang);
  const fieldSchema = (field: Field) =>
    string().test(field.name, (_value, test) => {
      const failure = failureOf(field, allValues(section, test.parent), scope);
      return failure === null || test.createError({ message: t(failure.key, failure.params) });
    });
  return object(Object.fromEntries(sections[section].fields.map((field) => [field.name, fieldSchema(field)])));
}
