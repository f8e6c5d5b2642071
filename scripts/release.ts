/**
 * `npm run release`: stores the present release in `tests/releases`, for the tests of later releases. It is run before a
 * deployment. The name is the version of the package, or `RELEASE`. Releases whose pages need not work any more are deleted.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { nairobiDate } from '#machines/model/calendar.ts';
import { migrations } from '#server/store/migrations/index.ts';
import { SERVED_FOR } from '#server/wire/contractVersions.ts';
import { contract, type Call } from '#src/api/contract.ts';
import { CONTRACT_VERSION } from '#src/api/contractVersion.ts';
import packageJson from '../package.json' with { type: 'json' };
import { bundleForNode } from './build/bundleForNode.ts';
import { build, buildLender } from './lib/builtPages.mjs';
import { root } from './lib/install.mjs';
import { openReleases, packRelease, releaseFile, type ReleasedCall } from './lib/releaseFile.ts';
import { say } from './lib/say.mjs';

const version = process.env['RELEASE'] || packageJson.version;

/** Face library and licences are not needed for lending, and a `.br` file can be made from the file beside it. */
const isLeftOut = (path: string): boolean => path.startsWith('faces') || path === 'licences.md' || path.endsWith('.br');

const calls = (): Record<string, ReleasedCall> =>
  Object.fromEntries(
    Object.entries<Call>(contract).map(([name, { method, base, path, encoding, signedIn }]) => [
      name,
      { method, address: base + path, encoding, signedIn },
    ]),
  );

/** Deletes releases that were replaced so long ago that a lender refuses their pages. The last one before this release stays. */
async function deleteOld(now: number): Promise<void> {
  const stored = (await openReleases(root)).filter((one) => one.version !== version);
  for (const [n, { version: old }] of stored.entries()) {
    const next = stored[n + 1];
    if (!next || Date.parse(next.on) + SERVED_FOR > now) continue;
    rmSync(releaseFile(root, old));
    say(`deleted ${old}: ${next.version} came more than thirty days ago`);
  }
}

const file = releaseFile(root, version);
if (existsSync(file)) {
  say(`${version} is stored already (${relative(root, file)}), and a release is never changed: raise the version in package.json.`);
  process.exitCode = 1;
} else if (!(await build()) || !(await buildLender())) process.exitCode = 1;
else {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    // The journey does not contain the browser: the tests that run it have one.
    await bundleForNode(root, folder, { name: 'journey', path: 'tests/releases/releaseJourney.ts' });
    const now = Date.now();
    const release = {
      version,
      on: nairobiDate(now),
      contract: CONTRACT_VERSION,
      calls: calls(),
      migrations: migrations.map(({ name }) => name),
    };
    const folders = { '.': folder, server: join(root, 'dist/server'), 'pages/app': join(root, 'dist/app') };
    const bytes = await packRelease(file, release, folders, isLeftOut);
    say(`stored ${version} in ${relative(root, file)} (${Math.round(bytes / 1000)} kB): commit it with the release`);
    await deleteOld(now);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
