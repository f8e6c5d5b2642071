/** Stores secrets on this phone: encrypted, or, where that is impossible, not in the local storage. A chunk of its own. */
import { openBareSafe, type SessionStore } from './bareSafe.ts';
import { allowed, inTime, ofBrowser } from './keyHost.ts';
import { openKey } from './key.ts';
import type { KeyHost } from './keyRecord.ts';
import { encryptedSafe } from './encryptedSafe.ts';
import type { Safe } from '../storedFormat.ts';

/** Opens the safe of this phone: the encrypted one, or the bare one where the phone can hold no key. It does not reject. */
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
  return encryptedSafe(key, (bytes) => crypto.getRandomValues(bytes));
}
