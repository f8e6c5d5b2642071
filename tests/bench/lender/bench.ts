/** Shared by the longer measurements: a lender in a separate process, with a rail, on a database that is removed afterwards. */
import { makePlaces, type EngineName, type Place } from './copiedDatabases.ts';
import type { LenderProcess } from './measuredLender.ts';
import { startRail } from './acceptingRail.ts';

export interface Bench {
  settings(place: Place, railUrl: string): Record<string, string>;
  start(env: Readonly<Record<string, string>>): Promise<LenderProcess>;
}

export interface Prepared {
  place: Place;
  env: Readonly<Record<string, string>>;
}

/** @param prepare fills the database before the lender starts. @param onRequest called with the path of each request to the rail. */
export async function withLender<T>(
  { settings, start }: Bench,
  engine: EngineName,
  prepare: (at: Prepared) => Promise<T>,
  measure: (lender: LenderProcess, prepared: T, at: Prepared) => Promise<void>,
  onRequest?: (path: string) => void,
): Promise<void> {
  const rail = await startRail(onRequest);
  const places = await makePlaces(engine);
  try {
    const at = { place: places.original, env: settings(places.original, rail.url) };
    const prepared = await prepare(at);
    const lender = await start(at.env);
    try {
      await measure(lender, prepared, at);
    } finally {
      await lender.stop();
    }
  } finally {
    await places.remove();
    rail.close();
  }
}

/** @param times in ascending order. */
export const percentile = (times: readonly number[], share: number): number => times[Math.ceil(share * times.length) - 1] ?? NaN;
