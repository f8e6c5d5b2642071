/** `/auth/personal_infomation`: identity and home address of the borrower. Saved by `saveBasicInfo`. */
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
import { ADDRESS_INPUT, fieldsOf, inGroup, isGiven, optional } from './fieldBuilders.ts';

const personal = fieldsOf('personal', 'basicInfo');
const wider = fieldsOf('wider', 'personalInfo');
const residence = fieldsOf('residence', 'personalInfo');

/** The fields after the birthday appear once a birthday is chosen. */
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
  sensitive: true,
  shown: afterBirthday,
  hint: ({ market }) => (market.nationalId === 'digits8' ? 'hint.nationalId' : null),
  sanitise: (typed, { market }) =>
    onlyDigits(typed).slice(0, market.nationalId === 'digits8' ? LIMITS.nationalId.digits8 : LIMITS.nationalId.dashed18.max),
  display: (value, { market }) => (market.nationalId === 'digits8' ? value : dashed(value, LIMITS.nationalId.dashed18.dashesAfter)),
  input: {
    // No limit for eight digits: they may be pasted with blanks, which are removed. A limit would cut the last digits.
    maxLength: ({ market }: Scope) => (market.nationalId === 'digits8' ? undefined : LIMITS.nationalId.dashed18.inputMaxLength),
  },
});

const personalFields: readonly Field[] = [
  personal.name('firstName', rules.personName, 'given-name', { sensitive: true }),
  personal.name('middleName', rules.personName, 'additional-name', { sensitive: true, required: optional }),
  personal.name('lastName', rules.personName, 'family-name', { sensitive: true }),
  personal.radio('gender', genders, { sensitive: true }),
  personal.date('inputBirthday', rules.birthday, {
    sensitive: true,
    hint: () => 'hint.inputBirthday',
    dates: ({ today }) => ({ years: rules.birthYears(today), start: `01-01-${Number(today.slice(0, 4)) - 30}` }),
  }),
  personal.picker('education', educations, { sensitive: false, shown: afterBirthday }),
  personal.picker('maritalStatus', maritalStatuses, { sensitive: true, shown: afterBirthday }),
  nationalId,
  personal.phone('whatsappNo', [rules.whatsapp], { sensitive: true, shown: afterBirthday, input: { autocomplete: 'tel-national' } }),
  personal.phone('sparePhone', [rules.sparePhone], { sensitive: true, shown: afterBirthday, required: optional }),
  personal.field('email', 'email', 'contact', {
    sensitive: true,
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
  wider.picker('loanPurpose', loanPurposes, { sensitive: false, shown: widerPersonal }),
  wider.picker('familyMonthlyIncome', salaryBrackets, { sensitive: true, shown: widerPersonal }),
  wider.picker('religion', religions, { sensitive: true, shown: widerPersonal }),
  wider.picker('language', spokenLanguages, { sensitive: false, shown: widerPersonal }),
  wider.phone('alternativePhone', [rules.sparePhone], { sensitive: true, shown: widerPersonal, required: optional }),
  wider.text('cityOfBirth', 'identity', rules.freeText, LIMITS.freeText.max, { sensitive: true, shown: widerPersonal }),
  wider.digits('age', 'identity', rules.age, 3, { sensitive: true, shown: widerPersonal }),
  wider.text('rfc', 'identity', rules.rfc, LIMITS.rfc, {
    sensitive: true,
    shown: inGroup('rfc'),
    required: optional,
    sanitise: alphanumeric(LIMITS.rfc),
    input: { capitalise: 'characters' },
  }),
  wider.digits('nss', 'identity', rules.nss, LIMITS.nss, { sensitive: true, shown: inGroup('nss'), required: optional }),
  wider.text('curp', 'identity', rules.curp, LIMITS.curp, {
    sensitive: true,
    shown: inGroup('curp'),
    sanitise: alphanumeric(LIMITS.curp),
    input: { capitalise: 'characters' },
  }),
];

const residenceFields: readonly Field[] = [
  residence.picker('residenceType', residenceTypes, { sensitive: true }),
  residence.picker('state', provinces, { sensitive: false, clears: ['city'] }),
  residence.picker('city', (values) => districtsOf(values['state'] ?? ''), {
    sensitive: false,
    locked: (values) => (isGiven(values, 'state') ? null : 'personalInfomation.stateTip'),
  }),
  residence.picker('county', counties, { sensitive: false, shown: widerPersonal }),
  residence.digits('pincode', 'place', rules.pincode, LIMITS.pincode, {
    sensitive: false,
    shown: widerPersonal,
    input: { autocomplete: 'postal-code' },
  }),
  residence.text('address', 'place', rules.address, LIMITS.address.max, { sensitive: true, input: ADDRESS_INPUT }),
];

export const personalInfo: Section = { name: 'personalInfo', fields: [...personalFields, ...widerFields, ...residenceFields] };
