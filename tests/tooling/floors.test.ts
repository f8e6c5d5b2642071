/** Planted violations of two checks: no import leads to a higher area, and no chain of imports leads back to its file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AREAS, areaOf } from '../../scripts/lint/directions.mjs';
import { floorComplaints } from '../../scripts/lint/floors.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const fileIn = ({ folder }: (typeof AREAS)[number]): string => (folder.endsWith('.ts') ? folder : `${folder}/planted.ts`);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'floors-'));
  for (const name of ['machines', 'screens', 'src', 'server', 'examples', 'scripts', 'tests']) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function plant(files: Readonly<Record<string, string>>): string[] {
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${source}\n`);
  }
  return floorComplaints(folder);
}

describe('floors', () => {
  it('floors, this tree: has no import up and no circle', () => expect(floorComplaints(ROOT)).toEqual([]));

  it('floors, table: an area may import only areas above it in the table', () => {
    const named = AREAS.flatMap((area, floor) =>
      // `server` and `src` stand for every area below them. The check of files finds imports of a higher one.
      area.mayImport
        .filter((folder) => folder !== 'server' && folder !== 'src')
        .map((folder) => [floor, AREAS.findIndex((one) => one === areaOf(folder))]),
    );
    for (const [floor = 0, target = 0] of named) expect(target).toBeLessThanOrEqual(floor);
  });

  it('import from the next area above, in every area: is found', () => {
    const up = AREAS.slice(0, -1).map((area, floor) => [fileIn(area), fileIn(AREAS[floor + 1] ?? area)] as const);
    const planted = plant(
      Object.fromEntries([...up.map(([from, to]) => [from, `export type { A } from '#${to}';`]), ['tests/planted.ts', '']]),
    );
    expect(planted.sort()).toEqual(up.map(([from, to]) => `${from} imports ${to}, which stands above it`).sort());
  });

  it('import of a type from an area above: is found', () =>
    expect(
      plant({
        'server/lending/facade.ts': 'export interface Lending {}',
        'server/rail/callbacks.ts': "import type {\n  Lending,\n} from '#server/lending/facade.ts';\nexport type L = Lending;",
      }),
    ).toEqual(['server/rail/callbacks.ts imports server/lending/facade.ts, which stands above it']));

  it('import on demand from an area above: is found', () =>
    expect(plant({ 'screens/home/a.ts': "export const a = () => import('#src/app/ports.ts');", 'src/app/ports.ts': 'export {};' })).toEqual(
      ['screens/home/a.ts imports src/app/ports.ts, which stands above it'],
    ));

  it.each([
    ['type, in single quotes', "export type A = import('#src/app/ports.ts').A;"],
    ['type, in double quotes', 'export type A = import("#src/app/ports.ts").A;'],
    ['type of a module', 'export const a: Partial<typeof import( "../../src/app/ports.ts" )> = {};'],
    ['template on demand', 'export const a = () => import(`#src/app/ports.ts`);'],
    ['import with a hint', "export const a = () => import(/* with a comment */ '#src/app/ports.ts');"],
    ['comment of a script', "/** @typedef {import('#src/app/ports.ts').A} A */"],
    ['assigned module', "import a = require('#src/app/ports.ts');"],
  ])('import of a %s from an area above: is found', (_, source) =>
    expect(plant({ 'screens/home/a.ts': source, 'src/app/ports.ts': 'export interface A {}' })).toEqual([
      'screens/home/a.ts imports src/app/ports.ts, which stands above it',
    ]),
  );

  it('three files that import each other, one by a type alone: are found as one circle', () =>
    expect(
      plant({
        'machines/a.ts': "export * from './b.ts';",
        'machines/b.ts': "import { c } from './c.ts';\nexport const b = c;",
        'machines/c.ts': "export type { A } from './a.ts';\nexport const c = 1;",
        'machines/d.ts': "export * from './a.ts';",
      }),
    ).toEqual(['circle of imports: machines/a.ts -> machines/b.ts -> machines/c.ts -> machines/a.ts']));

  it('an import inside a quoted source: does not count', () =>
    expect(plant({ 'machines/a.ts': 'export const source = "import \'#src/app/b.ts\'";', 'src/app/b.ts': 'export {};' })).toEqual([]));
});
