/** Pages whose names differ from the lender's. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { refuseOtherNames } from '#server/builtNames.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { withSettings } from '../../scripts/build/settingsLine.ts';

afterAll(removeTemporaryFolders);

const EMPTY = '<script type="application/json" id="settings">{}</script>';
const names = { packageName: 'ke.example.loan', appName: 'Example Loan' };

/** Writes this page into a folder. @returns the folder. */
function pageOf(html: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'index.html'), html);
  return folder;
}

it('pages with the names of the lender: are served', () => {
  expect(() => refuseOtherNames(pageOf(withSettings(EMPTY, names)), names)).not.toThrow();
});

it.each([
  [
    'PACKAGE_NAME',
    { packageName: 'ke.other.loan' },
    /have PACKAGE_NAME=ke\.other\.loan, and the lender has ke\.example\.loan: build them again/,
  ],
  ['APP_NAME', { appName: 'Other Loan' }, /have APP_NAME=Other Loan, and the lender has Example Loan: build them again/],
])('pages with another %s: are refused in one sentence that names both', (_, other, words) => {
  expect(() => refuseOtherNames(pageOf(withSettings(EMPTY, { ...names, ...other })), names)).toThrow(words);
});

it('pages with invalid settings: are refused, and the mistake is named', () => {
  expect(() => refuseOtherNames(pageOf(EMPTY), names)).toThrow(/index\.html: .*packageName/);
});

it('pages that call another back end: may have its names', () => {
  const page = withSettings(EMPTY, { ...names, packageName: 'ke.other.loan', backEnd: 'https://loans.example' });
  expect(() => refuseOtherNames(pageOf(page), names)).not.toThrow();
});

it.each(['<title>Empty</title>', ''])('pages without settings, such as %j: are served', (html) => {
  expect(() => refuseOtherNames(pageOf(html), names)).not.toThrow();
});
