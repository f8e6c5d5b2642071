/** The functions of the browser that the key needs. */
import type { KeyHost } from './key.ts';

/** How long the app waits for IndexedDB, which never answers in some web views. ms. */
const PATIENCE = 3_000;

/** Reading a global may throw where it is forbidden. */
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
