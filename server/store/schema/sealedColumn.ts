/** The bytes of a sealed column; `sealed.ts` opens them. */
export type Sealed = Uint8Array;
