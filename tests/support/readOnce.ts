/**
 * Reads each photo once per version of the reader, in all workers together. Many tests send the same card, and reading its photos
 * takes eight seconds of processor time. `reader.test.ts` tests the reader itself, without this. A failed reading is not stored.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createEmbeddedReader } from '#server/apply/reader/embeddedReader.ts';
import type { PhotoReader } from '#server/apply/reader/photoReader.ts';
import { sourcesHash } from '../../scripts/lib/builtPages.mjs';

const KEPT = path.resolve(import.meta.dirname, '../../.cache/readings');

/** The folder with the readings of this version of the reader. Those of other versions are removed. */
function folder(): string {
  const name = sourcesHash(['server/apply/reader', 'server/apply/photos']);
  const place = path.join(KEPT, name);
  fs.mkdirSync(place, { recursive: true });
  for (const other of fs.readdirSync(KEPT)) if (other !== name) fs.rmSync(path.join(KEPT, other), { recursive: true, force: true });
  return place;
}

let kept: string | undefined;

/** Key of a reading: a hash of the method and its arguments. */
function keyOf(method: string, given: readonly unknown[]): string {
  const hash = createHash('sha256').update(method);
  for (const one of given) hash.update('|').update(Buffer.isBuffer(one) ? createHash('sha256').update(one).digest() : JSON.stringify(one));
  return hash.digest('hex');
}

/** Readings of this worker, also those that are not finished. */
const readings = new Map<string, Promise<unknown>>();

async function readOrRecall<R>(key: string, read: () => Promise<R>): Promise<R> {
  const file = path.join((kept ??= folder()), `${key}.json`);
  if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8')) as R;
  const reading = await read();
  // Another worker may read this file meanwhile, so it is renamed when it is complete.
  const making = `${file}.${process.pid}`;
  fs.writeFileSync(making, JSON.stringify(reading));
  fs.renameSync(making, file);
  return reading;
}

export function readOnce(): PhotoReader {
  const reader = createEmbeddedReader();
  const once =
    <G extends unknown[], R>(method: string, read: (...given: G) => Promise<R>) =>
    (...given: G): Promise<R> => {
      const key = keyOf(method, given);
      const reading = readings.get(key) ?? readOrRecall(key, () => read(...given));
      readings.set(key, reading);
      reading.catch(() => readings.delete(key));
      return reading as Promise<R>;
    };
  return {
    readFront: once('front', reader.readFront),
    readBack: once('back', reader.readBack),
    readFace: once('face', reader.readFace),
    readTurn: once('turn', reader.readTurn),
    close: () => reader.close(),
  };
}
