import type { JourneyContext } from '#machines/context.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { completed } from '#src/forms/sampleValues.ts';
import { example } from '../../example.ts';
import { amina, NOW, order } from '../../samples.ts';

const at = (step: 'editing' | 'picking' | 'comparing' | 'saving') => ({ places: { apply: { personalInfo: step } } });
const base: Partial<JourneyContext> = { ...amina, order: order(STATUS.basicInfo) };

export const filled = completed('personalInfo', {
  firstName: 'Amina',
  middleName: '',
  lastName: 'Wanjiku',
  gender: '2',
  inputBirthday: '15-03-1992',
  education: 'secondary',
  maritalStatus: 'married',
  nationalId: '12345678',
  whatsappNo: '712345678',
  sparePhone: '',
  email: 'amina.wanjiku@gmail.com',
  residenceType: 'rented',
  state: 'rift-valley',
  city: 'nakuru',
  address: 'Kenyatta Avenue 12',
});

const draft = (values: Record<string, string>): Partial<JourneyContext> => ({
  ...base,
  drafts: { personalInfo: { values, savedAt: NOW } },
});
const begun = { firstName: 'Amina', lastName: 'Wanjiku', gender: '2' };
const withBirthday = { ...begun, inputBirthday: '15-03-1992' };

export const examples = {
  empty: example(at('editing'), base),
  begun: example(at('editing'), draft(begun)),
  'birthday chosen': example(at('editing'), draft(withBirthday)),
  filled: example(at('editing'), draft(filled)),
  'choosing a marital status': example(at('picking'), { ...draft(withBirthday), picker: { field: 'maritalStatus' } }),
  'choosing a birthday': example(at('picking'), { ...draft(begun), picker: { field: 'inputBirthday' } }),
  'choosing a district': example(at('picking'), { ...draft(filled), picker: { field: 'city' } }),
  sending: example(at('saving'), draft(filled)),
  'refused by the lender': example(at('editing'), {
    ...draft(filled),
    problem: { code: 1001, message: '', fields: { nationalId: 'Please enter the ID number' } },
  }),
  'saved on another device': example(at('comparing'), {
    ...draft({ ...filled, lastName: 'Otieno', middleName: 'Akinyi' }),
    problem: {
      code: CODE.savedElsewhere,
      message: 'This part was saved from another device meanwhile',
      newer: { section: 'personalInfo', values: { ...filled, lastName: 'Njeri' }, savedAt: NOW },
    },
  }),
  offline: example(at('editing'), { ...draft(filled), online: false, problem: { code: -4, message: '' } }),
};
