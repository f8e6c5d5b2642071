import { failureOf } from './checkValues.ts';
import { say } from './messages/index.ts';
import { schemaOf } from './schema.ts';
import { allValues } from './scope.ts';
import { sections } from './sections/index.ts';
import type { Scope, SectionName } from './types.ts';

/**
 * The yup schema of a section, from the descriptions of its fields. Each form has its own schema with the day, the language
 * and the order of typing, because Formik passes no context to yup.
 */
export function sectionSchema(section: SectionName, scope: Scope) {
  const t = say(scope.lang);
  const fields = new Map(sections[section].fields.map((field) => [field.name, field]));
  return schemaOf([...fields.keys()], (name, values) => {
    const field = fields.get(name);
    const failure = field ? failureOf(field, allValues(section, values), scope) : null;
    return failure && t(failure.key, failure.params);
  });
}
