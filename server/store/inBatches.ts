/**
 * Sends the values of several callers with one statement. Values that come while it waits for its connection go with it. So a value
 * is never sent later than it would be alone, and the more callers wait for connections, the fewer statements they need.
 */
import type { Db } from './store.ts';

/** Most values of a statement, so that callers do not wait long for one. */
const MOST = 64;

interface Waiting<V, R> {
  value: V;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * @param db gives the connection.
 * @param send returns the result of each value, in their order. If it fails, all its callers get the error.
 * @returns a function that sends its value and returns the result.
 */
export function inBatches<V, R>(db: Db, send: (db: Db, values: readonly V[]) => Promise<readonly R[]>): (value: V) => Promise<R> {
  const waiting: Waiting<V, R>[] = [];
  let isConnecting = false;

  async function sendNext(): Promise<void> {
    if (isConnecting || waiting.length === 0) return;
    isConnecting = true;
    const first = waiting.length;
    let batch: Waiting<V, R>[] = [];
    const take = (most: number): void => {
      batch = waiting.splice(0, most);
      isConnecting = false;
      void sendNext();
    };
    try {
      await db.connection().execute(async (connection) => {
        take(MOST);
        const results = await send(
          connection,
          batch.map(({ value }) => value),
        );
        batch.forEach(({ resolve }, at) => resolve(results[at] as R));
      });
    } catch (error) {
      // Values that came later get the whole time for a connection that those before them had.
      if (batch.length === 0) take(first);
      for (const { reject } of batch) reject(error);
    }
  }

  return (value) =>
    new Promise((resolve, reject) => {
      waiting.push({ value, resolve, reject });
      void sendNext();
    });
}
