/** The lender's fixed sentences, by code. A recording keeps the code and hides the words beside it; what is drawn of it says them again. */
import type { Language } from '#machines/context.ts';
import { CODE } from '#machines/model/codes.ts';
import { en, type MessageKey } from '#src/api/messages/en.ts';
import { es } from '#src/api/messages/es.ts';
import { sw } from '#src/api/messages/sw.ts';

const words: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en, es, sw };

const isKey = (name: string): name is MessageKey => name in en;

/** A refusal is said under its own name, or under that of the part of the lender that refuses. */
const keyOfCode = new Map<number, MessageKey>();
for (const [name, code] of Object.entries(CODE)) {
  const key = [name, `lender.${name}`, `feedback.${name}`].filter(isKey)[0];
  if (key) keyOfCode.set(code, key);
}

/** @returns null for a sentence that names an amount, a day or a number of tries: those are hidden for good. */
export function refusalMessage(code: number, language: Language): string | null {
  const key = keyOfCode.get(code);
  return key === undefined || words[language][key].includes('{') ? null : words[language][key];
}
