/** Messages in the borrower's language, without i18next, because the lender needs the same texts. */
import type { Language } from '#machines/context.ts';
import type { MessageParams } from '../types.ts';
import { en, type MessageKey, type Messages } from './en.ts';
import { es } from './es.ts';
import { sw } from './sw.ts';

export type { MessageKey, Messages };
export const messages: Readonly<Record<Language, Messages>> = { en, es, sw };

export type Translate = (key: MessageKey, params?: MessageParams) => string;

export const say =
  (language: Language): Translate =>
  (key, params = {}) =>
    messages[language][key].replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));
