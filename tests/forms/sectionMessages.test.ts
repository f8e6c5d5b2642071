/** What a form says of its fields: the lender's reasons, in the language of the borrower. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import type { SectionName } from '#machines/model/application.ts';
import { checkSection } from '#src/forms/check.ts';
import { say } from '#src/forms/messages/index.ts';
import { scopeOf } from '#src/forms/scope.ts';
import { sectionMessages } from '#src/forms/sectionMessages.ts';
import { complete, context } from './sectionSamples.ts';

const NAMES = ['personalInfo', 'additionalInfo', 'bankAccount', 'loanQuestion'] as const satisfies readonly SectionName[];

describe.each(NAMES)('the messages of %s', (section) => {
  it.each(LANGUAGES)('empty form in %s: every reason of the lender, in words', (lang) => {
    const said = sectionMessages(section, {}, scopeOf({ ...context, lang }));
    const reasons = Object.entries(checkSection(section, {}, { ...context, lang }));
    expect(reasons.length).toBeGreaterThan(0);
    expect(said).toEqual(Object.fromEntries(reasons.map(([name, { key, params }]) => [name, say(lang)(key, params)])));
    for (const message of Object.values(said)) expect(message).not.toMatch(/^\s*$|\{\{/);
  });

  it('form filled in: says nothing', () => {
    expect(sectionMessages(section, complete[section], scopeOf(context))).toEqual({});
  });
});
