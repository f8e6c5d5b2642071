/** Records the statements of each call, so that they can be counted, and sent again without the lender. */
import http from 'node:http';
import { readConfig } from '#server/config.ts';
import { startLender } from '#server/startLender.ts';
import { createAvailability } from '#server/store/availability.ts';
import { createDiskRoom } from '#server/store/diskRoom.ts';
import { openEmbedded } from '#server/store/embedded.ts';
import { openPostgres } from '#server/store/postgresPool.ts';
import { CALLS, type MeasuredCall, type Requests } from './calls.ts';
import { loop, send, type LoopOptions, type Measured } from './closedLoop.ts';
import type { Place } from './copiedDatabases.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** The statements of each repetition, by call. */
export type Recorded = Readonly<Record<MeasuredCall, Statement[][]>>;

/** Makes each call `repetitions` times, one after the other, in a lender in this process. */
export async function recordStatements(env: Readonly<Record<string, string>>, requests: Requests, repetitions: number): Promise<Recorded> {
  const lender = await startLender(readConfig(env));
  const recorded: Record<MeasuredCall, Statement[][]> = { home: [], save: [], draw: [], repay: [] };
  const agent = new http.Agent({ keepAlive: true });
  let present: Statement[] = [];
  // Due work would add its statements to those of a call.
  await lender.due.stop();
  const unsubscribe = lender.store.onStatement((sql, parameters) => void present.push({ sql, parameters }));
  try {
    for (const call of CALLS)
      for (let i = 0; i < repetitions; i++) {
        const request = requests[call]();
        if (!request) throw new Error(`nobody is left for ${call}`);
        present = [];
        await send(new URL(lender.url), agent, request);
        recorded[call].push(present);
      }
  } finally {
    unsubscribe();
    agent.destroy();
    await lender.close();
  }
  return recorded;
}

export interface Raw {
  /** @param most limit of the calls. The repetitions of a call that writes can be sent once each, because its rows must not exist yet. */
  run(call: MeasuredCall, options: LoopOptions, most: number): Promise<Measured>;
  close(): Promise<void>;
}

/**
 * Sends the recorded statements of each call to the database, without lender, HTTP and encryption: the statements of a call
 * one after the other, over one connection. Pool, sessions, prepared statements and transactions are those of the lender, so
 * that the difference shows the cost of the lender's own code.
 */
export async function openRaw(place: Place, recorded: Recorded): Promise<Raw> {
  const reports = { availability: createAvailability(), room: createDiskRoom(place.databaseUrl ? null : place.dataDir) };
  const pool = place.databaseUrl
    ? await openPostgres(place.databaseUrl, reports)
    : await openEmbedded(place.dataDir, reports, { ownThread: true });
  const repeat = async (statements: readonly Statement[]): Promise<void> => {
    const client = await pool.connect();
    try {
      for (const { sql, parameters } of statements) await client.query(sql, parameters);
    } finally {
      client.release();
    }
  };
  const sent: Record<MeasuredCall, number> = { home: 0, save: 0, draw: 0, repay: 0 };
  return {
    run(call, options, most) {
      const repetitions = recorded[call];
      const until = sent[call] + most;
      return loop(options, () => {
        const next = sent[call]++;
        if (next >= until) return null;
        const statements = repetitions[call === 'home' ? next % repetitions.length : next];
        return statements ? repeat(statements) : null;
      });
    },
    close: () => pool.end(),
  };
}
