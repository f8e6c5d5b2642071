/** Readers of unchecked requests. Each refusal names the wrong field, with a message in the borrower's language. */
import type { SectionName, Values } from '#machines/model/application.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { toMsisdn, type Msisdn } from '#machines/model/phoneNumber.ts';
import type { Language } from '#machines/context.ts';
import { messageText } from '#server/wire/messageText.ts';
import type { Caller, Unchecked } from '#server/wire/handler.ts';
import { checkSection } from '#src/forms/checkValues.ts';
import { normaliseSection } from '#src/forms/scope.ts';
import { sections } from '#src/forms/sections/index.ts';
import { say as formMessage } from '#src/forms/messages/index.ts';
import { Refusal, type MessageKey } from '#server/refusals/refusal.ts';

/** Greatest length of any value, also if its field allows more. */
const MAX_VALUE_LENGTH = 500;

export const invalidFields = (fields: Readonly<Record<string, string>>): Refusal =>
  new Refusal(CODE.invalidField, 'invalidField', {}, { fields });

/** One invalid field, with the message of that key. */
export const invalidField = (name: string, key: MessageKey, language: Language): Refusal =>
  invalidFields({ [name]: messageText(language, key) });

/** Text that is not empty. */
export function readText(request: object, name: string, language: Language, longest = 100): string {
  const value: unknown = Reflect.get(request, name);
  if (typeof value !== 'string' || value.trim() === '') throw invalidField(name, 'field.text', language);
  if (value.length > longest) throw invalidField(name, 'field.long', language);
  return value;
}

/** The caller and the order number. @throws Refusal for the session, or for the order number. */
export const readOrder = async (request: Unchecked<{ orderNo: string }>, caller: Caller): Promise<[userId: number, orderNo: string]> => [
  await caller.signedIn(),
  readText(request, 'orderNo', caller.language),
];

/** Pages of a list are counted from 1. */
export const readPage = (request: { readonly page?: unknown }, { language }: Caller): number =>
  request.page === undefined ? 1 : readWhole(request, 'page', language);

/** A whole number from `least`; amounts are cents. */
export function readWhole(request: object, name: string, language: Language, least = 1): number {
  const value: unknown = Reflect.get(request, name);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) throw invalidField(name, 'field.number', language);
  return value;
}

export function readMobile(request: object, language: Language): Msisdn {
  const mobile = toMsisdn(readText(request, 'mobile', language, 30));
  if (mobile === null) throw invalidField('mobile', 'field.mobile', language);
  return mobile;
}

/** A code by SMS. Whitespace, as in a pasted code, is removed. */
export function readCode(request: { readonly code?: unknown }, language: Language): string {
  if (request.code === undefined || request.code === '') throw new Refusal(CODE.verificationCodeRequired, 'verificationCodeRequired');
  return readText(request, 'code', language, 20).replace(/\s/g, '');
}

export function readOption<T extends string>(request: object, name: string, options: readonly T[], language: Language): T {
  const value = readText(request, name, language);
  const option = options.find((one) => one === value);
  if (option === undefined) throw invalidField(name, 'field.option', language);
  return option;
}

/**
 * The values of a section, checked by the rules of the form and brought into their stored spelling.
 * @throws Refusal invalidField, with the reason for each field.
 */
export function readSection(
  request: { readonly values?: unknown },
  section: SectionName,
  now: number,
  ownMobile: Msisdn,
  language: Language,
): Values {
  const given = request.values;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalidField('values', 'field.text', language);

  const refused: Record<string, string> = {};
  const known = new Set(sections[section].fields.map((field) => field.name));
  for (const [name, value] of Object.entries(given)) {
    if (!known.has(name)) refused[name.slice(0, 50)] = messageText(language, 'field.unknown');
    else if (typeof value !== 'string') refused[name] = messageText(language, 'field.text');
    else if (value.length > MAX_VALUE_LENGTH) refused[name] = messageText(language, 'field.long');
  }
  if (Object.keys(refused).length > 0) throw invalidFields(refused);

  const values = given as Values;
  const context = { today: nairobiDate(now), ownMobile, lang: language };
  const failures = Object.entries(checkSection(section, values, context));
  if (failures.length > 0)
    throw invalidFields(Object.fromEntries(failures.map(([name, { key, params }]) => [name, formMessage(language)(key, params)])));
  return normaliseSection(section, values, context);
}
