/**
 * Sends the values of several callers with one statement. While a statement is under way, the values that come wait, and the next
 * statement takes as many of them as a power of two allows. The more callers there are, the less each costs. A caller without others waits for nothing.
 */

/** Most values of a statement, so that callers do not wait long for one. */
const MOST = 64;

/** A power of two, so that there are few different statements, each of which the database prepares once. */
const sizeFor = (count: number): number => 2 ** Math.floor(Math.log2(Math.min(count, MOST)));

/** ms after which values no longer wait for the statement under way, as when its connection hangs. */
const LONGEST_WAIT = 25;

interface Waiting<V, R> {
  value: V;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * @param send returns the result of each value, in their order. If it fails, all its callers get the error. Several may be under way.
 * @returns a function that sends its value and returns the result.
 */
export function inBatches<V, R>(send: (values: readonly V[]) => Promise<readonly R[]>): (value: V) => Promise<R> {
  const waiting: Waiting<V, R>[] = [];
  /** The statement that values wait for; null: there is none. */
  let present: symbol | null = null;

  async function sendBatch(batch: readonly Waiting<V, R>[]): Promise<void> {
    try {
      const results = await send(batch.map(({ value }) => value));
      batch.forEach(({ resolve }, at) => resolve(results[at] as R));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  function sendNext(): void {
    if (present !== null || waiting.length === 0) return;
    const mine = (present = Symbol('statement'));
    const goOn = (): void => {
      clearTimeout(timer);
      if (present !== mine) return;
      present = null;
      sendNext();
    };
    const timer = setTimeout(goOn, LONGEST_WAIT);
    void sendBatch(waiting.splice(0, sizeFor(waiting.length))).then(goOn);
  }

  return (value) =>
    new Promise((resolve, reject) => {
      waiting.push({ value, resolve, reject });
      sendNext();
    });
}
