/**
 * The lender as it is deployed, bundled once from these sources. A process of the bundle needs a third of the processor time to
 * start that a process of the sources needs.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { LENDER_ENTRIES } from '../../scripts/build/lenderBundle.ts';
import { sourcesHash } from '../../scripts/lib/builtPages.mjs';
import { KEEP_FIRST_CODE } from './keepFirstCode.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const KEPT = path.join(ROOT, '.cache/lender');

interface Bundle {
  folder: string;
  /** npm packages that the bundle imports. */
  packages: string[];
}

async function bundle(): Promise<Bundle> {
  const folder = path.join(KEPT, sourcesHash(['server', 'scripts/build', 'package.json']));
  const list = path.join(folder, 'packages.json');
  if (!fs.existsSync(list)) {
    fs.mkdirSync(KEPT, { recursive: true });
    const making = fs.mkdtempSync(path.join(KEPT, 'making-'));
    // Imported here only, because most processes of the tests find a finished bundle and need no bundler.
    const { bundleLender } = await import('../../scripts/build/lenderBundle.ts');
    const packages = await bundleLender(ROOT, making);
    fs.writeFileSync(path.join(making, 'packages.json'), JSON.stringify(packages));
    for (const name of fs.readdirSync(KEPT))
      if (!name.startsWith('making-')) fs.rmSync(path.join(KEPT, name), { recursive: true, force: true });
    try {
      fs.renameSync(making, folder);
    } catch (error) {
      // Another test run has finished the same bundle first.
      if (!fs.existsSync(list)) throw error;
      fs.rmSync(making, { recursive: true });
    }
  }
  return { folder, packages: JSON.parse(fs.readFileSync(list, 'utf8')) as string[] };
}

let made: Promise<Bundle> | undefined;

/** The bundle of these sources, which is made if there is none. */
export const bundledLender = (): Promise<Bundle> => (made ??= bundle());

/** Makes the bundle before test files run side by side, so that none of them has to. */
export default async function setup(): Promise<void> {
  await bundledLender();
}

/** Arguments of Node that start this program of the lender. */
export const lenderProgram = async (entry: keyof typeof LENDER_ENTRIES): Promise<string[]> => [
  KEEP_FIRST_CODE,
  path.join((await bundledLender()).folder, `${entry}.js`),
];

export interface Ran {
  code: number;
  out: string;
  error: string;
}

/** Runs an operator's verb, as `npm run` does. @param dataDir of the lender. @param env more settings. */
export async function runVerb(dataDir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const program = await lenderProgram('operator');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...program, ...args],
      { cwd: ROOT, env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...env } },
      (failed, out, error) => resolve({ code: typeof failed?.code === 'number' ? failed.code : failed ? -1 : 0, out, error }),
    );
  });
}
