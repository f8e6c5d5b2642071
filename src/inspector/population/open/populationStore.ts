/**
 * Stores the open population in this browser until it is discarded, so that a reload restores it: the sources with their
 * bytes, and their digest, which is the population as it was read on the present chart.
 */
import { journeyMachine } from '#machines/journey.machine.ts';
import { chartHash } from '#src/recording/chartHash.ts';
import { browserStore, resultOf } from '../../browserStore.ts';
import type { Population } from '../compute/columns.ts';
import type { Source } from './pieces.ts';

/** Version of the digest's format. Raise it when the format changes. */
const DIGEST = 3;
const NAME = 'inspector-population';
const [SOURCES, DIGESTS] = ['sources', 'digests'] as const;

export interface Kept {
  readonly sources: readonly Source[];
  /** null: the stored digest is of another chart or of another format, so the sources must be read again. */
  readonly digest: { population: Population; leftOut: readonly string[] } | null;
}

const present = (): string => `${chartHash(journeyMachine)} ${DIGEST}`;

const within = browserStore(NAME, { [SOURCES]: { autoIncrement: true }, [DIGESTS]: {} });

/** @returns null: nothing is stored. */
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
 * @throws Error when the browser has no room. The stored data then stays as it was.
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
