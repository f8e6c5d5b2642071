import type { JourneyContext } from '#machines/context.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { completed } from '#src/forms/sampleValues.ts';
import { example } from '../../example.ts';
import { amina, NOW, order } from '../../samples.ts';

const at = (step: 'editing' | 'picking' | 'pickingContact' | 'comparing' | 'saving') => ({ places: { apply: { additionalInfo: step } } });
const base: Partial<JourneyContext> = { ...amina, order: order(STATUS.addition) };

export const filled = completed('additionalInfo', {
  employmentType: 'employee',
  industryCategory: '6',
  jobExperience: '1-3',
  monthlySalary: '15000-29999',
  payFrequency: 'monthly',
  monthlyPayday: '28',
  companyPhone: '0201234567',
  companyState: 'nairobi',
  companyCity: 'nairobi',
  companyAddress: 'Moi Avenue 4',
  emergencyContactName1: 'Grace Achieng',
  emergencyContactMobile1: '722000111',
  emergencyContactRelation1: 'siblings',
  emergencyContactName2: 'Peter Otieno',
  emergencyContactMobile2: '0733000222',
  emergencyContactRelation2: 'friends',
});

const five = Object.fromEntries(
  [3, 4, 5].flatMap((n) => [
    [`emergencyContactName${n}`, `Jane Akinyi ${'BCD'.charAt(n - 3)}`],
    [`emergencyContactMobile${n}`, `74400033${n}`],
    [`emergencyContactRelation${n}`, 'colleagues'],
  ]),
);

const draft = (values: Record<string, string>): Partial<JourneyContext> => ({
  ...base,
  drafts: { additionalInfo: { values, savedAt: NOW } },
});

export const examples = {
  empty: example(at('editing'), base),
  'without work': example(at('editing'), draft({ employmentType: 'unemployed' })),
  'paid twice a month': example(at('editing'), draft({ employmentType: 'employee', payFrequency: 'biweekly' })),
  filled: example(at('editing'), draft(filled)),
  /** The form with the most fields. */
  'five contacts': example(at('editing'), draft({ ...filled, ...five })),
  'choosing a payday': example(at('picking'), {
    ...draft({ employmentType: 'employee', payFrequency: 'monthly' }),
    picker: { field: 'monthlyPayday' },
  }),
  'in the phone book': example(at('pickingContact'), draft(filled)),
  'phone book refused': example(at('editing'), { ...draft(filled), problem: { code: -7, message: '' } }),
  sending: example(at('saving'), draft(filled)),
  'saved on another device': example(at('comparing'), {
    ...draft({ ...filled, companyAddress: 'Kimathi Street 9' }),
    problem: {
      code: CODE.savedElsewhere,
      message: 'This part was saved from another device meanwhile',
      newer: { section: 'additionalInfo', values: filled, savedAt: NOW },
    },
  }),
};
