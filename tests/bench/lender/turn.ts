/** The turn of a day: so many loans become late at once, while a borrower reads home again and again. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { addDays, nairobiDate } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { loadKeys } from '#server/store/keyRing.ts';
import type { Config } from '#server/config.ts';
import { systemClock } from '#server/store/clock.ts';
import { openStore } from '#server/store/store.ts';
import { addBorrowers, type SeededBorrower } from '../../support/manyBorrowers.ts';
import { requestOf, send } from './load.ts';
import type { Place } from './places.ts';

/** Adds loans that were due yesterday, and one that is not due. @returns the borrower of that one. */
export async function addDueLoans(place: Place, config: Config, count: number): Promise<SeededBorrower> {
  const store = await openStore({ ...place, clock: systemClock, mode: config.mode });
  try {
    store.useSecret((await loadKeys({ keys: config.dataKeys, keyFile: config.dataKeyFile, dataDir: place.dataDir }, store)).secret);
    const now = Date.now();
    await addBorrowers(store, { stage: 'lent', count, first: 50_000_000, now, dueDate: addDays(nairobiDate(now), -1) });
    const [reader] = await addBorrowers(store, { stage: 'lent', count: 1, first: 40_000_000, now });
    if (!reader) throw new Error('nobody was added');
    // As in a database that has been in use for an hour.
    await sql`analyze`.execute(store.db);
    return reader;
  } finally {
    await store.close();
  }
}

export interface TurnMeasured {
  seconds: number;
  /** ms until home was read, in ascending order. */
  during: number[];
  quiet: number[];
}

/** ms between two reads of home. */
const PAUSE = 25;

/** From the start of a lender whose loans are due until all of them are late. @param place of the database, which is looked at from outside. */
export async function measureTurn(url: URL, place: Place, reader: SeededBorrower): Promise<TurnMeasured> {
  const store = await openStore({ ...place, clock: systemClock, asItIs: true });
  const agent = new http.Agent({ keepAlive: true });
  async function readHome(times: number[]): Promise<void> {
    const began = performance.now();
    await send(url, agent, requestOf('latestOrder', {}, reader));
    times.push(performance.now() - began);
    await sleep(PAUSE);
  }
  try {
    const began = performance.now();
    const isDone = async (): Promise<boolean> =>
      (await store.db.selectFrom('loan_order').select('id').where('status', '=', STATUS.repaying).limit(2).execute()).length < 2;
    const during: number[] = [];
    while (!(await isDone())) for (let read = 0; read < 20; read++) await readHome(during);
    const seconds = (performance.now() - began) / 1_000;
    const quiet: number[] = [];
    for (let read = 0; read < 100; read++) await readHome(quiet);
    return { seconds, during: during.sort((a, b) => a - b), quiet: quiet.sort((a, b) => a - b) };
  } finally {
    agent.destroy();
    await store.close();
  }
}
