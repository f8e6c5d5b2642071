/** Messages by key, in the borrower's language. */
import { LANGUAGES, type Language } from '#machines/context.ts';
import { toDayMonthYear } from '#machines/model/calendar.ts';
import { formatKsh } from '#machines/model/money.ts';
import { textOf } from '#machines/model/plural.ts';
import { showDate } from '#src/forms/text.ts';
import type { MessageKey, Params } from '#server/refusals/refusal.ts';
import { en } from '#src/api/messages/en.ts';
import { es } from '#src/api/messages/es.ts';
import { sw } from '#src/api/messages/sw.ts';

const texts: Record<Language, Readonly<Record<string, string>>> = { en, es, sw };

/** Names of parameters that are amounts in cents in every message. */
const AMOUNTS: readonly string[] = ['minimum', 'maximum', 'step', 'left', 'amount'];

/** A wait in minutes, hours or days: "1,131 minutes" is hard to understand. */
function waitText(language: Language, minutes: number): string {
  const hours = Math.ceil(minutes / 60);
  const [unit, count] = minutes < 120 ? ['minute', minutes] : hours < 48 ? ['hour', hours] : ['day', Math.ceil(hours / 24)];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** The value of the `lang` header; null for anything unknown. */
export const saidLanguage = (header: unknown): Language | null => LANGUAGES.find((language) => language === header) ?? null;

/** The language of the answer: that of the `lang` header, English for any other value. */
export const languageOf = (header: unknown): Language => saidLanguage(header) ?? 'en';

export function messageText(language: Language, key: MessageKey, params: Params = {}): string {
  const text = textOf(texts[language], key, language, params['count']) ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (name === 'wait') return waitText(language, Number(params['minutes']));
    const value = params[name];
    if (value === undefined) return whole;
    if (typeof value === 'number' && AMOUNTS.includes(name)) return formatKsh(value);
    if (name === 'date') return showDate(toDayMonthYear(String(value)), language);
    return String(value);
  });
}
