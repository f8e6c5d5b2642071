/** Wrong types are named before the complaints that follow from them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorsIn, typeComplaint, typeErrors } from './typeErrors.ts';

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

it('wrong type that the compiler explains by several lines: the first and the deepest one are named', () => {
  const output = [
    "a.ts(1,2): error TS2322: Type '{ a: A }' is not assignable to type 'B'.",
    "  Types of property 'loadReminders' are incompatible.",
    "    Type 'NoSuchCall<\"paymentReminders\">' is not assignable to type 'Work'.",
    '      Type \'NoSuchCall<"paymentReminders">\' provides no match.',
    'b.ts(3,4): error TS1: x',
    '',
  ].join('\n');
  expect(typeComplaint(errorsIn(output))?.split('\n').slice(1)).toEqual([
    "  a.ts(1,2): error TS2322: Type '{ a: A }' is not assignable to type 'B'.",
    '      Type \'NoSuchCall<"paymentReminders">\' provides no match.',
    '  b.ts(3,4): error TS1: x',
  ]);
});

it('wrong type in the model of the paths: is named before the others', () => {
  const others = [1, 2, 3, 4, 5].map((line) => `src/a.ts(${line},1): error TS1: x`);
  const own = 'tests/paths/projection.ts(9,3): error TS1117: An object literal cannot have multiple properties with the same name.';
  expect(typeComplaint([...others, own])?.split('\n')[1]).toBe(`  ${own}`);
});
