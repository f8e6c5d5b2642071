/**
 * Every rule with values that it just accepts and just refuses, through the check that form and lender share. Rules of one
 * field are listed per section in rules/. Rows for fields without a rule of their own are generated (rules/described.ts).
 */
import { describe, expect, it } from 'vitest';
import type { SectionName } from '#machines/model/application.ts';
import { say } from '#src/forms/messages/index.ts';
import { checkSection } from '#src/forms/checkValues.ts';
import { sections } from '#src/forms/sections/index.ts';
import { presets } from '#src/market/market.ts';
import { additionalInfo } from './rules/additionalInfo.ts';
import { bankAccount } from './rules/bankAccount.ts';
import { describedRow } from './rules/described.ts';
import { loanQuestion } from './rules/loanQuestion.ts';
import { personalInfo } from './rules/personalInfo.ts';
import { complete, context, failureFor, wider } from './sectionSamples.ts';

const table = [...personalInfo, ...additionalInfo, ...bankAccount, ...loanQuestion];

const described = Object.values(sections).flatMap(({ name, fields }) =>
  fields.flatMap((field) => {
    const row = describedRow(name, field);
    return row ? [row] : [];
  }),
);

const idOf = ({ section, field }: { section: SectionName; field: string }): string => `${section}.${field}`;

describe('section filled in correctly', () => {
  it.each(Object.entries(complete))('section %s, filled in correctly: is accepted', (section, values) => {
    expect(checkSection(section as SectionName, values, context)).toEqual({});
  });
  it.each(Object.entries(wider))('section %s with every optional group: is accepted', (section, values) => {
    expect(checkSection(section as SectionName, values, { ...context, market: presets.everyField })).toEqual({});
  });
});

describe.each([
  ...table.map((row) => ({ ...row, title: `${idOf(row)}${row.change ? ` with ${Object.values(row.change).join(', ')}` : ''}` })),
  ...described.map((row) => ({ ...row, title: `${idOf(row)} as described` })),
])('$title', (row) => {
  const ask = (value: string) => failureFor(row.section, row.field, value, row.change, row.market);
  it.each(row.accepted.map((value) => [value.slice(0, 40) || 'nothing', value]))(`${row.title}, accepted value: %s`, (_title, value) => {
    expect(ask(value)).toBeNull();
  });
  it.each(Object.entries(row.refused).map(([value, key]) => [value.slice(0, 40) || 'nothing', key, value] as const))(
    `${row.title}, refused value: %s: %s`,
    (_title, key, value) => {
      const failure = ask(value);
      expect(failure?.key).toBe(key);
      // No placeholder of the message is left without a value.
      expect(say('en')(key, failure?.params)).not.toMatch(/[{}]/);
    },
  );
});

describe('table of rules', () => {
  const fields = Object.values(sections).flatMap(({ name, fields: all }) => all.map((field) => idOf({ section: name, field: field.name })));

  it('field with a rule of its own, or one that complete values do not show: has a row in rules/ of its section', () => {
    const tried = [...table, ...described].map(idOf);
    expect(fields.filter((id) => !tried.includes(id))).toEqual([]);
  });

  it('table of rules, choices, names and free text: rows are generated from their descriptions', () => {
    const ids = described.map(idOf);
    expect(ids).toEqual(expect.arrayContaining(['personalInfo.gender', 'personalInfo.lastName', 'personalInfo.cityOfBirth']));
    expect(ids).not.toContain('personalInfo.nationalId');
  });
});
