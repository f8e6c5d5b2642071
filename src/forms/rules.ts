/**
 * Every rule of the forms. A rule is applied to values that are not empty; the description decides whether a value is
 * required. Pure, so that the phone and the lender get the same result.
 */
import { ageOn, fromDayMonthYear } from '#machines/model/calendar.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { NO_LENDER } from '#src/market/lists/lenders.ts';
import { isOpenEnded, leastOf } from '#src/market/lists/questionnaire.ts';
import { LIMITS } from '#src/market/limits.ts';
import type { MessageKey } from './messages/en.ts';
import { isNameLetter, lastDayOfMonth } from './text.ts';
import type { Failure, MessageParams, Rule, Scope, Values } from './types.ts';

const fail = (key: MessageKey, params: MessageParams = {}): Failure => ({ key, params });

/** A rule from a pattern. */
const matches =
  (pattern: RegExp, key: MessageKey): Rule =>
  (value) =>
    pattern.test(value) ? null : fail(key);

const digits = (count: number, key: MessageKey): Rule => matches(new RegExp(`^\\d{${count}}$`), key);

/** Letters only, at least three. */
export const personName: Rule = (value, _values, { market }) => {
  if (![...value].every((letter) => isNameLetter(letter, market))) return fail('invalid.nameLetters');
  if (value.length < LIMITS.name.min) return fail('invalid.nameShort', { min: LIMITS.name.min });
  return value.length > LIMITS.name.max ? fail('invalid.long', { max: LIMITS.name.max }) : null;
};

export const birthday: Rule = (value, _values, { today }) => {
  const date = fromDayMonthYear(value);
  if (date === null) return fail('invalid.date');
  if (ageOn(date, today) < LIMITS.age.minimum) return fail('invalid.tooYoung', { min: LIMITS.age.minimum });
  return Number(date.slice(0, 4)) < birthYears(today).from ? fail('invalid.date') : null;
};

/** The years of the birthday picker. `to` is the latest. Reading 30. */
export const birthYears = (today: string): { from: number; to: number } => {
  const to = Number(today.slice(0, 4)) - LIMITS.age.minimum;
  return { from: to - LIMITS.age.span + 1, to };
};

/** A day that is not in the future, such as the first day in a job. */
export const pastDate: Rule = (value, _values, { today }) => {
  const date = fromDayMonthYear(value);
  if (date === null) return fail('invalid.date');
  return date > today ? fail('invalid.futureDate') : null;
};

export const nationalId: Rule = (value, _values, { market }) => {
  if (/^0+$/.test(value)) return fail('invalid.nationalIdZeros');
  if (market.nationalId === 'digits8') {
    return /^\d{8}$/.test(value) ? null : fail('invalid.nationalId8', { count: LIMITS.nationalId.digits8 });
  }
  return /^\d{1,18}$/.test(value) ? null : fail('invalid.nationalId18', { max: LIMITS.nationalId.dashed18.max });
};

const LOCAL_PART = /^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*$/;

/** The part before the last @ decides whether the value has the form of an address. The part after it must be an accepted host. */
export const email: Rule = (value, _values, scope) => {
  const at = value.lastIndexOf('@');
  const person = at < 0 ? value : value.slice(0, at);
  if (value.length > LIMITS.email.max || /\s/.test(value) || !LOCAL_PART.test(person)) return fail('invalid.emailFormat');
  const { emailHosts } = scope.market;
  const isTaken = at >= 0 && emailHosts.includes(value.slice(at + 1).toLowerCase());
  return isTaken ? null : fail('invalid.emailHost', { hosts: listOf(emailHosts, scope) });
};

