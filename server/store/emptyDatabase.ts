/**
 * An embedded database with every migration and nothing else, in a file beside the built lender. The engine takes 700 MB of
 * memory and ten seconds of processor to make one; the build does that, and a first start unpacks the file.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { SYNCED } from './durable.ts';

export const EMPTY_DATABASE = 'emptyDatabase.tar.br';

/** The sources have none beside them. */
const BUILT = fileURLToPath(new URL(`./${EMPTY_DATABASE}`, import.meta.url));

/** The three databases in it are nearly the same, 7 MB apart: a window of 16 MB reaches from one to the next. */
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 } };

/** @param folder of a database that was made and closed. */
export async function packDatabase(folder: string, file: string): Promise<void> {
  const to = pack();
  // Folders come before what they hold.
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const at = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, at).replaceAll('\\', '/');
    if (entry.isDirectory()) to.entry({ name, type: 'directory' });
    // What is unpacked is not on the disk yet.
    else if (name !== SYNCED) to.entry({ name }, fs.readFileSync(at));
  }
  to.finalize();
  await pipeline(to, createBrotliCompress(COMPRESSION), fs.createWriteStream(file));
}

/** A stream for each of a thousand small files would take most of the time. */
async function writeFile(at: string, parts: AsyncIterable<unknown>): Promise<void> {
  const file = fs.openSync(at, 'wx', 0o600);
  try {
    for await (const part of parts) fs.writeFileSync(file, part as Buffer);
  } finally {
    fs.closeSync(file);
  }
}

/** @param into an empty folder. @returns false where the lender has no such file. */
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
