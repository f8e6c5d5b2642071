/**
 * The id of the request that is being answered, wherever its work goes: into the outbox, to the rail and into the log.
 * The job that a request queued is done under the id of that request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

const ID_BYTES = 8;
/** Random bytes for many ids: the system is asked once for all of them, which takes longer than everything else about an id. */
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

/** What a proxy in front may send as the id of a request. */
export const isRequestId = (text: unknown): text is string => typeof text === 'string' && /^[\w.-]{8,64}$/.test(text);

/** null: what runs belongs to no request. */
export const currentRequestId = (): string | null => current.getStore() ?? null;

/** @param id null: the work belongs to no request. */
export const withRequestId = <T>(id: string | null, work: () => T): T => (id === null ? current.exit(work) : current.run(id, work));
