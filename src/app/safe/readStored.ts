/**
 * Reads what this installation has stored beside the local storage. The build writes this function into the page, where it
 * runs while the entry arrives, because a borrower's call for home waits for the key. So it uses nothing but its arguments, in
 * the language of Chromium 80.
 */
import type { KeyRecord, StoredPlace } from './keyRecord.ts';

/** A part is absent if it is not stored, or if the browser does not give it. */
export interface Stored {
  key?: KeyRecord | undefined;
  /** The last screen, encrypted (`src/app/keptScreen`). */
  screen?: Uint8Array<ArrayBuffer> | undefined;
}

/** Never rejects, but may never resolve. */
export const readStored = (factory: IDBFactory, [database, store, keyId, screenId]: StoredPlace): Promise<Stored> =>
  new Promise<Stored>((resolve) => {
    const opening = factory.open(database);
    // The database does not exist yet. Here it would be made without its store.
    opening.addEventListener('upgradeneeded', () => (opening.transaction as IDBTransaction).abort());
    opening.addEventListener('error', () => resolve({}));
    opening.addEventListener('success', () => {
      const { result: opened } = opening;
      if (opened.objectStoreNames.contains(store)) {
        const reading = opened.transaction(store);
        const key = reading.objectStore(store).get(keyId) as IDBRequest<Stored['key']>;
        const screen = reading.objectStore(store).get(screenId) as IDBRequest<Stored['screen']>;
        reading.addEventListener('complete', () => resolve({ key: key.result, screen: screen.result }));
        reading.addEventListener('abort', () => resolve({}));
      } else resolve({});
      opened.close();
    });
  }).catch(() => ({}));
