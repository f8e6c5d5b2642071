/** Planted violations of the check that a base name stands for one thing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nameComplaints, unusedNames } from '../../scripts/lint/baseNames.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'names-'));
  for (const name of ['machines', 'screens', 'src', 'server', 'examples', 'scripts', 'tests']) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function plant(...files: string[]): string[] {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), 'export {};\n');
  }
  return nameComplaints(folder);
}

describe('base names', () => {
  it('base names, this tree: has no base name for different things', () => expect(nameComplaints(ROOT)).toEqual([]));

  it('list of files about one thing: names only files that exist', () => expect(unusedNames(ROOT)).toEqual([]));

  it.each([
    ['two layers', ['server/staff/signIn.ts', 'src/api/signIn.ts']],
    ['two folders of one layer', ['src/inspector/journey/compare.ts', 'src/inspector/population/compare.ts']],
    ['two features', ['machines/states/repay/proofs.ts', 'server/apply/proofs.ts']],
    ['a feature and a layer without features', ['machines/states/user/signIn.ts', 'src/api/signIn.ts']],
    ['plain values of the chart and a layer without features', ['machines/model/phone.ts', 'src/app/phone.ts']],
    ['two extensions', ['scripts/lib/verdict.mjs', 'src/recording/verdict.tsx']],
    ['tests of different subjects', ['tests/market/growth.test.ts', 'tests/server/store/growth.test.ts']],
    ['tests of different features', ['tests/chart/apply/tips.test.ts', 'tests/screens/repay/tips.test.ts']],
    ['a third file beside two about one thing', ['server/staff/review.ts', 'src/forms/review.ts', 'screens/apply/loanQuestion/review.tsx']],
    ['desk and order, in a folder that has no such part', ['machines/desk/events.ts', 'server/books/events.ts']],
  ])('name in %s: is found', (_, files) => {
    const [complaint, ...more] = plant(...files);
    for (const file of files) expect(complaint).toContain(file);
    expect(more).toEqual([]);
  });

  it.each([
    ['parts of screens', ['screens/repay/cashier/strings.ts', 'screens/tabs/home/strings.ts', 'src/ui/strings.ts']],
    ['the word of a feature', ['machines/ports/repay.ts', 'machines/setup/repay.ts', 'server/calls/repay.ts', 'src/app/ports/repay.ts']],
    ['a thing of a feature', ['machines/model/rollover.ts', 'machines/states/repay/rollover.ts', 'server/repay/rollover.ts']],
    ['a section of the form', ['machines/states/apply/account.ts', 'src/forms/sections/account.ts', 'tests/forms/rules/account.ts']],
    ['a file and its test', ['server/repay/debt.ts', 'tests/server/repay/debt.test.ts']],
    ['tests of one thing', ['tests/chart/tabs/home.test.ts', 'tests/screens/tabs/home.test.ts']],
    ['a test in the browser', ['tests/chart/offline.test.ts', 'tests/browser/offline.test.ts']],
    ['both charts', ['machines/events.ts', 'machines/desk/events.ts', 'tests/paths/cases/events.ts']],
    ['both environments', ['tests/paths/browser/driver.ts', 'tests/paths/lender/driver.ts']],
  ])('name of %s: may be shared', (_, files) => expect(plant(...files)).toEqual([]));
});
