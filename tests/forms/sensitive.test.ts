/** The fields that a phone without a key does not store. Each field's description decides it. */
import { describe, expect, it } from 'vitest';
import { isSensitive } from '#src/app/safe/sensitive.ts';
import { sections } from '#src/forms/sections/index.ts';

const fields = Object.values(sections).flatMap(({ name, fields: all }) => all.map((field) => ({ section: name, field })));
const named = (isWanted: boolean) => fields.filter(({ field }) => field.sensitive === isWanted).map(({ field }) => field.name);

describe('sensitive fields', () => {
  it('names, numbers and codes of a person, an account or a contact: are all sensitive', () => {
    const classes = ['name', 'contact', 'identity', 'money', 'secret'];
    const readable = fields.filter(({ field }) => classes.includes(field.privacy) && !field.sensitive).map(({ field }) => field.name);
    // The day on which the borrower started work.
    expect(readable).toEqual(['startWorkingDate']);
  });

  it('choices that reveal income, debts, or data that the Data Protection Act protects: are sensitive', () => {
    const sensitive = ['monthlySalary', 'familyMonthlyIncome', 'incomeSource', 'gender', 'maritalStatus', 'religion', 'residenceType', '7'];
    expect(named(true)).toEqual(expect.arrayContaining(sensitive));
  });

  it('other choices: are not sensitive, so that a phone without a key stores as much as it may', () => {
    expect(named(false)).toEqual(
      expect.arrayContaining(['education', 'employmentType', 'payFrequency', 'state', 'accountKind', 'bankCode']),
    );
  });

  it.each([
    ['personalInfo', 'nationalId', true],
    ['personalInfo', 'education', false],
    ['personalInfo', 'fieldOfAnotherVersion', true],
    ['sectionOfAnotherVersion', 'education', true],
    [null, 'description', true],
    [null, 'type', false],
    [null, 'toString', true],
  ])('section %s, field %s: %s', (section, field, is) => expect(isSensitive(section, field)).toBe(is));
});
