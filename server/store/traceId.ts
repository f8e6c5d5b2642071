/**
 * The id of the request that is being answered, available to all code that works for the request: outbox, rail and log.
 * A job has the id of the request that queued it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

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

/** null: the running code works for no request. */
export const currentRequestId = (): string | null => current.getStore() ?? null;

/** Runs the work for a request. @param id null: the work is for no request. */
export const withRequestId = <T>(id: string | null, work: () => T): T => (id === null ? current.exit(work) : current.run(id, work));
