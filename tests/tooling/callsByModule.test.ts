import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEMPORARY_ROOT } from '#tests/support/temporaryRoot.ts';
import { callsByModule, callsIn } from '../../scripts/lib/callsByModule.ts';

let folder: string;
const FIRST = 'function a(){}';
const TEXT = `//# a first line\n${FIRST}function b(){}`;
const at = (startOffset: number, count: number) => ({ ranges: [{ startOffset, count }] });
const called = [
  { url: 'http://127.0.0.1/assets/page-1.js', functions: [at(TEXT.indexOf(FIRST), 3), at(TEXT.indexOf('function b'), 5)] },
  { url: 'http://127.0.0.1/assets/bare-1.js', functions: [at(0, 1), at(4, 0)] },
];

beforeAll(() => {
  folder = mkdtempSync(join(TEMPORARY_ROOT, 'calls-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/page-1.js'), TEXT);
  // The second line of the file begins with the first module, and the second module begins at its column 14.
  const map = { version: 3, sources: ['../../../src/one.ts', '../../../src/two.ts'], names: [], mappings: ';AAAA,cCAA' };
  writeFileSync(join(folder, 'page-1.js.map'), JSON.stringify(map));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('calls of a built file: each counts for the module of its function, and a file without a map for itself', () => {
  expect(callsIn(called)).toBe(9);
  expect([...callsByModule(called, folder, folder)]).toEqual([
    ['src/one.ts', 3],
    ['src/two.ts', 5],
    ['bare-1.js', 1],
  ]);
});
