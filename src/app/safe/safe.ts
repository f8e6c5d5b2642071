/** How secrets are stored on this phone: encrypted, or where that is impossible, not at all. A chunk of its own. */
import { openBareSafe, type SessionStore } from './bareSafe.ts';
import { openKey, type KeyHost } from './key.ts';
import { sealedSafe } from './sealedSafe.ts';
import type { Safe } from '../storedFormat.ts';

/** In some web views IndexedDB never answers. Nobody waits longer for it than this. ms. */
const PATIENCE = 3_000;

/** Reading a global may throw where it is forbidden. */
function allowed<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), PATIENCE);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

const ofBrowser = (): KeyHost => ({
  indexedDB: allowed(() => globalThis.indexedDB),
  crypto: allowed(() => globalThis.crypto),
});

/** Never rejects for the phone: without a key it is the bare safe. */
export async function openSafe(
  host: KeyHost = ofBrowser(),
  session: SessionStore | undefined = allowed(() => globalThis.sessionStorage),
): Promise<Safe> {
  let key: Uint8Array;
  try {
    key = await inTime(openKey(host));
  } catch {
    return openBareSafe(session);
  }
  return sealedSafe(key, (bytes) => crypto.getRandomValues(bytes));
}
