/** Repeats work that certainly had no effect, so that a failover, a deadlock or a conflict does not fail a call. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable } from './availability.ts';

/** SQLSTATEs of a transaction that the server rolled back and that may succeed when repeated: serialization failure, deadlock. */
const ROLLED_BACK: readonly (string | undefined)[] = ['40001', '40P01'];

export const hadNoEffect = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable ? error.hadNoEffect : error instanceof pg.DatabaseError && ROLLED_BACK.includes(error.code);

const SHORTEST_PAUSE = 20;
const LONGEST_PAUSE = 250;

/**
 * Repeats the work, with growing pauses.
 * @param patience ms from now on in which a repetition may begin.
 * @param mayRepeat whether another attempt may follow this error.
 * @throws the error of the last attempt.
 */
export async function repeatWhile<T>(patience: number, mayRepeat: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + patience;
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (!mayRepeat(error) || performance.now() + pause > end) throw error;
    }
    // A random part, so that two transactions of a deadlock do not collide again.
    await sleep(pause * (0.5 + Math.random() / 2));
  }
}
