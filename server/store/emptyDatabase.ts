/**
 * An embedded database with every migration and no data, in a file beside the built lender. Creating such a database takes
 * the engine 700 MB of memory and ten seconds of processor time. The build creates it, and a first start unpacks the file.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { SYNCED } from './durable.ts';

export const EMPTY_DATABASE = 'emptyDatabase.tar.br';

/** Exists in a build only, not beside the sources. */
const BUILT = fileURLToPath(new URL(`./${EMPTY_DATABASE}`, import.meta.url));

/** The file holds three databases of PostgreSQL that are nearly the same, 7 MB apart: a window of 16 MB spans two of them. */
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 } };

/** @param folder of a database that is closed. */
export async function packDatabase(folder: string, file: string): Promise<void> {
  const to = pack();
  // `readdirSync` lists a folder before its contents, as unpacking needs it.
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const at = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, at).replaceAll('\\', '/');
    if (entry.isDirectory()) to.entry({ name, type: 'directory' });
    // Without the marker `SYNCED`: unpacked files are not synced to disk yet.
    else if (name !== SYNCED) to.entry({ name }, fs.readFileSync(at));
  }
  to.finalize();
  await pipeline(to, createBrotliCompress(COMPRESSION), fs.createWriteStream(file));
}

/** Writes without a stream: opening a stream for each of a thousand small files would take most of the time. */
async function writeFile(at: string, parts: AsyncIterable<unknown>): Promise<void> {
  const file = fs.openSync(at, 'wx', 0o600);
  try {
    for await (const part of parts) fs.writeFileSync(file, part as Buffer);
  } finally {
    fs.closeSync(file);
  }
}

/** @param into an empty folder. @returns false when the lender has no such file. */
export async function unpackDatabase(into: string, file = BUILT): Promise<boolean> {
  if (!fs.existsSync(file)) return false;
  const from = extract();
  const read = async (): Promise<void> => {
    for await (const entry of from) {
      const at = path.join(into, entry.header.name);
      if (entry.header.type === 'directory') {
        fs.mkdirSync(at, { mode: 0o700 });
        entry.resume();
      } else await writeFile(at, entry);
    }
  };
  await Promise.all([pipeline(fs.createReadStream(file), createBrotliDecompress(), from), read()]);
  return true;
}
