/** A fresh name for one tap, so that a request that is sent twice is done once: 32 hexadecimal digits. */
export const freshRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
