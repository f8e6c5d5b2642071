/** Wrong types are named before the complaints that follow from them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { typeComplaint, typeErrors } from './typeErrors.ts';

it('project with a wrong type: the complaint names file and line; project without: there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'types-'));
  try {
    await writeFile(join(folder, 'tsconfig.json'), '{ "files": ["guard.ts"] }');
    await writeFile(join(folder, 'guard.ts'), "export const isOpen: boolean = 'yes';\n");
    expect(typeComplaint(await typeErrors(folder))).toMatch(/correct this first \(npx tsc -p \.\):\n {2}guard\.ts\(1,14\): error TS2322: /);
    await writeFile(join(folder, 'guard.ts'), 'export const isOpen: boolean = true;\n');
    expect(typeComplaint(await typeErrors(folder))).toBeNull();
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('many wrong types: the first five are named and the others counted', () => {
  const errors = [1, 2, 3, 4, 5, 6, 7].map((line) => `a.ts(${line},1): error TS1: x`);
  expect(typeComplaint(errors)?.split('\n').slice(5)).toEqual(['  a.ts(5,1): error TS1: x', '  and 2 more']);
});
