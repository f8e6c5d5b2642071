/** Default values for the examples of the screens and for the tests. The app does not import this file. */
import { presets, type Market } from '#src/market/market.ts';
import { failureOf } from './checkValues.ts';
import { allValues, isRequired, isShown, scopeOf } from './scope.ts';
import { sections } from './sections/index.ts';
import type { Field, Scope, SectionName, Values } from './types.ts';

/** A Friday, on which a person born on 20 November 2007 turns 18. */
export const SAMPLE_DAY = '2025-11-20';

const DIGITS = '1234567890'.repeat(3);

/** Plausible values of a field, likely ones first. */
function candidatesOf(field: Field, values: Values, scope: Scope): readonly string[] {
  if (field.options) return field.options(values, scope).map(({ id }) => id);
  switch (field.kind) {
    case 'digits':
      return Array.from(DIGITS, (_, index) => DIGITS.slice(0, index + 1));
    case 'phone':
      return ['712345678'];
    case 'email':
      return scope.market.emailHosts.map((host) => `amina@${host}`);
    case 'date':
      return field.dates ? [field.dates(scope).start] : [];
    default:
      return ['Amina', 'Moi Avenue 4'];
  }
}

/** A value that the field accepts together with these values; undefined: no plausible value is accepted. */
export const sampleOf = (field: Field, values: Values, scope: Scope): string | undefined =>
  candidatesOf(field, values, scope).find((value) => failureOf(field, { ...values, [field.name]: value }, scope) === null);

/**
 * The values, completed with one for each required field that is empty, so that a new field of a section gets an example.
 * @throws Error when such a field accepts no plausible value.
 */
export function completed(section: SectionName, values: Values, market: Market = presets.kenya): Values {
  const scope = scopeOf({ today: SAMPLE_DAY, market });
  const added: Record<string, string> = {};
  for (const field of sections[section].fields) {
    const all = allValues(section, { ...values, ...added });
    if (all[field.name] !== '' || !isShown(field, all, scope) || !isRequired(field, all, scope)) continue;
    const sample = sampleOf(field, all, scope);
    if (sample === undefined) throw new Error(`Write a value of ${section}.${field.name} into its examples: no usual one is accepted.`);
    added[field.name] = sample;
  }
  return { ...values, ...added };
}
