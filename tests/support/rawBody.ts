/** The bytes of a callback, as they arrive over HTTP. */
export const rawBody = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
