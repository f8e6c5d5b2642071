/** The id of an HTTP request: the same in its answer, in the log, in the outbox and in the requests to the rail. */
import { randomFillSync } from 'node:crypto';

const ID_BYTES = 8;
/** Random bytes for many ids, fetched from the system at once, because fetching is the slowest part of making an id. */
const random = Buffer.alloc(512 * ID_BYTES);
let used = random.length;

/** 64 random bits in hex. */
export function newRequestId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  return random.toString('hex', used, (used += ID_BYTES));
}

/** Whether a proxy may send this text as the id of a request. */
export const isRequestId = (text: unknown): text is string => typeof text === 'string' && /^[\w.-]{8,64}$/.test(text);
