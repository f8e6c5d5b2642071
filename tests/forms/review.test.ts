import { describe, expect, it } from 'vitest';
import { differences, reviewSection } from '#src/forms/review.ts';
import { normaliseSection } from '#src/forms/scope.ts';
import { sections } from '#src/forms/sections/index.ts';
import { presets } from '#src/market/market.ts';
import type { SectionName } from '#src/forms/types.ts';
import { complete, context, wider } from './sectionSamples.ts';

const SECTIONS = Object.keys(sections) as SectionName[];
const linesOf = (groups: ReturnType<typeof reviewSection>) => groups.flatMap(({ lines }) => lines);

describe('review of what was entered', () => {
  it.each(SECTIONS)('review of section %s, from this phone and from the lender: reads the same', (section) => {
    const stored = normaliseSection(section, complete[section], context);
    const fromLender = reviewSection(section, { saved: stored, draft: undefined }, context);
    expect(reviewSection(section, { saved: undefined, draft: complete[section] }, context)).toEqual(fromLender);
    expect(reviewSection(section, { saved: stored, draft: complete[section] }, context)).toEqual(fromLender);
  });

  it('review of what was entered, any language: shows labels and not ids', () => {
    const inSwahili = linesOf(
      reviewSection('personalInfo', { saved: complete.personalInfo, draft: undefined }, { ...context, lang: 'sw' }),
    );
    expect(inSwahili.find(({ field }) => field === 'gender')?.value).toBe('Mwanamke');
    expect(inSwahili.find(({ field }) => field === 'inputBirthday')?.value).toBe('15\u00A0Mac\u00A01992');
    expect(inSwahili.find(({ field }) => field === 'whatsappNo')?.value).toBe('+254 712 345 678');
  });

  it('field with a secret: is not shown', () => {
    const market = presets.everyField;
    const groups = reviewSection(
      'bankAccount',
      { saved: { ...wider.bankAccount, cvc: '987', verificationCode: '654321' }, draft: undefined },
      { ...context, market },
    );
    const secrets = sections.bankAccount.fields.filter(({ privacy }) => privacy === 'secret').map(({ name }) => name);
    expect(secrets).toEqual(expect.arrayContaining(['cvc', 'verificationCode']));
    expect(linesOf(groups).filter(({ field }) => secrets.includes(field))).toEqual([]);
    expect(JSON.stringify(groups)).not.toMatch(/987|654321/);
  });

  it('optional group without values: is one line', () => {
    const contact3 = (change: Record<string, string>) =>
      reviewSection('additionalInfo', { saved: { ...complete.additionalInfo, ...change }, draft: undefined }, context).find(
        ({ title }) => title === 'Emergency contact 3',
      )?.lines;
    expect(contact3({})).toEqual([{ field: 'emergencyContactName3', label: 'Emergency contact 3', value: '', unsaved: null }]);
    expect(contact3({ emergencyContactName3: 'Mary' })?.length).toBeGreaterThan(1);
  });

  it('review of what was entered, value not saved: stands beside the saved one', () => {
    const lines = linesOf(
      reviewSection(
        'personalInfo',
        { saved: complete.personalInfo, draft: { ...complete.personalInfo, lastName: 'Njeri', sparePhone: '711000000' } },
        context,
      ),
    );
    expect(lines.filter(({ unsaved }) => unsaved !== null)).toEqual([
      expect.objectContaining({ field: 'lastName', value: 'Wanjiku', unsaved: 'Njeri' }),
      expect.objectContaining({ field: 'sparePhone', value: '', unsaved: '+254 711 000 000' }),
    ]);
  });
});

it('two versions of a section: differ where their labels or texts differ', () => {
  const own = { ...complete.personalInfo, whatsappNo: '712345678', lastName: 'Otieno', middleName: '' };
  const other = { ...normaliseSection('personalInfo', complete.personalInfo, context), whatsappNo: '254712345678', middleName: 'Akinyi' };
  expect(differences('personalInfo', own, other, context)).toEqual([
    { field: 'middleName', label: 'Middle name', own: '', other: 'Akinyi' },
    { field: 'lastName', label: 'Last name', own: 'Otieno', other: 'Wanjiku' },
  ]);
});
