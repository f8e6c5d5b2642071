/** The bytes of an encrypted column; `rowEncryption.ts` decrypts them. */
export type Encrypted = Uint8Array;
