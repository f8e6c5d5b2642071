/** A phone that can hold a key, without a browser. */
import { IDBFactory } from 'fake-indexeddb';
import { openSafe } from '#src/app/safe/safe.ts';
import { readSecrets } from '#src/app/safe/secrets.ts';
import { openStorage, type DeviceStorage } from '#src/app/storage.ts';
import { NO_SECRETS, type Safe } from '#src/app/storedFormat.ts';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** The safe of an installation, as each of its windows opens it. */
export const safeOf = (indexedDB: IDBFactory): Promise<Safe> => openSafe({ indexedDB, crypto }, undefined);

/** The phone that all tests of a file share. */
export const SAFE = await safeOf(new IDBFactory());

/** A window of that phone whose key is there already. */
export const openPhone = (store: Store): DeviceStorage => openStorage(() => store, SAFE);

/** Everything that the text holds, as the owner of the key reads it. */
export function opened(text: string | null): Record<string, unknown> {
  const found = JSON.parse(text ?? '{}') as Record<string, unknown>;
  return { ...found, ...SAFE.read(found, NO_SECRETS) };
}

/** As versions before the safe stored: whatever the key of a phone, its app reads that. */
const OPEN: Safe = { read: readSecrets, write: (secrets) => ({ ...secrets }), isCurrent: () => true, leavesOut: () => false };
export const openWithoutKey = (store: Store): DeviceStorage => openStorage(() => store, OPEN);
