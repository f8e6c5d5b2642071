/** Every table of texts that a borrower may read, collected from the modules that define them. */
import { runInNewContext } from 'node:vm';
import i18next from 'i18next';
import type { Language } from '#machines/context.ts';
import { en } from '#src/api/messages/en.ts';
import { es } from '#src/api/messages/es.ts';
import { sw } from '#src/api/messages/sw.ts';
import { messages } from '#src/forms/messages/index.ts';

export type Table = Record<Language, Readonly<Record<string, string>>>;

/** Entries and the pages of tools are left out: they have no texts of the app. */
const modules = import.meta.glob<unknown>([
  '../../screens/**/*.{ts,tsx}',
  '../../src/{forms,i18n,ui,app}/**/*.{ts,tsx}',
  '!../../src/app/main.ts',
  '!../../src/app/**/*.d.ts',
]);

export const sources = import.meta.glob<string>(['../../screens/**/*.{ts,tsx}', '../../src/{forms,i18n,ui,app}/**/*.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The tables that work without i18next are not exported. They are parsed from their source, which is plain data. */
const firstTables = (): [string, Table][] =>
  Object.entries(sources).flatMap(([path, text]) =>
    Array.from(text.matchAll(/= defineFirstTexts\((\{[^]*?\n\})\)/g), ({ 1: literal = '' }): [string, Table] => [
      path.replace('../../', ''),
      runInNewContext(`(${literal})`) as Table,
    ]),
  );

/** The tables by name: those of screens and forms, `messages` (the fields), `lender` (the lender's texts). */
export async function allTables(): Promise<[string, Table][]> {
  await Promise.all(Object.values(modules).map((load) => load()));
  const bundle = (language: Language, namespace: string) => i18next.getResourceBundle(language, namespace) as Record<string, string>;
  const registered = Object.keys(i18next.getDataByLanguage('en') ?? {}).map((name): [string, Table] => [
    name,
    { en: bundle('en', name), es: bundle('es', name), sw: bundle('sw', name) },
  ]);
  return [...firstTables(), ...registered, ['messages', messages], ['lender', { en, es, sw }]];
}
