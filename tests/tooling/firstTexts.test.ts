import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { firstTablesOf, firstTexts, FIRST_TEXTS } from '../../scripts/build/firstTexts.ts';

const sources = import.meta.glob<string>('../../{screens,src}/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

describe('texts of the first paint in the build', () => {
  const tables = firstTablesOf(ROOT);

  it('texts of the first paint in the build: they are found in every module that defines some', () => {
    const defining = Object.keys(sources).filter((path) => /= defineFirstTexts\(/.test(sources[path] ?? ''));
    expect([...tables.keys()].sort()).toEqual(defining.map((path) => path.replace('../../', '')).sort());
    expect(tables.size).toBeGreaterThan(4);
    for (const table of tables.values())
      for (const language of LANGUAGES) expect(Object.keys(table[language])).toEqual(Object.keys(table.en));
  });

  it('texts of the first paint in the build: English stays in its module, and each other language has a file of its own', () => {
    const plugin = firstTexts(ROOT);
    const load = plugin.load as (id: string) => string | null;
    const transform = plugin.transform as (code: string, id: string) => { code: string } | null;
    const source = `export const uiText = defineFirstTexts({\n  en: {},\n  es: {},\n})`;
    const { code } = transform(source, `${ROOT}/src/ui/strings.ts`) ?? { code: '' };
    const table = tables.get('src/ui/strings.ts');
    expect(code).toContain(JSON.stringify(table?.en));
    expect(code).not.toContain(JSON.stringify(table?.es));
    const swahili = load(`${FIRST_TEXTS}sw`) ?? '';
    for (const one of tables.values()) expect(swahili).toContain(JSON.stringify(one.sw));
    expect(load(`${ROOT}/src/i18n/firstTextFiles.ts`)).toContain(`${FIRST_TEXTS}es`);
    expect(transform('export const a = 1;', `${ROOT}/src/ui/other.ts`)).toBeNull();
  });
});
