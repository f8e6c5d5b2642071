/** The bytes of a encrypted column; `rowEncryption.ts` decrypts them. */
export type Encrypted = Uint8Array;
