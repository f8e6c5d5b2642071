/**
 * Reads the stored key of this installation. The build writes this function into the page, where it runs while the entry
 * arrives, because a borrower's call for home waits for the key. So it uses nothing but its arguments, in the language of
 * Chromium 80.
 */
import type { KeyPlace, KeyRecord } from './keyRecord.ts';

/** @returns undefined: no key is stored yet, or the browser does not give it. Never rejects, but may never resolve. */
export const readStoredKey = (factory: IDBFactory, [database, store, id]: KeyPlace): Promise<KeyRecord | undefined> =>
  new Promise<KeyRecord | undefined>((resolve) => {
    const opening = factory.open(database);
    // The database does not exist yet. Here it would be made without its store.
    opening.addEventListener('upgradeneeded', () => (opening.transaction as IDBTransaction).abort());
    opening.addEventListener('error', () => resolve(undefined));
    opening.addEventListener('success', () => {
      const { result: opened } = opening;
      if (opened.objectStoreNames.contains(store)) {
        const reading = opened.transaction(store).objectStore(store).get(id) as IDBRequest<KeyRecord | undefined>;
        reading.addEventListener('success', () => resolve(reading.result));
        reading.addEventListener('error', () => resolve(undefined));
      } else resolve(undefined);
      opened.close();
    });
  }).catch(() => undefined);
