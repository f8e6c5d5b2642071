/** The stored key of this installation, as `key.ts` makes it: where it is, what is beside it, and how it is opened. */

/** The browser's functions for the key; undefined if the engine lacks one, or hides it from a page without TLS. */
export interface KeyHost {
  indexedDB: IDBFactory | undefined;
  crypto: Crypto | undefined;
}

/** Where the key is in IndexedDB: the database, its store, and the id of the record. */
export type KeyPlace = readonly [database: string, store: string, id: string];
export const KEY_PLACE: KeyPlace = ['loan-journey', 'keys', 'installation'];

/** The same, and the id of the record with the last screen. */
export type StoredPlace = readonly [...KeyPlace, screenId: string];
export const STORED_PLACE: StoredPlace = [...KEY_PLACE, 'screen'];

export interface KeyRecord {
  /** AES-GCM, not extractable. */
  wrapping: CryptoKey;
  nonce: Uint8Array<ArrayBuffer>;
  /** The data key, encrypted. */
  wrapped: ArrayBuffer;
}

/** @returns the data key. @throws if the record is damaged, or of another installation. */
export const unwrap = async (subtle: SubtleCrypto, { wrapping, nonce, wrapped }: KeyRecord): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv: nonce }, wrapping, wrapped));
