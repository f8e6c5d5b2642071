/**
 * The company that lends and its contacts, read from the environment. Agreement, policies and help page name them.
 * Production has no defaults, because a contract must not contain invented values. The sandbox has values that are marked
 * as examples.
 */
import { fromDayMonthYear, toDayMonthYear } from '#machines/model/calendar.ts';
import { SUPPORT_DAYS, type Company, type Support } from '#machines/model/device.ts';
import { formatLocal, onItsOwn, toMsisdn } from '#machines/model/phoneNumber.ts';
import type { EnvironmentReader } from './processEnvironment.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Latin letters, digits and signs on one line: the fonts of the PDF have no other characters. */
const PRINTABLE = /^[\x20-\x7e\xa0-\xff]{2,200}$/;

/** Required settings, with the sandbox's example and the reason for the requirement in production. */
const REQUIRED = {
  LENDER_NAME: { example: 'Example Loan Limited (an example)', why: 'the agreement and the policies name the company that lends' },
  LENDER_ADDRESS: { example: '1 Example Street, Nairobi (an example)', why: 'a borrower must know where the company that lends is' },
  LENDER_LICENCE: { example: 'EXAMPLE-0000 (an example)', why: 'the agreement names the licence to lend' },
  LENDER_REGULATOR: { example: 'Example Regulator (an example)', why: 'the agreement says who granted the licence and takes complaints' },
  LENDER_REGULATOR_CONTACT: {
    example: 'complaints@regulator.example (an example)',
    why: 'the agreement says where a borrower complains further',
  },
  DATA_OFFICER_EMAIL: { example: 'data-officer@example.ke', why: 'the policies say who answers about data' },
  POLICIES_SINCE: { example: '2026-01-01', why: 'the policies say from which day on they are in force' },
  SUPPORT_EMAIL: { example: 'support@example.ke', why: 'borrowers must reach a person' },
} as const;

type Required = keyof typeof REQUIRED;

/** Formats a Kenyan mobile number or landline as all numbers are shown. Others, such as 0800 000 000, stay unchanged. */
function asShown(phone: string): string {
  const digits = phone.replace(/ /g, '');
  const local = toMsisdn(digits)?.slice(3) ?? /^(?:\+?254|0)([2-6]\d{8})$/.exec(digits)?.[1];
  return local === undefined ? phone : onItsOwn(formatLocal(local));
}

/** @param isProduction whether the required settings must be set. */
export function readSupport({ mistakes, text, oneOf }: EnvironmentReader, isProduction: boolean): Support {
  const required = (name: Required): string => {
    const { example, why } = REQUIRED[name];
    const value = text(name, isProduction ? '' : example);
    if (value === '') mistakes.push(`Production needs ${name}: ${why}.`);
    return value;
  };
  const line = (name: Required): string => {
    const value = required(name);
    if (value !== '' && !PRINTABLE.test(value)) mistakes.push(`${name} must be 2 to 200 Latin letters, digits and signs on one line.`);
    return value;
  };
  const email = (name: Required): string => {
    const value = required(name);
    if (value !== '' && !EMAIL.test(value)) mistakes.push(`${name} must be an e-mail address, not "${value}".`);
    return value;
  };
  const date = (name: Required): string => {
    const value = required(name);
    if (value !== '' && fromDayMonthYear(toDayMonthYear(value)) !== value)
      mistakes.push(`${name} must be a date such as 2026-01-31, not "${value}".`);
    return value;
  };
  const company: Company = {
    name: line('LENDER_NAME'),
    address: line('LENDER_ADDRESS'),
    licence: line('LENDER_LICENCE'),
    regulator: line('LENDER_REGULATOR'),
    regulatorContact: line('LENDER_REGULATOR_CONTACT'),
    dataOfficerEmail: email('DATA_OFFICER_EMAIL'),
    policiesSince: date('POLICIES_SINCE'),
  };

  const phone = text('SUPPORT_PHONE') || null;
  if (phone !== null && !/^\+?\d[\d ]{4,18}\d$/.test(phone))
    mistakes.push(`SUPPORT_PHONE must be a phone number of digits and spaces, such as 0800 000 000, not "${phone}".`);
  const wanted = text('SUPPORT_WHATSAPP');
  const whatsapp = wanted === '' ? null : toMsisdn(wanted);
  if (wanted !== '' && whatsapp === null)
    mistakes.push(`SUPPORT_WHATSAPP must be a Kenyan mobile number, such as 0712 345 678, not "${wanted}".`);
  const hours = text('SUPPORT_HOURS', '08:00-17:00');
  const [, from = '', to = ''] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(hours) ?? [];
  if (from >= to) mistakes.push(`SUPPORT_HOURS must look like 08:00-17:00, the end after the beginning, not "${hours}".`);

  return {
    email: email('SUPPORT_EMAIL'),
    phone: phone && asShown(phone),
    whatsapp,
    hours: { days: oneOf('SUPPORT_DAYS', SUPPORT_DAYS, 'mon-fri'), from, to },
    company,
  };
}
