/** `/auth/additionalInfomation`: work, emergency contacts, social media. Saved by `saveAdditionInfo-market`. */
import { toDayMonthYear } from '#machines/model/calendar.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { LIMITS } from '#src/market/limits.ts';
import { counties } from '#src/market/lists/counties.ts';
import { relations } from '#src/market/lists/person.ts';
import { districtsOf, provinces } from '#src/market/lists/provinces.ts';
import {
  designations,
  employmentTypes,
  incomeSources,
  industries,
  jobExperiences,
  payFrequencies,
  payMethods,
  salaryBrackets,
  weekdays,
} from '#src/market/lists/work.ts';
import { named, type Option } from '#src/market/options.ts';
import * as rules from '../rules.ts';
import { contactLine, landlineDigits, typedContact } from '../text.ts';
import type { Field, Rule, Scope, Section, Values } from '../types.ts';
import { ADDRESS_INPUT, fieldsOf, inGroup, isGiven, optional, shownPhone, storedPhone } from './fieldBuilders.ts';

const work = fieldsOf('work', 'personalInfo');
const company = fieldsOf('company', 'personalInfo');
const social = fieldsOf('social', 'personalInfo');

const employment = (values: Values): string => values['employmentType'] ?? '';

/** The industry is asked only of borrowers with work. */
export const hasIndustry = (values: Values, { market }: Scope): boolean =>
  isGiven(values, 'employmentType') && !market.withoutWork.includes(employment(values));

/** Experience in the job and payday are asked only of borrowers with an employer. */
export const isPaid = (values: Values, scope: Scope): boolean => hasIndustry(values, scope) && employment(values) !== 'selfEmployed';

const hasFrequency =
  (...frequencies: readonly string[]) =>
  (values: Values, scope: Scope): boolean =>
    isPaid(values, scope) && frequencies.includes(values['payFrequency'] ?? '');

const daysOfMonth: readonly Option[] = Array.from({ length: LIMITS.payday.last - LIMITS.payday.first + 1 }, (_, i) => {
  const day = String(LIMITS.payday.first + i);
  return named(day, day);
});

/** Days of the month for monthly pay, weekdays for weekly pay. */
export const paydaysOf = (values: Values): readonly Option[] => {
  const frequency = values['payFrequency'] ?? '';
  if (frequency === 'monthly' || frequency === 'biweekly') return daysOfMonth;
  return frequency === 'weekly' || frequency === 'fourteen' ? weekdays : [];
};

/** Whether the borrower has a place of work: everyone with an industry except students. */
const hasWorkplace = (values: Values, scope: Scope): boolean => hasIndustry(values, scope) && employment(values) !== 'student';

const widerWork = inGroup('widerWork');
const widerWorkplace = (values: Values, scope: Scope): boolean => widerWork(values, scope) && hasWorkplace(values, scope);

/** Two paydays must differ. The sheet refuses the day of the other one. */
const paydayRules = (other: string): Pick<Field, 'rules' | 'pickRules'> => {
  const differ = [rules.paydayDiffersFrom(other)];
  return { rules: differ, pickRules: differ };
};

const workFields: readonly Field[] = [
  work.picker('employmentType', employmentTypes, { sensitive: false, clears: ['industryCategory'] }),
  work.picker('industryCategory', industries, { sensitive: false, shown: hasIndustry }),
  work.picker('jobExperience', jobExperiences, { sensitive: false, shown: isPaid }),
  work.picker('monthlySalary', salaryBrackets, { sensitive: true, hint: () => 'hint.monthlySalary' }),
  work.picker('payFrequency', payFrequencies, { sensitive: false, shown: isPaid, clears: ['monthlyPayday', 'monthlyPaydayTwo'] }),
  work.picker('monthlyPayday', paydaysOf, {
    sensitive: false,
    shown: hasFrequency('weekly', 'fourteen', 'monthly', 'biweekly'),
    ...paydayRules('monthlyPaydayTwo'),
  }),
  work.picker('monthlyPaydayTwo', paydaysOf, {
    sensitive: false,
    shown: hasFrequency('fourteen', 'biweekly'),
    // A borrower who is paid every 14 days may have one weekday only.
    required: ({ payFrequency }) => payFrequency === 'biweekly',
    ...paydayRules('monthlyPayday'),
  }),
  work.picker('payMethod', payMethods, { sensitive: false, shown: (values, scope) => widerWork(values, scope) && isPaid(values, scope) }),
  work.picker('incomeSource', incomeSources, { sensitive: true, shown: widerWork }),
  work.picker('designation', designations, { sensitive: false, shown: widerWorkplace }),
  work.date('startWorkingDate', rules.pastDate, {
    sensitive: false,
    shown: widerWorkplace,
    dates: ({ today }) => ({
      years: { from: Number(today.slice(0, 4)) - LIMITS.age.span, to: Number(today.slice(0, 4)) },
      start: toDayMonthYear(today),
    }),
  }),
];

