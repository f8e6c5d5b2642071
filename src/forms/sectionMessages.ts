import type { Values } from '#machines/model/application.ts';
import { failuresOf } from './check.ts';
import { say } from './messages/index.ts';
import type { Scope, SectionName } from './types.ts';

/** Why fields of a section are wrong, by the rules that the lender asks too: field name to message, in the language of the scope. */
export function sectionMessages(section: SectionName, values: Values, scope: Scope): Values {
  const t = say(scope.lang);
  return Object.fromEntries(Object.entries(failuresOf(section, values, scope)).map(([name, { key, params }]) => [name, t(key, params)]));
}
