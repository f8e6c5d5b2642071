/**
 * The lender's fixed messages by code. A recording stores the code and redacts the message; the preview restores the
 * message.
 */
import type { Language } from '#machines/context.ts';
import { CODE } from '#machines/model/codes.ts';
import { en, type MessageKey } from '#src/api/messages/en.ts';
import { es } from '#src/api/messages/es.ts';
import { sw } from '#src/api/messages/sw.ts';

const words: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en, es, sw };

const isKey = (name: string): name is MessageKey => name in en;

/** The key of a code's message: the name of the code, with or without the prefix of the module that refuses. */
const keyOfCode = new Map<number, MessageKey>();
for (const [name, code] of Object.entries(CODE)) {
  const key = [name, `lender.${name}`, `feedback.${name}`].filter(isKey)[0];
  if (key) keyOfCode.set(code, key);
}

/** @returns null for a message with an amount, a day or a number of attempts, because these values are not stored. */
export function refusalMessage(code: number, language: Language): string | null {
  const key = keyOfCode.get(code);
  return key === undefined || words[language][key].includes('{') ? null : words[language][key];
}
