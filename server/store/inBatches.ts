/**
 * Sends the values of several callers with one statement. Values that come while it waits for its connection go with it. So a value
 * is never sent later than it would be alone, and the more callers wait for connections, the fewer statements they need.
 */
import { isConnectionLost } from './availability.ts';
import { repeatWhile } from './repeat.ts';
import type { Db } from './store.ts';

/** Most values of a statement, so that callers do not wait long for one. */
const MOST = 64;

/** ms in which a repetition may begin. The connections of a server that went away are found to be lost one after the other. */
const REPEATED_FOR = 1_000;

interface Waiting<V, R> {
  value: V;
  resolve(result: R): void;
  reject(error: unknown): void;
}

export interface BatchOptions {
  /**
   * The statement has the same effect and results when it runs twice. It is sent again when its connection was lost, so that one lost
   * connection does not fail many callers.
   */
  isRepeatable?: boolean;
}

/**
 * @param db gives the connection.
 * @param send returns the result of each value, in their order. If it fails, all its callers get the error.
 * @returns a function that sends its value and returns the result.
 */
export function inBatches<V, R>(
  db: Db,
  send: (db: Db, values: readonly V[]) => Promise<readonly R[]>,
  { isRepeatable = false }: BatchOptions = {},
): (value: V) => Promise<R> {
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
    const sendBatch = (): Promise<readonly R[]> =>
      db.connection().execute((connection) => {
        if (batch.length === 0) take(MOST);
        return send(
          connection,
          batch.map(({ value }) => value),
        );
      });
    // Without a connection nothing was sent, and the attempt has taken its whole time.
    const mayRepeat = (error: unknown): boolean => isRepeatable && batch.length > 0 && isConnectionLost(error);
    try {
      const results = await repeatWhile(REPEATED_FOR, mayRepeat, sendBatch);
      batch.forEach(({ resolve }, at) => resolve(results[at] as R));
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
