/** Keys and values of a journey in business words: "Order, status: being assessed" for `order.status 7`. */
import { isKnownStatus } from '#machines/model/orderStatus.ts';
import { formatKsh } from '#machines/model/money.ts';
import { paymentFault, statusWords, upperFirst } from '#machines/words.ts';
import { payoutFailureText } from '#src/api/messages/payoutFailures.ts';
import { formatDate, formatMoment } from '#src/i18n/dates.ts';
import { inWords, plainName } from '../names.ts';
import { isStandIn, valueText } from './diff.ts';
import { fieldWords } from './fieldWords.ts';
import { callInWords, faultWords } from './problemWords.ts';

/** Keys of amounts in cents. A test compares them with the types. */
export const MONEY_KEYS: readonly string[] = [
  ...['accruedBefore', 'agreed', 'amount', 'cap', 'ceiling', 'coupon', 'fee', 'firstLoanMax', 'interest', 'kept', 'lateCap', 'latePerDay'],
  ...['left', 'limit', 'maxPrincipal', 'maximum', 'minPrincipal', 'minimum', 'missing', 'nextLimit', 'offlineMinimum', 'outstanding'],
  ...['over', 'owed', 'owedThen', 'paid', 'penalty', 'penaltyPerDay', 'principal', 'principalAtDue', 'principalLeft', 'principalStep'],
  ...['received', 'sent', 'settleToday', 'step', 'suggestedAmount', 'tax', 'total', 'totalCost', 'unpaidInterestAtDue'],
];

const DAY = /^\d{4}-\d\d-\d\d$/;
/** An identifier of the chart: a kind, a field, a section. */
const WORD = /^[a-z]+(?:[A-Z][a-z]+)*$/;
/** Stand-ins of a recording. */
const STAND_IN = /^(?:\[([a-z]+) \d+\]|~\d+)\.*$/;

/** Words for keys whose own words would not be clear outside the code. */
const KEYS: Readonly<Record<string, string>> = {
  agreementVersion: 'version of the agreement',
  codeAgainAt: 'another code from',
  epoch: 'sign-ins so far',
  extensionNo: 'number of the extension',
  failureCode: 'cause',
  now: 'time at the lender',
  orderNo: 'order number',
  payOrderId: 'number of the payment',
  requestId: 'number of the request',
  resultCode: 'result',
  serverTime: 'time at the lender',
  termDays: 'term',
  ticketNo: 'number of the message',
  userId: "borrower's number",
};

const keyWords = (key: string): string => KEYS[key] ?? (/^\d+$/.test(key) ? String(Number(key) + 1) : inWords(key));

/** Whether a number is a moment: milliseconds since 1970 of days from 2001 to 2128. Amounts are far smaller. */
const isMoment = (value: number): boolean => value > 1e12 && value < 5e12;

const countOf = (value: number, noun: string): string => `${value} ${noun}${value === 1 ? '' : 's'}`;

function numberWords(value: number, keys: readonly string[]): string {
  const key = keys[keys.length - 1] ?? '';
  const holder = keys[keys.length - 2] ?? '';
  if (key === 'status' && isKnownStatus(value) && /order/i.test(keys.join('.'))) return statusWords(value);
  if (key === 'code') return value === 0 ? 'none' : faultWords({ code: value, message: '' });
  if (key === 'resultCode') return value === 0 ? 'done' : paymentFault(value);
  if (key === 'failureCode') return payoutFailureText(value, 'en');
  if (isMoment(value)) return `${formatMoment('en', value)}:${String(Math.floor(value / 1000) % 60).padStart(2, '0')}`;
  if (/[dD]ays(Late)?$/.test(key) || /[dD]ays$/.test(holder)) return countOf(value, 'day');
  if (/[hH]ours$/.test(key)) return countOf(value, 'hour');
  if (MONEY_KEYS.includes(key)) return formatKsh(value);
  return String(value);
}

function textWords(value: string): string {
  const hidden = STAND_IN.exec(value);
  if (hidden) return `hidden ${hidden[1] === undefined || hidden[1] === 'words' ? 'text' : hidden[1]}`;
  if (DAY.test(value)) return formatDate('en', value);
  if (value.startsWith('#') && WORD.test(value.slice(1))) return plainName(value.slice(1));
  return WORD.test(value) ? inWords(value) : valueText(value);
}

/** A value in words, in one line. @param path its keys, separated by dots. */
export function valueWords(path: string, value: unknown): string {
  if (typeof value === 'number') return numberWords(value, path.split('.'));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && value !== '') return textWords(value);
  if (Array.isArray(value)) return listWords(path, value);
  if (typeof value !== 'object' || value === null) return valueText(value);
  const { is, ...rest } = value as Readonly<Record<string, unknown>>;
  const parts = Object.entries(rest).filter(
    ([, part]) => part !== null && part !== undefined && typeof part !== 'object' && !isStandIn(part),
  );
  const values = parts.slice(0, 3).map(([key, part]) => `${keyWords(key)} ${valueWords(`${path}.${key}`, part)}`);
  const all = [...(typeof is === 'string' ? [inWords(is)] : []), ...values];
  return all.length === 0 ? (Object.keys(value).length === 0 ? 'nothing' : 'something') : all.join(', ');
}

/** Maximum number of entries of a list that are named. */
const MOST_NAMED = 3;

function listWords(path: string, values: readonly unknown[]): string {
  if (values.length === 0) return 'none';
  const isNamed = values.length <= MOST_NAMED && values.every((one) => typeof one === 'string' && !isStandIn(one));
  return isNamed
    ? values.map((one) => (path === 'calls running' ? callInWords(String(one)) : valueWords(path, one))).join(', ')
    : countOf(values.length, 'entry').replace(/entrys$/, 'entries');
}

/** A path in words: "Order, due date". Numbers count from one. */
export function pathWords(path: string): string {
  if (path === 'state') return 'Where';
  const keys = path.split('.');
  // The key `is` is left out, because its value names the kind: "Photos, front: uploading".
  const named = keys.length > 1 && keys[keys.length - 1] === 'is' ? keys.slice(0, -1) : keys;
  // The keys below `fields` are names of form fields.
  const label = named
    .flatMap((key, at) => (key === 'fields' ? [] : [named[at - 1] === 'fields' ? fieldWords(key) : keyWords(key)]))
    .join(', ');
  return upperFirst(label);
}