const companyFields: readonly Field[] = [
  company.text('companyName', 'place', rules.companyName, LIMITS.freeText.max, {
    sensitive: true,
    shown: widerWorkplace,
    input: { autocomplete: 'organization' },
  }),
  company.field('phone', 'companyPhone', 'contact', {
    sensitive: true,
    rules: [rules.workPhone],
    shown: hasWorkplace,
    hint: () => 'hint.companyPhone',
    sanitise: landlineDigits,
    store: (value) => toMsisdn(value) ?? withoutLeadingZeros(value),
    load: (value) => withoutLeadingZeros(shownPhone(value)),
    input: { mode: 'tel', autocomplete: 'off', affix: '+254' },
  }),
  company.picker('companyState', provinces, { sensitive: false, shown: hasWorkplace, clears: ['companyCity'] }),
  company.picker('companyCity', (values) => districtsOf(values['companyState'] ?? ''), {
    sensitive: false,
    shown: hasWorkplace,
    locked: (values) => (isGiven(values, 'companyState') ? null : 'personalInfomation.stateTip'),
  }),
  company.picker('companyCounty', counties, { sensitive: false, shown: widerWorkplace }),
  company.digits('companyPincode', 'place', rules.pincode, LIMITS.pincode, { sensitive: false, shown: widerWorkplace }),
  company.text('companyAddress', 'place', rules.address, LIMITS.address.max, {
    sensitive: true,
    shown: hasWorkplace,
    input: { ...ADDRESS_INPUT, autocomplete: 'off' },
  }),
];

const withoutLeadingZeros = (landline: string): string => landline.replace(/^0+(?=\d)/, '');

export const REQUIRED_CONTACTS = 2;
export const CONTACTS = [1, 2, 3, 4, 5] as const;

/**
 * One emergency contact. The first two are required, and their relationships differ. The others are optional, but a contact
 * that is begun must be completed. If two contacts have one number, the one typed last is refused.
 */
const contactFields = (n: (typeof CONTACTS)[number]): readonly Field[] => {
  const contact = fieldsOf(`contact${n}`, 'personalInfo');
  const name = `emergencyContactName${n}`;
  const mobile = `emergencyContactMobile${n}`;
  const relation = `emergencyContactRelation${n}`;
  const must = n <= REQUIRED_CONTACTS;
  const twin = n === 1 ? 2 : 1;
  const differs = (rule: (other: string) => Rule, field: string): readonly Rule[] => (must ? [rule(`${field}${twin}`)] : []);
  const begun =
    (...others: readonly string[]) =>
    (values: Values): boolean =>
      must || others.some((other) => isGiven(values, other));
  const others = CONTACTS.filter((other) => other !== n).map((other) => [other, `emergencyContactMobile${other}`] as const);
  const params = { n };
  return [
    contact.field('text', { name, label: 'label.contactName', empty: 'required.contactName' }, 'name', {
      sensitive: true,
      params,
      rules: [rules.contactName(n)],
      required: begun(mobile, relation),
      sanitise: contactLine,
      store: (value) => value.trim(),
      input: { capitalise: 'words', maxLength: LIMITS.contactName.max, autocomplete: 'off' },
    }),
    contact.field('phone', { name: mobile, label: 'label.contactMobile', empty: 'required.contactMobile' }, 'contact', {
      sensitive: true,
      params,
      rules: [rules.contactPhone(n), rules.notOwnMobile, rules.mobileIsNotRepeated(n, others)],
      pickRules: [rules.notOwnMobile, rules.mobileDiffersFrom(others)],
      required: begun(name, relation),
      sanitise: (typed, { market }) => typedContact(typed, market),
      store: storedPhone,
      load: shownPhone,
      input: { mode: 'tel', affix: '+254', autocomplete: 'off', contact: n },
    }),
    contact.picker({ name: relation, label: 'label.contactRelation', empty: 'required.contactRelation' }, relations, {
      sensitive: true,
      params,
      privacy: 'choice',
      rules: differs(rules.relationDiffersFrom, 'emergencyContactRelation'),
      pickRules: differs(rules.relationDiffersFrom, 'emergencyContactRelation'),
      ...(n === 2 && { hint: () => 'hint.otherRelation' as const }),
      required: () => must,
    }),
  ];
};

const socialFields: readonly Field[] = [
  social.text('linkedin', 'contact', rules.linkedin, LIMITS.linkedin.max, {
    sensitive: true,
    shown: inGroup('socialMedia'),
    required: optional,
    hint: () => 'hint.linkedin',
    input: { capitalise: 'none', autocomplete: 'off' },
  }),
  social.text('facebook', 'contact', rules.socialMedia, LIMITS.socialMedia.max, {
    sensitive: true,
    shown: inGroup('socialMedia'),
    required: optional,
    input: { capitalise: 'none', autocomplete: 'off' },
  }),
];

export const additionalInfo: Section = {
  name: 'additionalInfo',
  fields: [...workFields, ...companyFields, ...CONTACTS.flatMap((n) => contactFields(n)), ...socialFields],
};
