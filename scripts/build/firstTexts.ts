/**
 * Moves texts that are not English out of the first paint. Every `defineFirstTexts({ en, es, sw })` keeps its English texts.
 * Those of another language go into one file per language. In the sources all languages stay side by side.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Plugin } from 'vite';
import { LANGUAGES, type Language } from '../../machines/context.ts';

type Table = Record<Language, Record<string, string>>;

/** Tables are plain data, so the object literal can be evaluated by itself. */
const CALL = /= defineFirstTexts\((\{[^]*?\n\})\)/;
const FOLDERS = ['src/ui', 'src/app', 'src/i18n', 'screens'];
const APART = LANGUAGES.filter((language) => language !== 'en');
/** Prefix of the ids of the modules with one language's texts. */
export const FIRST_TEXTS = '\0first-texts:';

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

/** The tables of a project, by the path of the defining module. */
export function firstTablesOf(root: string): Map<string, Table> {
  const tables = new Map<string, Table>();
  for (const file of FOLDERS.flatMap((folder) => sourcesIn(join(root, folder)))) {
    const literal = CALL.exec(readFileSync(file, 'utf8'))?.[1];
    if (literal !== undefined) tables.set(relative(root, file), runInNewContext(`(${literal})`) as Table);
  }
  return tables;
}

export function firstTexts(root: string): Plugin {
  const tables = firstTablesOf(root);
  const inLanguage = (language: Language) => Object.fromEntries([...tables].map(([name, table]) => [name, table[language]]));
  const pathOf = (id: string): string => relative(root, id.split('?')[0] ?? id);
  return {
    name: 'first-texts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(FIRST_TEXTS) ? source : null),
    load(id) {
      if (id.startsWith(FIRST_TEXTS)) {
        const language = id.slice(FIRST_TEXTS.length) as Language;
        const tables = JSON.stringify(inLanguage(language));
        return `import { takeFirstTexts } from ${JSON.stringify(join(root, 'src/i18n/firstPaint.ts'))}; takeFirstTexts('${language}', ${tables});`;
      }
      if (pathOf(id) === 'src/i18n/firstTextFiles.ts') {
        const files = APART.map((language) => `${language}: () => import('${FIRST_TEXTS}${language}')`);
        return `export const filesOfFirstTexts = { ${files.join(', ')} };`;
      }
      return null;
    },
    transform(code, id) {
      const name = pathOf(id);
      // The page that offers the languages imports the first texts of all of them, so that a choice needs no network.
      if (name === 'screens/userCenter/language/screen.tsx')
        return { code: [...APART.map((one) => `import '${FIRST_TEXTS}${one}';`), code].join('\n'), map: null };
      const table = tables.get(name);
      if (!table) return null;
      return {
        code: code.replace(CALL, () => `= defineFirstTexts(${JSON.stringify({ en: table.en })}, ${JSON.stringify(name)})`),
        map: null,
      };
    },
  };
}
