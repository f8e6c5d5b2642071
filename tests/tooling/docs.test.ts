/** Verbs, files and names in the documents must exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ASVS, MASVS } from './securityStandards.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const unique = (values: Iterable<string>) => [...new Set(values)];
const all = (text: string, pattern: RegExp): string[] => unique([...text.matchAll(pattern)].map(([, first]) => first ?? ''));

const readme = textOf('README.md');
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** npm runs `start` and `test` without `run`. */
const verbsIn = (text: string) => unique([...all(text, /npm run ([\w:-]+)/g), ...all(text, /npm (start|test)\b/g)]);

describe('README', () => {
  it.each(verbsIn(readme))('README, verb %s: exists', (verb) => expect(Object.keys(scripts)).toContain(verb));
  it.each(Object.keys(scripts))('verb of package.json %s: is named', (verb) => expect(verbsIn(readme)).toContain(verb));
});

describe('docs/settings.md', () => {
  const FILES = ['config', 'darajaSettings', 'lenderIdentity', 'networkSettings', 'productionRules', 'smsSettings'];
  const config = FILES.map((name) => textOf(`server/${name}.ts`)).join('\n');
  const page = textOf('docs/settings.md');
  const table = page.slice(0, page.indexOf('For the tests only'));
  const documented = all(table.replace(/^(\|[^|]*\|).*$/gm, '$1'), /`([A-Z][A-Z0-9_]+)`/g);
  const readByServer = all(config, /(?:text|url|whole|oneOf|line|email|date|shortcode|initiator|listened)\('([A-Z][A-Z0-9_]+)'/g);

  it('docs/settings.md, tables: have exactly the environment variables that the server reads', () => {
    expect(documented.toSorted()).toEqual(readByServer.filter((name) => name !== 'NODE_ENV').toSorted());
  });
});

describe.each([
  'README.md',
  'docs/ARCHITECTURE.md',
  'docs/deploy.md',
  'docs/settings.md',
  'docs/security.md',
  'docs/readings.md',
  ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
])('%s', (page) => {
  const text = textOf(page);
  it.each([...all(text, /\]\((?!https?:)([^)#]+)\)/g), '.'])('link to %s: exists', (link) => {
    expect(existsSync(join(root, dirname(page), link))).toBe(true);
  });
  it.each([...all(text, /`((?:machines|screens|src|server|scripts|tests|docs)\/[\w./-]*\w)\/?`/g), '.'])('file %s: exists', (path) => {
    expect(existsSync(join(root, path))).toBe(true);
  });
});

describe('security page', () => {
  const page = textOf('docs/security.md');
  /** The requirements that a cell cites. `a` to `b` stands for all of the standard between the two. */
  function citedIn(cell: string): string[] {
    const named = [...cell.matchAll(/`([^`]+)`( to )?/g)];
    return named.flatMap(([, first = '', to], i) => {
      const last = to && named[i + 1]?.[1];
      return last ? ASVS.slice(ASVS.indexOf(first), ASVS.indexOf(last)) : [first];
    });
  }
  const rows = [...page.matchAll(/^\| (`(?:v\d|MASVS).*?) \| .*? \| (.*?) \| (.*?) \|$/gm)].map(([, cell = '', state = '', why = '']) => ({
    cell,
    cited: citedIn(cell),
    state,
    why,
  }));

  it('security page, tables: cite every requirement of both standards once, and nothing else', () => {
    expect(rows.flatMap(({ cited }) => cited).toSorted()).toEqual([...ASVS, ...MASVS].toSorted());
  });
  it('security page, sentence above the tables: has the counts of the tables', () => {
    const states = rows.flatMap(({ cited, state }) => cited.filter((one) => ASVS.includes(one)).map(() => state));
    const count = (state: string): string => `${states.filter((one) => one === state).length} ${state}`;
    const counts = ['met', 'in part', 'not met', 'operator', 'does not apply'].map(count).join(', ');
    expect(page).toContain(`levels 1 and 2: ${states.length} requirements, of them ${counts}.`);
  });
  it.each(rows)('security page, $cell: has a state, and a test or a reason', ({ state, why }) => {
    expect(['met', 'in part', 'not met', 'operator', 'does not apply']).toContain(state);
    expect(why.trim()).not.toBe('');
  });
});

describe('architecture page', () => {
  it('architecture page: it is at most four pages long', () =>
    expect(textOf('docs/ARCHITECTURE.md').split(/\s+/).length).toBeLessThan(2_000));
});
