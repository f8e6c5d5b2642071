/**
 * Whether pages and lender have the same names. The package name is the key of the envelope: a page that was built with
 * another one would have every call refused, and nobody would see why.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { CannotStart } from './store/cannotStart.ts';

interface Manifest {
  name?: unknown;
  related_applications?: readonly { id?: unknown }[];
}

/** What the build wrote (`scripts/build/installable.ts`); null: these pages have no manifest. */
function readManifest(folder: string): Manifest | null {
  const assets = join(folder, 'assets');
  const name = existsSync(assets) ? readdirSync(assets).find((one) => one.endsWith('.webmanifest')) : undefined;
  return name === undefined ? null : (JSON.parse(readFileSync(join(assets, name), 'utf8')) as Manifest);
}

/** @param folder of the pages. @throws CannotStart with the setting that differs. */
export function refuseOtherNames(folder: string, { packageName, appName }: Pick<Config, 'packageName' | 'appName'>): void {
  const manifest = readManifest(folder);
  const built = { PACKAGE_NAME: manifest?.related_applications?.[0]?.id, APP_NAME: manifest?.name };
  const own = { PACKAGE_NAME: packageName, APP_NAME: appName };
  for (const setting of ['PACKAGE_NAME', 'APP_NAME'] as const) {
    const name = built[setting];
    if (typeof name === 'string' && name !== own[setting])
      throw new CannotStart(
        `The pages in ${folder} were built with ${setting}=${name}, and the lender has ${own[setting]}: build them again with the settings of the lender.`,
      );
  }
}
