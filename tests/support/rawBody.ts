/** The bytes of a callback's body over HTTP. */
export const rawBody = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
