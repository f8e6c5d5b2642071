/** Checks of values from a page. Each reads a value, or refuses it with a sentence that names the field. */
import { fromDayMonthYear, toDayMonthYear, type CalendarDate } from '#machines/model/calendar.ts';
import { toMsisdn, type Msisdn } from '#machines/model/phoneNumber.ts';
import { DeskRefused } from './deskRefused.ts';

/** @param name of the field, for the sentence of a refusal. @throws DeskRefused badInput. */
export type Check<T> = (value: unknown, name: string) => T;

const bad = (message: string): DeskRefused => new DeskRefused('badInput', message);

/** A text that is not empty, trimmed and in Unicode's normal form C. @param most characters. */
export const text =
  (most: number): Check<string> =>
  (value, name) => {
    const trimmed = typeof value === 'string' ? value.trim().normalize() : '';
    if (trimmed === '' || trimmed.length > most) throw bad(`${name} must be a text of 1 to ${most} characters.`);
    return trimmed;
  };

/** A text as it was typed, because a password may begin or end with a space. */
export const secretText =
  (most: number): Check<string> =>
  (value, name) => {
    if (typeof value !== 'string' || value.length > most) throw bad(`${name} must be a text of at most ${most} characters.`);
    return value;
  };

/** A text that matches a pattern. @param form description of the pattern, for the sentence of a refusal. */
export const matching =
  (pattern: RegExp, form: string): Check<string> =>
  (value, name) => {
    if (typeof value !== 'string' || !pattern.test(value)) throw bad(`${name} must be ${form}.`);
    return value;
  };

export const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER): Check<number> =>
  (value, name) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most)
      throw bad(`${name} must be a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}.`);
    return value;
  };

export const yesOrNo: Check<boolean> = (value, name) => {
  if (typeof value !== 'boolean') throw bad(`${name} must be true or false.`);
  return value;
};

export const oneOf =
  <T extends string>(choices: readonly T[]): Check<T> =>
  (value, name) => {
    const choice = choices.find((one) => one === value);
    if (choice === undefined) throw bad(`${name} must be one of ${choices.join(', ')}.`);
    return choice;
  };

export const severalOf =
  <T extends string>(choices: readonly T[]): Check<T[]> =>
  (value, name) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > choices.length)
      throw bad(`${name} must be some of ${choices.join(', ')}.`);
    return [...new Set(value.map((one) => oneOf(choices)(one, name)))];
  };

export const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value, name) =>
    value === null ? null : check(value, name);

/** A field of {@link object} that may be left out. */
export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value, name) =>
    value === undefined ? undefined : check(value, name);

/** A Kenyan mobile number, in any usual spelling. */
export const mobile: Check<Msisdn> = (value, name) => {
  const number = typeof value === 'string' ? toMsisdn(value) : null;
  if (number === null) throw bad(`${name} must be a Kenyan mobile number, such as 0712 345 678.`);
  return number;
};

export const day: Check<CalendarDate> = (value, name) => {
  if (typeof value !== 'string' || !/^\d{4}-/.test(value) || fromDayMonthYear(toDayMonthYear(value)) !== value)
    throw bad(`${name} must be a day, such as 2026-01-31.`);
  return value;
};

/** Accepts every value: the reader of the field checks it. */
export const anything: Check<unknown> = (value) => value;

type Checks<T> = { readonly [K in keyof T]-?: Check<T[K]> };

/** An object with exactly these fields. */
export const object =
  <T extends object>(checks: Checks<T>): Check<T> =>
  (value, name) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(`${name} must be a JSON object.`);
    const stranger = Object.keys(value).find((field) => !Object.hasOwn(checks, field));
    if (stranger !== undefined) throw bad(`${name} has no field "${stranger.slice(0, 40)}".`);
    const read: Partial<Record<string, unknown>> = {};
    for (const [field, check] of Object.entries<Check<unknown>>(checks)) {
      const one = check((value as Record<string, unknown>)[field], field);
      if (one !== undefined) read[field] = one;
    }
    return read as T;
  };
