/** Pages that were built with other names than the lender has. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { refuseOtherNames } from '#server/builtNames.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { installableFiles } from '../../scripts/build/installable.ts';

afterAll(removeTemporaryFolders);

/** The folder of pages, as the build writes it. */
async function builtWith(packageName: string, appName: string): Promise<string> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  const { manifest } = await installableFiles(appName, packageName);
  writeFileSync(join(folder, manifest.fileName), manifest.source);
  return folder;
}
const names = { packageName: 'ke.example.loan', appName: 'Example Loan' };

it('pages with the names of the lender: are served', async () => {
  const folder = await builtWith('ke.example.loan', 'Example Loan');
  expect(() => refuseOtherNames(folder, names)).not.toThrow();
});

it.each([
  [
    'PACKAGE_NAME',
    'ke.other.loan',
    'Example Loan',
    /were built with PACKAGE_NAME=ke\.other\.loan, and the lender has ke\.example\.loan: build them again/,
  ],
  ['APP_NAME', 'ke.example.loan', 'Other Loan', /were built with APP_NAME=Other Loan, and the lender has Example Loan: build them again/],
])('pages with another %s: are refused in one sentence that names both', async (_, packageName, appName, words) => {
  const folder = await builtWith(packageName, appName);
  expect(() => refuseOtherNames(folder, names)).toThrow(words);
});

it('pages without a manifest, such as those of a test: are served', () => {
  expect(() => refuseOtherNames(temporaryFolder(), names)).not.toThrow();
});
