/** Every rule with what it accepts and refuses at its borders, through the check that form and lender share: one table of them for each section, in rules/. */
import { describe, expect, it } from 'vitest';
import type { SectionName } from '#machines/model/application.ts';
import { say } from '#src/forms/messages/index.ts';
import { checkSection } from '#src/forms/check.ts';
import { presets } from '#src/market/market.ts';
import { additionalInfo } from './rules/additionalInfo.ts';
import { bankAccount } from './rules/bankAccount.ts';
import { loanQuestion } from './rules/loanQuestion.ts';
import { personalInfo } from './rules/personalInfo.ts';
import { complete, context, failureFor, wider } from './sectionSamples.ts';

const table = [...personalInfo, ...additionalInfo, ...bankAccount, ...loanQuestion];

describe('section filled in correctly', () => {
  it.each(Object.entries(complete))('%s: is accepted', (section, values) => {
    expect(checkSection(section as SectionName, values, context)).toEqual({});
  });
  it.each(Object.entries(wider))('%s with every optional group: is accepted', (section, values) => {
    expect(checkSection(section as SectionName, values, { ...context, market: presets.everyField })).toEqual({});
  });
});

describe.each(
  table.map((row) => ({
    ...row,
    title: `${row.section}.${row.field}${row.change ? ` with ${Object.values(row.change).join(', ')}` : ''}`,
  })),
)('$title', (row) => {
  const ask = (value: string) => failureFor(row.section, row.field, value, row.change, row.market);
  it.each(row.accepted.map((value) => [value.slice(0, 40) || 'nothing', value]))('accepts %s', (_title, value) => {
    expect(ask(value)).toBeNull();
  });
  it.each(Object.entries(row.refused).map(([value, key]) => [value.slice(0, 40) || 'nothing', key, value] as const))(
    'refuses %s: %s',
    (_title, key, value) => {
      const failure = ask(value);
      expect(failure?.key).toBe(key);
      // Every placeholder of the message has its value.
      expect(say('en')(key, failure?.params)).not.toMatch(/[{}]/);
    },
  );
});

describe('table of rules', () => {
  it('any section: has a row for every field', async () => {
    const { sections } = await import('#src/forms/sections/index.ts');
    const asked = new Set(table.map((row) => `${row.section}.${row.field}`));
    const missing = Object.values(sections).flatMap(({ name, fields }) =>
      fields.map((field) => `${name}.${field.name}`).filter((id) => !asked.has(id)),
    );
    expect(missing).toEqual([]);
  });
});
