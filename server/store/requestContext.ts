/**
 * The id of the request that is being answered, wherever its work goes: into the outbox, to the rail and into the log.
 * The job that a request queued is done under the id of that request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

/** 64 random bits in hex. */
export const newRequestId = (): string => randomBytes(8).toString('hex');

/** What a proxy in front may send as the id of a request. */
export const isRequestId = (text: unknown): text is string => typeof text === 'string' && /^[\w.-]{8,64}$/.test(text);

/** null: what runs belongs to no request. */
export const currentRequestId = (): string | null => current.getStore() ?? null;

/** @param id null: the work belongs to no request. */
export const withRequestId = <T>(id: string | null, work: () => T): T => (id === null ? current.exit(work) : current.run(id, work));
