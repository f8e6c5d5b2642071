/** The yup schema of a form and the check of the lender have the same rules and give the same answers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from 'yup';
import { LANGUAGES } from '#machines/context.ts';
import type { SectionName, Values } from '#machines/model/application.ts';
import { say } from '#src/forms/messages/index.ts';
import { checkSection } from '#src/forms/checkValues.ts';
import { sectionSchema } from '#src/forms/sectionSchema.ts';
import { scopeOf } from '#src/forms/scope.ts';
import { sections } from '#src/forms/sections/index.ts';
import { presets } from '#src/market/market.ts';
import { complete, context } from './sectionSamples.ts';

const NAMES = ['personalInfo', 'additionalInfo', 'bankAccount', 'loanQuestion'] as const satisfies readonly SectionName[];

/** Messages by field. The schema gets the values as Formik passes them: an empty one is undefined. */
function messagesOf(section: SectionName, values: Values, check: typeof context): Record<string, string> {
  const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? undefined : value]));
  try {
    sectionSchema(section, scopeOf(check)).validateSync(given, { abortEarly: false });
    return {};
  } catch (error) {
    if (!ValidationError.isError(error)) throw error;
    return Object.fromEntries(error.inner.map((inner) => [inner.path ?? '', inner.message]));
  }
}

const expected = (section: SectionName, values: Values, check: typeof context, lang: (typeof LANGUAGES)[number]) =>
  Object.fromEntries(Object.entries(checkSection(section, values, check)).map(([name, { key, params }]) => [name, say(lang)(key, params)]));

describe.each(NAMES)('the schema of %s', (section) => {
  it.each(LANGUAGES)('empty form in %s: has the messages of the lender', (lang) => {
    const check = { ...context, lang };
    const said = messagesOf(section, {}, check);
    expect(Object.keys(said).length).toBeGreaterThan(0);
    expect(said).toEqual(expected(section, {}, check, lang));
  });

  it('form filled in: is accepted', () => {
    expect(messagesOf(section, complete[section], context)).toEqual({});
  });

  it('any values, every group of fields: refuses what the lender refuses', () => {
    const fields = sections[section].fields.map(({ name }) => name);
    const check = { ...context, market: presets.everyField };
    const text = fc.oneof(fc.constant(''), fc.constant(' '), fc.string({ maxLength: 12 }), fc.stringMatching(/^\d{0,14}$/));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...fields), text), (change) => {
        const values = { ...complete[section], ...change };
        expect(messagesOf(section, values, check)).toEqual(expected(section, values, check, 'en'));
      }),
      { numRuns: 60 },
    );
  });
});
