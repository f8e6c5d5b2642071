/** A phone that can store a key, simulated without a browser. */
import { IDBFactory } from 'fake-indexeddb';
import { openSafe } from '#src/app/safe/safe.ts';
import { readSecrets } from '#src/app/safe/secrets.ts';
import { openStorage, type DeviceStorage } from '#src/app/storage.ts';
import { NO_SECRETS, type Safe } from '#src/app/storedFormat.ts';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** The safe of an installation. Each tab of it opens the same one. */
export const safeOf = (indexedDB: IDBFactory): Promise<Safe> => openSafe({ indexedDB, crypto }, undefined);

/** The phone that all tests of a file share. */
export const SAFE = await safeOf(new IDBFactory());

/** A window of that phone whose key is there already. */
export const openPhone = (store: Store): DeviceStorage => openStorage(() => store, SAFE);

/** The content of the text, decrypted. */
export function opened(text: string | null): Record<string, unknown> {
  const found = JSON.parse(text ?? '{}') as Record<string, unknown>;
  return { ...found, ...SAFE.read(found, NO_SECRETS) };
}

/** A phone that stores secrets readably, as versions before the safe did. Every later version can read such a text. */
const OPEN: Safe = { read: readSecrets, write: (secrets) => ({ ...secrets }), isCurrent: () => true, leavesOut: () => false };
export const openWithoutKey = (store: Store): DeviceStorage => openStorage(() => store, OPEN);
