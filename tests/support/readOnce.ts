/**
 * Reads each photo once: many tests hand over the same card, and reading it takes a second of computing. What the reader
 * makes of a photo is tested in `reader.test.ts`; a failure is not kept.
 */
import { createHash } from 'node:crypto';
import { createEmbeddedReader } from '#server/apply/reader/embeddedReader.ts';
import type { PhotoReader } from '#server/apply/reader/photoReader.ts';

/** By the method and everything that it was given. */
const readings = new Map<string, Promise<unknown>>();

function keyOf(method: string, given: readonly unknown[]): string {
  const hash = createHash('sha256').update(method);
  for (const one of given) hash.update('|').update(Buffer.isBuffer(one) ? createHash('sha256').update(one).digest() : JSON.stringify(one));
  return hash.digest('hex');
}

export function readOnce(): PhotoReader {
  const reader = createEmbeddedReader();
  const once =
    <G extends unknown[], R>(method: string, read: (...given: G) => Promise<R>) =>
    (...given: G): Promise<R> => {
      const key = keyOf(method, given);
      const reading = readings.get(key) ?? read(...given);
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
