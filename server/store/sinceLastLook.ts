/**
 * Scheduled work that follows events in their order, each minute those since the minute before. So it does not read again what
 * it has seen, however much that is. How far it came is stored, so that a restart or another process goes on from there.
 */
import { MINUTE, type Instant } from '#machines/model/calendar.ts';
import { readSetting, writeSetting } from './storedSettings.ts';
import type { Db } from './store.ts';

/** An event has the time at which its transaction began, by the clock of its process. So events of the last minutes may still appear. */
const OVERLAP = 10 * MINUTE;

/**
 * @param name names the work in the database.
 * @param until the work is done for events up to this instant.
 * @param work does it for events later than `from`. It may see an event several times. If it fails, the next call repeats it.
 */
export async function sinceLastLook<T>(db: Db, name: string, until: Instant, work: (from: Instant) => Promise<T>): Promise<T> {
  const key = `${name} until`;
  const stored = await readSetting(db, key);
  const seen = typeof stored === 'number' ? stored : 0;
  // A clock that was wrong and was set back must not stop the work until that time comes.
  const isAhead = seen > until + OVERLAP;
  const done = await work(isAhead ? 0 : seen - OVERLAP);
  if (isAhead || until > seen) await writeSetting(db, key, until);
  return done;
}
