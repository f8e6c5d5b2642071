/**
 * Data keys as an operator writes them, in a setting or in a file: `2:HEX,1:HEX`, the current one first; one key alone may
 * leave out its number, 1.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart, diskFull } from './cannotStart.ts';
import { DISK_RESERVE, isNoRoom } from './diskRoom.ts';
import { syncPath } from './folder.ts';
import { FIRST_KEY, KEY_BYTES, type DataKey } from './secret.ts';

/** @param text keys that are separated by commas or line ends. @returns null when the text is not a list of keys. */
export function readKeys(text: string): DataKey[] | null {
  const parts = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const keys: DataKey[] = [];
  for (const part of parts) {
    const [, id, hex] = /^(?:(\d{1,5}):)?([0-9a-fA-F]{64})$/.exec(part) ?? [];
    if (hex === undefined || (id === undefined && parts.length > 1)) return null;
    keys.push({ id: id === undefined ? FIRST_KEY : Number(id), bytes: Buffer.from(hex, 'hex') });
  }
  const ids = keys.map(({ id }) => id);
  return keys.length > 0 && new Set(ids).size === ids.length && ids.every((id) => id >= 1 && id <= 0xffff) ? keys : null;
}

const asText = (keys: readonly DataKey[]): string => keys.map(({ id, bytes }) => `${id}:${Buffer.from(bytes).toString('hex')}\n`).join('');

function writeWhole(file: string, text: string, flags: 'w' | 'wx'): void {
  const open = fs.openSync(file, flags, 0o600);
  try {
    fs.writeSync(open, text);
    fs.fsyncSync(open);
  } finally {
    fs.closeSync(open);
  }
}

export const newKey = (id: number): DataKey => ({ id, bytes: randomBytes(KEY_BYTES) });

/** @throws CannotStart when the file is not readable or holds no keys. */
export function readKeyFile(file: string): DataKey[] {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new CannotStart(
      `The file of the data keys ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
    );
  }
  const keys = readKeys(text);
  if (!keys)
    throw new CannotStart(
      `${file} does not hold a key of 64 hex digits: put the right file back, because without it nothing that is encrypted can be read.`,
    );
  return keys;
}

/** Creates the file with one key; a file that another server has created meanwhile is left as it is. @throws CannotStart */
export function makeKeyFile(file: string): void {
  try {
    writeWhole(file, asText([newKey(FIRST_KEY)]), 'wx');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // An incompletely written key would make every later start fail.
    fs.rmSync(file, { force: true });
    if (isNoRoom(error)) throw diskFull(path.dirname(file), DISK_RESERVE);
    throw new CannotStart(
      `The file of the data keys ${file} cannot be made (${code ?? 'unknown error'}): choose another with DATA_KEY_FILE.`,
    );
  }
  syncPath(path.dirname(file));
}

/** Replaces the file atomically: a power cut leaves the old file or the new one. */
export function replaceKeyFile(file: string, keys: readonly DataKey[]): void {
  const next = `${file}.new`;
  fs.rmSync(next, { force: true });
  writeWhole(next, asText(keys), 'wx');
  fs.renameSync(next, file);
  syncPath(path.dirname(file));
}
