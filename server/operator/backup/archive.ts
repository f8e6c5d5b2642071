/** The file of a backup: a compressed tar. Its last entry is the manifest, with a checksum of every other entry. */
import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Transform, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack, type Pack } from 'tar-stream';
import { CannotStart } from '#server/store/cannotStart.ts';
import { FORMAT, parseManifest, type FileSums, type Manifest } from './manifest.ts';

const MANIFEST = 'manifest.json';
/** Greatest size of a manifest, in bytes. */
const MAX_MANIFEST = 4 * 1024 * 1024;
/** Names of entries. A path that leaves the folder of the restore, such as `../x`, does not match. */
const NAME = /^(?:[\w.-]*[\w-][\w.-]*)(?:\/[\w.-]*[\w-][\w.-]*)*$/;

const hashing = (hash: Hash): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });

function* walk(folder: string, at = ''): Generator<{ name: string; isFolder: boolean }> {
  for (const entry of fs.readdirSync(path.join(folder, at), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = at === '' ? entry.name : `${at}/${entry.name}`;
    if (entry.isDirectory()) {
      yield { name, isFolder: true };
      yield* walk(folder, name);
    } else if (entry.isFile()) yield { name, isFolder: false };
  }
}

async function addFile(to: Pack, folder: string, name: string): Promise<FileSums[string]> {
  const file = path.join(folder, name);
  const { size } = fs.statSync(file);
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file), hashing(hash), to.entry({ name, size, mode: 0o600 }));
  return { bytes: size, sha256: hash.digest('hex') };
}

/** Writes all files of the folder, then the manifest. Resolves when the archive is on disk. @param file must not exist. */
export async function writeArchive(file: string, folder: string, manifest: Omit<Manifest, 'files'>): Promise<void> {
  const to = pack();
  const handle = await fs.promises.open(file, 'wx', 0o600);
  try {
    const written = pipeline(to, createGzip(), fs.createWriteStream(file, { fd: handle.fd, autoClose: false }));
    const add = async (): Promise<void> => {
      const files: Record<string, FileSums[string]> = {};
      for (const { name, isFolder } of walk(folder)) {
        if (isFolder) to.entry({ name, type: 'directory', mode: 0o700 });
        else files[name] = await addFile(to, folder, name);
      }
      to.entry({ name: MANIFEST, mode: 0o600 }, JSON.stringify({ ...manifest, files } satisfies Manifest));
      to.finalize();
    };
    await Promise.all([
      written,
      add().catch((error: unknown) => {
        to.destroy(error as Error);
      }),
    ]);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const damaged = (file: string, why: string): CannotStart =>
  new CannotStart(`${file} is damaged or is no backup (${why}): use another one. Nothing was restored.`);

/**
 * Reads a whole backup and compares every checksum.
 * @param into folder to which the files are written; null: the files are only compared.
 * @throws CannotStart when the file is damaged, is no backup, or has a format that this release cannot read.
 */
export async function readArchive(file: string, into: string | null): Promise<Manifest> {
  const found: Record<string, FileSums[string]> = {};
  let manifest: Manifest | null = null;
  const from = extract();
  const read = async (): Promise<void> => {
    for await (const entry of from) {
      const { name, type, size } = entry.header;
      if (manifest) throw damaged(file, 'its manifest is not the last entry');
      const plain = name.replace(/\/$/, '');
      if (!NAME.test(plain)) throw damaged(file, 'it has an entry with an impossible name');
      if (type === 'directory') {
        if (into !== null) fs.mkdirSync(path.join(into, plain), { mode: 0o700 });
        entry.resume();
      } else if (type !== 'file') throw damaged(file, 'it has an entry that is no file');
      else if (name === MANIFEST) manifest = await readManifest(file, entry, size);
      else {
        const hash = createHash('sha256');
        const to =
          into === null
            ? new Writable({ write: (_chunk, _encoding, done) => done() })
            : fs.createWriteStream(path.join(into, name), { flags: 'wx', mode: 0o600 });
        await pipeline(entry, hashing(hash), to);
        found[name] = { bytes: size, sha256: hash.digest('hex') };
      }
    }
  };
  try {
    await Promise.all([pipeline(fs.createReadStream(file), createGunzip(), from), read()]);
  } catch (error) {
    from.destroy();
    await finished(from).catch(() => undefined);
    if (error instanceof CannotStart) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CannotStart(`There is no backup ${file}.`);
    if (code === 'EACCES' || code === 'EISDIR' || code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS')
      throw new CannotStart(`The backup ${file} could not be read or unpacked (${code}). Nothing was restored.`);
    throw damaged(file, error instanceof Error ? error.message : String(error));
  }
  const whole = manifest as Manifest | null;
  if (!whole) throw damaged(file, 'it has no manifest');
  const names = new Set([...Object.keys(found), ...Object.keys(whole.files)]);
  for (const name of names)
    if (found[name]?.sha256 !== whole.files[name]?.sha256) throw damaged(file, `the sum of ${name} is not the one of its manifest`);
  return whole;
}

async function readManifest(file: string, entry: AsyncIterable<unknown>, size: number): Promise<Manifest> {
  if (size > MAX_MANIFEST) throw damaged(file, 'its manifest is too large');
  const parts: Buffer[] = [];
  for await (const part of entry) parts.push(part as Buffer);
  const manifest = parseManifest(Buffer.concat(parts).toString());
  if (!manifest) throw damaged(file, 'its manifest cannot be read');
  if ((manifest.format as number) !== FORMAT)
    throw new CannotStart(
      `${file} was written by a newer release (${manifest.release}): restore it with that release. Nothing was restored.`,
    );
  return manifest;
}
