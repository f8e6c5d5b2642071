/**
 * Checks that the pages and the lender have the same names. The package name is the key of the envelope: every call of a page
 * with another package name would be refused, and no message would give the reason.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '#src/market/pageSettings.ts';
import { lineIn, mistakesInLine } from '#src/market/settingsRules.ts';
import type { Config } from './config.ts';
import { CannotStart } from './store/cannotStart.ts';

/** @param folder of the pages. @throws CannotStart naming the setting that differs, or the mistake in the line of settings. */
export function refuseOtherNames(folder: string, { packageName, appName }: Pick<Config, 'packageName' | 'appName'>): void {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return;
  const line = lineIn(readFileSync(page, 'utf8'));
  // Pages of an older release have no line of settings: their names are in their scripts.
  if (line === null) return;
  const [mistake] = mistakesInLine(line);
  if (mistake !== undefined) throw new CannotStart(`${page}: ${mistake}`);
  const settings = JSON.parse(line) as Settings;
  // Pages that call another back end have the names of that back end.
  if (settings.backEnd?.startsWith('http')) return;
  const pairs = [
    ['PACKAGE_NAME', settings.packageName, packageName],
    ['APP_NAME', settings.appName, appName],
  ] as const;
  for (const [setting, built, own] of pairs)
    if (built !== own)
      throw new CannotStart(
        `The pages in ${folder} have ${setting}=${built}, and the lender has ${own}: build them again with the settings of the lender, or change them with \`npm run page-settings\` in the clone that they were built in.`,
      );
}
