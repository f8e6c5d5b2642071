/** `/auth/personal_infomation`: who the borrower is and where they live. Saved by `saveBasicInfo`. */
import { LIMITS } from '#src/market/limits.ts';
import { counties } from '#src/market/lists/counties.ts';
import {
  educations,
  genders,
  loanPurposes,
  maritalStatuses,
  religions,
  residenceTypes,
  spokenLanguages,
} from '#src/market/lists/person.ts';
import { districtsOf, provinces } from '#src/market/lists/provinces.ts';
import { salaryBrackets } from '#src/market/lists/work.ts';
import * as rules from '../rules.ts';
import { cut, dashed, line, onlyDigits } from '../text.ts';
import type { Field, Scope, Section, Values } from '../types.ts';
import { ADDRESS_INPUT, fieldsOf, inGroup, isGiven, optional } from './build.ts';

const personal = fieldsOf('personal', 'basicInfo');
const wider = fieldsOf('wider', 'personalInfo');
const residence = fieldsOf('residence', 'personalInfo');

/** The birthday gate: what follows it appears once a birthday is chosen. */
const afterBirthday = (values: Values): boolean => isGiven(values, 'inputBirthday');

const widerPersonal = inGroup('widerPersonal');

const alphanumeric =
  (max: number) =>
  (text: string): string =>
    text
      .slice(0, 4 * max)
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, max);

const nationalId: Field = personal.digits('nationalId', 'identity', rules.nationalId, LIMITS.nationalId.dashed18.max, {
  shown: afterBirthday,
  hint: ({ market }) => (market.nationalId === 'digits8' ? 'hint.nationalId' : null),
  sanitise: (typed, { market }) =>
    onlyDigits(typed).slice(0, market.nationalId === 'digits8' ? LIMITS.nationalId.digits8 : LIMITS.nationalId.dashed18.max),
  display: (value, { market }) => (market.nationalId === 'digits8' ? value : dashed(value, LIMITS.nationalId.dashed18.dashesAfter)),
  input: {
    // Eight digits may be pasted with blanks between them: those are taken out, not cut.
    maxLength: ({ market }: Scope) => (market.nationalId === 'digits8' ? undefined : LIMITS.nationalId.dashed18.inputMaxLength),
  },
});

const personalFields: readonly Field[] = [
  personal.name('firstName', rules.personName, 'given-name'),
  personal.name('middleName', rules.personName, 'additional-name', { required: optional }),
  personal.name('lastName', rules.personName, 'family-name'),
  personal.radio('gender', genders),
  personal.date('inputBirthday', rules.birthday, {
    hint: () => 'hint.inputBirthday',
    dates: ({ today }) => ({ years: rules.birthYears(today), start: `01-01-${Number(today.slice(0, 4)) - 30}` }),
  }),
  personal.picker('education', educations, { shown: afterBirthday }),
  personal.picker('maritalStatus', maritalStatuses, { shown: afterBirthday }),
  nationalId,
  personal.phone('whatsappNo', [rules.whatsapp], { shown: afterBirthday, input: { autocomplete: 'tel-national' } }),
  personal.phone('sparePhone', [rules.sparePhone], { shown: afterBirthday, required: optional }),
  personal.field('email', 'email', 'contact', {
    rules: [rules.email],
    shown: afterBirthday,
    hint: () => 'hint.email',
    suggest: (value, { market }) => {
      const person = value.split('@')[0] ?? '';
      return person === '' ? [] : market.emailHosts.map((host) => `${person}@${host}`);
    },
    sanitise: (typed) => cut(line(4 * LIMITS.email.max)(typed).replace(/\s/g, ''), LIMITS.email.max),
    store: (value) => {
      const at = value.lastIndexOf('@');
      return value.slice(0, at) + value.slice(at).toLowerCase();
    },
    input: { mode: 'email', autocomplete: 'email', capitalise: 'none', maxLength: LIMITS.email.max },
  }),
];

/** The specification's wider personal form; `market.groups` switches it on. */
const widerFields: readonly Field[] = [
  wider.picker('loanPurpose', loanPurposes, { shown: widerPersonal }),
  wider.picker('familyMonthlyIncome', salaryBrackets, { shown: widerPersonal }),
  wider.picker('religion', religions, { shown: widerPersonal }),
  wider.picker('language', spokenLanguages, { shown: widerPersonal }),
  wider.phone('alternativePhone', [rules.sparePhone], { shown: widerPersonal, required: optional }),
  wider.text('cityOfBirth', 'identity', rules.freeText, LIMITS.freeText.max, { shown: widerPersonal }),
  wider.digits('age', 'identity', rules.age, 3, { shown: widerPersonal }),
  wider.text('rfc', 'identity', rules.rfc, LIMITS.rfc, {
    shown: inGroup('rfc'),
    required: optional,
    sanitise: alphanumeric(LIMITS.rfc),
    input: { capitalise: 'characters' },
  }),
  wider.digits('nss', 'identity', rules.nss, LIMITS.nss, { shown: inGroup('nss'), required: optional }),
  wider.text('curp', 'identity', rules.curp, LIMITS.curp, {
    shown: inGroup('curp'),
    sanitise: alphanumeric(LIMITS.curp),
    input: { capitalise: 'characters' },
  }),
];

const residenceFields: readonly Field[] = [
  residence.picker('residenceType', residenceTypes),
  residence.picker('state', provinces, { clears: ['city'] }),
  residence.picker('city', (values) => districtsOf(values['state'] ?? ''), {
    locked: (values) => (isGiven(values, 'state') ? null : 'personalInfomation.stateTip'),
  }),
  residence.picker('county', counties, { shown: widerPersonal }),
  residence.digits('pincode', 'place', rules.pincode, LIMITS.pincode, { shown: widerPersonal, input: { autocomplete: 'postal-code' } }),
  residence.text('address', 'place', rules.address, LIMITS.address.max, { input: ADDRESS_INPUT }),
];

export const personalInfo: Section = { name: 'personalInfo', fields: [...personalFields, ...widerFields, ...residenceFields] };
