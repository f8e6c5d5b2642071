/**
 * A release in one file, with which later releases are tested. It contains the built lender without the face models, the
 * pages, and the journey of the tests (`tests/releases/releaseJourney.ts`). The lender uses the packages of the clone that
 * opens the file.
 */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { filesBelow } from './filesBelow.mjs';

/** A call in the encoding of the release's pages. */
export interface ReleasedCall {
  method: string;
  address: string;
  encoding: string;
  signedIn: boolean;
}

export interface Release {
  version: string;
  /** Day on which the release was made. */
  on: string;
  /** Version of the contract that the pages send; 0: the pages send none. */
  contract: number;
  /** By name. */
  calls: Readonly<Record<string, ReleasedCall>>;
  /** Names of its migrations. */
  migrations: readonly string[];
}

const MANIFEST = 'release.json';
const ENDING = '.tar.br';

/** Folder of the files. */
export const releasesFolder = (root: string): string => join(root, 'tests/releases');
export const releaseFile = (root: string, version: string): string => join(releasesFolder(root), `${version}${ENDING}`);

/**
 * @param folders by their names in the file. @param isLeftOut called with the path of a file within its folder.
 * @returns the size of the file in bytes.
 */
export async function packRelease(
  file: string,
  release: Release,
  folders: Readonly<Record<string, string>>,
  isLeftOut: (path: string) => boolean,
): Promise<number> {
  const to = pack();
  to.entry({ name: MANIFEST }, JSON.stringify(release, null, 1));
  for (const [name, folder] of Object.entries(folders))
    for (const path of filesBelow(folder).filter((one) => !isLeftOut(relative(folder, one))))
      // Without times and owners, so that packing the same release again gives the same file.
      to.entry({ name: posix.join(name, relative(folder, path).replaceAll('\\', '/')), mtime: new Date(0) }, readFileSync(path));
  to.finalize();
  await pipeline(to, createBrotliCompress({ params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }), createWriteStream(file, { flags: 'wx' }));
  return statSync(file).size;
}

async function unpack(file: string, into: string): Promise<void> {
  const from = extract();
  const read = async (): Promise<void> => {
    for await (const entry of from) {
      const path = join(into, entry.header.name);
      mkdirSync(dirname(path), { recursive: true });
      await pipeline(entry, createWriteStream(path));
    }
  };
  await Promise.all([pipeline(createReadStream(file), createBrotliDecompress(), from), read()]);
}

export interface OpenRelease extends Release {
  /** Folder with `server`, `pages/app` and `journey.js`. */
  folder: string;
}

/** Unpacks a release into `.cache`, once. */
async function openRelease(root: string, file: string): Promise<OpenRelease> {
  const kept = join(root, '.cache/releases');
  const folder = join(kept, createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    mkdirSync(kept, { recursive: true });
    const making = mkdtempSync(join(kept, 'making-'));
    await unpack(file, making);
    try {
      renameSync(making, folder);
    } catch (error) {
      // Another test run has unpacked the same release meanwhile.
      if (!existsSync(folder)) throw error;
      rmSync(making, { recursive: true });
    }
  }
  return { ...(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Release), folder };
}

/** The stored releases, in the order of their days. */
export async function openReleases(root: string): Promise<OpenRelease[]> {
  const files = readdirSync(releasesFolder(root)).filter((name) => name.endsWith(ENDING));
  const opened = await Promise.all(files.map((name) => openRelease(root, join(releasesFolder(root), name))));
  return opened.toSorted((a, b) => a.on.localeCompare(b.on) || a.version.localeCompare(b.version, undefined, { numeric: true }));
}
