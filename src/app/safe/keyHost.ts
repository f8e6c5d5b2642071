/** The functions of the browser that the key needs. */
import type { KeyHost } from './keyRecord.ts';

/** How long the app waits for IndexedDB, ms. In some web views it never answers. */
const PATIENCE = 3_000;

/** Reading a global throws if the browser forbids it. @returns undefined then. */
export function allowed<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export const inTime = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), PATIENCE);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

export const ofBrowser = (): KeyHost => ({
  indexedDB: allowed(() => globalThis.indexedDB),
  crypto: allowed(() => globalThis.crypto),
});
