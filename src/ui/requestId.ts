/** 128 random bits as 32 hexadecimal digits: the idempotency key of one press. Chromium 80 has no `crypto.randomUUID`. */
export const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