/** "a, b or c" */
export const listOf = (items: readonly string[], { lang }: Pick<Scope, 'lang'>): string => {
  const or = { en: 'or', es: 'o', sw: 'au' }[lang];
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${or} ${items[items.length - 1]}`;
};

/** A Kenyan mobile number in any spelling, including the stored one, `254…`. */
const mobile =
  (key: MessageKey): Rule =>
  (value) =>
    toMsisdn(value) === null ? fail(key) : null;

export const whatsapp = mobile('invalid.whatsapp');
export const sparePhone = mobile('invalid.sparePhone');
export const ownPhone = mobile('invalid.mobile');

export const contactPhone =
  (index: number): Rule =>
  (value) =>
    toMsisdn(value) === null ? fail('invalid.contactMobile', { n: index }) : null;

export const notOwnMobile: Rule = (value, _values, { ownMobile }) =>
  ownMobile !== undefined && toMsisdn(value) === ownMobile ? fail('invalid.contactIsBorrower') : null;

/** The numbers of contacts, each with the name of the field of its phone number. */
type Contacts = readonly (readonly [contact: number, field: string])[];

/** Refuses a chosen number that another contact has. */
export const mobileDiffersFrom =
  (others: Contacts): Rule =>
  (value, values) => {
    const mobile = toMsisdn(value);
    const twin = mobile !== null && others.find(([, field]) => toMsisdn(values[field] ?? '') === mobile);
    return twin ? fail('additionalInfomation.sameContactMobileTip', { other: twin[0] }) : null;
  };

/** If two contacts have one number, the one typed last is wrong. If the order is unknown, it is the one with the higher number. */
export const mobileIsNotRepeated =
  (own: number, others: Contacts): Rule =>
  (value, values, scope, field) => {
    const isLater = ([contact, other]: Contacts[number]): boolean => scope.isTypedAfter?.(field.name, other) ?? own > contact;
    return mobileDiffersFrom(others.filter(isLater))(value, values, scope, field);
  };

export const relationDiffersFrom =
  (other: string): Rule =>
  (value, values) =>
    value === values[other] ? fail('additionalInfomation.sameContactRelationTip') : null;

/** The two paydays of a month or of a fortnight must differ. */
export const paydayDiffersFrom =
  (other: string): Rule =>
  (value, values) =>
    value === values[other] ? fail('invalid.samePayday') : null;

/** Any name from a phone book that has a letter or a digit. */
export const contactName =
  (index: number): Rule =>
  (value) => {
    if (value.length > LIMITS.contactName.max) return fail('invalid.long', { max: LIMITS.contactName.max });
    return /[\p{L}\p{N}]/u.test(value) ? null : fail('invalid.contactName', { n: index });
  };

/** A landline or a mobile number, with or without the leading 0. */
export const workPhone: Rule = (value) =>
  toMsisdn(value) !== null || /^0?[2-6]\d{7,8}$/.test(value) ? null : fail('invalid.companyPhone');

const length =
  (min: number, max: number, short: MessageKey): Rule =>
  (value) => {
    const size = value.trim().length;
    if (size < min) return fail(short, { min, max });
    return size > max ? fail('invalid.long', { max }) : null;
  };

export const address = length(LIMITS.address.min, LIMITS.address.max, 'invalid.address');
export const companyName = length(LIMITS.freeText.min, LIMITS.freeText.max, 'invalid.companyName');
export const freeText = length(LIMITS.freeText.min, LIMITS.freeText.max, 'invalid.short');
/** The address of a LinkedIn profile, with or without protocol and subdomain. */
export const linkedin: Rule = (value) => {
  if (value.length > LIMITS.linkedin.max) return fail('invalid.long', { max: LIMITS.linkedin.max });
  return /^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/(?:in|pub)\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(value.trim())
    ? null
    : fail('invalid.linkedin');
};

export const socialMedia = length(LIMITS.socialMedia.min, LIMITS.socialMedia.max, 'invalid.socialMedia');

export const pincode = digits(LIMITS.pincode, 'invalid.pincode');
export const rfc = matches(/^[A-Za-z0-9]{13}$/, 'invalid.rfc');
export const nss = digits(LIMITS.nss, 'invalid.nss');
export const bvn = digits(LIMITS.bvn, 'invalid.bvn');
export const cvc = digits(LIMITS.cvc, 'invalid.cvc');
export const verificationCode = digits(LIMITS.verificationCode, 'invalid.verificationCode');

export const curp: Rule = (value) => {
  if (value.length !== LIMITS.curp) return fail('invalid.curpLength');
  return /^[A-Z]{4}\d{6}[A-Z]{6}[A-Z0-9]\d$/i.test(value) ? null : fail('invalid.curp');
};

/** The age in years. It must agree with the birthday if one is given. */
export const age: Rule = (value, values, { today }) => {
  const years = Number(value);
  const oldest = LIMITS.age.minimum + LIMITS.age.span;
  if (!/^\d{1,3}$/.test(value) || years < LIMITS.age.minimum || years > oldest)
    return fail('invalid.age', { min: LIMITS.age.minimum, max: oldest });
  const born = fromDayMonthYear(values['inputBirthday'] ?? '');
  return born !== null && ageOn(born, today) !== years ? fail('invalid.ageBirthday') : null;
};

export type AccountForm = keyof typeof LIMITS.account;

/** The form of the account number: by the card type if the market has cards, otherwise by the market. */
export const accountForm = (values: Values, { market }: Pick<Scope, 'market'>): AccountForm => {
  if (!market.groups.card) return market.account;
  if (values['cardType'] === 'clabe') return 'clabe18';
  return values['cardType'] === 'card' ? 'card16' : market.account;
};

export const accountNumber: Rule = (value, values, scope) => {
  const { min, max } = LIMITS.account[accountForm(values, scope)];
  if (/^\d+$/.test(value) && value.length >= min && value.length <= max) return null;
  return min === max ? fail('invalid.accountExact', { count: max }) : fail('invalid.account', { min, max });
};

export const repeats =
  (other: string): Rule =>
  (value, values) =>
    value === values[other] ? null : fail('invalid.confirmAccount');

/** `MM/YY`, this month or later. */
export const validPeriod: Rule = (value, _values, { today }) => {
  const m = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(value);
  if (!m) return fail('invalid.validPeriod');
  const lastMonth = `20${m[2]}-${m[1]}`;
  return lastDayOfMonth(lastMonth) < today ? fail('invalid.cardExpired') : null;
};

/** An answer of the credit history; null: not given yet. */
const answerOf = (values: Values, code: string): string | null => (values[code] ?? '') || null;

/** Not more running digital loans than loans ever had, and none if the borrower owes nothing. */
export const runningLoans: Rule = (value, values) => {
  const ever = answerOf(values, '8');
  if (ever !== null && leastOf(value) > leastOf(ever)) return fail('questionnaire.moreThanEver', { ever: leastOf(ever) });
  return leastOf(value) > 0 && answerOf(values, '7') === '0' ? fail('questionnaire.owesNothing') : null;
};

/** Repaid and running loans together cannot be more than the loans ever had. */
export const repaidLoans: Rule = (value, values) => {
  const [ever, running] = [answerOf(values, '8'), leastOf(answerOf(values, '9') ?? '0')];
  if (ever === null || isOpenEnded(ever) || leastOf(value) + running <= leastOf(ever)) return null;
  // More running loans than loans ever had is an error of that question; this answer may be right.
  if (running > leastOf(ever) && leastOf(value) <= leastOf(ever)) return null;
  return fail('questionnaire.moreThanEnded', { ever: leastOf(ever), running });
};

/** Not more overdue loans than running loans, and none if no payment was ever late. */
export const overdueLoans: Rule = (value, values) => {
  const running = answerOf(values, '9');
  if (running !== null && leastOf(value) > leastOf(running)) return fail('questionnaire.moreThanRunning', { running: leastOf(running) });
  return leastOf(value) > 0 && answerOf(values, '6') === '0' ? fail('questionnaire.neverLate') : null;
};

/** Question 7. An amount is owed exactly if question 4 names a lender. */
export const amountOwed: Rule = (value, values) => {
  const lender = answerOf(values, '4');
  if (lender === null || (lender === NO_LENDER) === (value === '0')) return null;
  return fail(value === '0' ? 'questionnaire.namedLender' : 'questionnaire.noLender');
};

/** Question 6. A delay above zero exactly if question 5 names a lender, and always after a missed payment. */
export const longestDelay: Rule = (value, values) => {
  const lender = answerOf(values, '5');
  if (value === '0' && answerOf(values, '1') === 'yes') return fail('questionnaire.missedPayment');
  if (lender === null || (lender === NO_LENDER) === (value === '0')) return null;
  return fail(value === '0' ? 'questionnaire.namedLateLender' : 'questionnaire.noLateLender');
};
