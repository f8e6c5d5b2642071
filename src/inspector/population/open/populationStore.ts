/**
 * What was opened stays over a reload, in this browser, until it is thrown away: the sources as they were, and what was
 * read of them on the present chart.
 */
import { journeyMachine } from '#machines/journey.machine.ts';
import { chartHash } from '#src/recording/chartHash.ts';
import type { Population } from '../compute/columns.ts';
import type { Source } from './pieces.ts';

/** Grows when a digest holds something else. */
const DIGEST = 3;
const NAME = 'inspector-population';
const [SOURCES, DIGESTS] = ['sources', 'digests'];

export interface Kept {
  readonly sources: readonly Source[];
  /** null: it was read on another chart, or by another version of this page, and has to be read again. */
  readonly digest: { population: Population; leftOut: readonly string[] } | null;
}

const present = (): string => `${chartHash(journeyMachine)} ${DIGEST}`;

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser keeps nothing')));
  });

const doneOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the browser keeps nothing')));
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(SOURCES, { autoIncrement: true });
    request.result.createObjectStore(DIGESTS);
  });
  return resultOf(request);
}

async function within<T>(mode: IDBTransactionMode, act: (transaction: IDBTransaction) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction([SOURCES, DIGESTS], mode);
    const done = doneOf(transaction);
    const result = await act(transaction);
    await done;
    return result;
  } finally {
    database.close();
  }
}

/** @returns null: nothing is kept. */
export const loadKept = (): Promise<Kept | null> =>
  within('readonly', async (transaction) => {
    const [sources, digest] = await Promise.all([
      resultOf(transaction.objectStore(SOURCES).getAll() as IDBRequest<Source[]>),
      resultOf(transaction.objectStore(DIGESTS).get(present()) as IDBRequest<Kept['digest'] | undefined>),
    ]);
    return sources.length === 0 ? null : { sources, digest: digest ?? null };
  });

/**
 * Adds sources and replaces the digest.
 *
 * @throws when the browser has no room; what was kept before stays.
 */
export const keep = (added: readonly Source[], digest: NonNullable<Kept['digest']>): Promise<void> =>
  within('readwrite', async (transaction) => {
    for (const source of added) transaction.objectStore(SOURCES).add(source);
    transaction.objectStore(DIGESTS).clear();
    transaction.objectStore(DIGESTS).put(digest, present());
    await Promise.resolve();
  });

export const throwAway = (): Promise<void> =>
  within('readwrite', async (transaction) => {
    transaction.objectStore(SOURCES).clear();
    transaction.objectStore(DIGESTS).clear();
    await Promise.resolve();
  });
