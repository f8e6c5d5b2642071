/**
 * A queue of jobs for one engine that is costly to start and does one job at a time. The queue has a maximal length, and each
 * job a deadline. The engine starts with the first job and stops after a while without jobs. An engine that failed or did not
 * answer in time is stopped, and the next job starts another one.
 */

/** The reader is at its limit, timed out or failed. The photo may be good, so a person checks it. */
export class ReaderUnavailable extends Error {
  override readonly name = 'ReaderUnavailable';
}

export interface Engine {
  stop(): Promise<void>;
}

export interface EngineOptions<E extends Engine> {
  start: () => Promise<E>;
  /** ms within which a call has to be answered; a web view waits 60 s. */
  timeout: number;
  /** Most jobs that may run and wait together. */
  maxWaiting: number;
  /** Milliseconds without work after which the engine is stopped. */
  idle: number;
  /** Jobs after which the engine is replaced by a new one. */
  jobsPerEngine: number;
  /** Called with the error when a job has no answer. */
  failed: (error: Error) => void;
}

export interface EngineQueue<E extends Engine> {
  /**
   * Runs the work after all earlier work. The time of waiting counts for its deadline. `engine` starts the engine if needed.
   * @throws ReaderUnavailable when there was no answer in time, the queue is full, or the work failed.
   */
  run<T>(work: (engine: () => Promise<E>, signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Stops the engine; pending work rejects with {@link ReaderUnavailable}. */
  close(): Promise<void>;
}

export function createEngineQueue<E extends Engine>(options: EngineOptions<E>): EngineQueue<E> {
  const { start, timeout, maxWaiting, idle, jobsPerEngine, failed } = options;
  let engine: Promise<E> | null = null;
  let jobs = 0;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  let idling: NodeJS.Timeout | undefined;
  /** One for each job that waits or runs. */
  const underWay = new Set<AbortController>();

  const reported = (error: ReaderUnavailable): ReaderUnavailable => {
    if (!isClosed) failed(error);
    return error;
  };

  async function dropEngine(): Promise<void> {
    const dropped = engine;
    engine = null;
    jobs = 0;
    await dropped?.then(
      (one) => one.stop(),
      () => undefined,
    );
  }

  async function inTurn<T>(
    work: (engine: () => Promise<E>, signal: AbortSignal) => Promise<T>,
    before: Promise<unknown>,
    signal: AbortSignal,
  ) {
    await before;
    if (signal.aborted) throw new ReaderUnavailable('too late');
    clearTimeout(idling);
    const started = (): Promise<E> => {
      // Work after its deadline must not start an engine, which could be idle.
      if (signal.aborted) throw new ReaderUnavailable('given up');
      return (engine ??= start());
    };
    try {
      const result = await orAborted(work(started, signal), signal);
      if (++jobs >= jobsPerEngine) await dropEngine();
      return result;
    } catch (error) {
      // An engine that hangs or has failed would fail the next job too.
      void dropEngine();
      throw error instanceof ReaderUnavailable ? error : new ReaderUnavailable('failed', { cause: error });
    } finally {
      idling = setTimeout(() => void dropEngine(), idle).unref();
    }
  }

  return {
    async run(work) {
      if (isClosed) throw new ReaderUnavailable('closed');
      if (underWay.size >= maxWaiting) throw reported(new ReaderUnavailable('too many photos at once'));
      // Not AbortSignal.any with .timeout: in Node 20 the combined signal may be garbage-collected before it fires.
      const giveUp = new AbortController();
      const { signal } = giveUp;
      underWay.add(giveUp);
      const deadline = setTimeout(() => giveUp.abort(), timeout);
      const answer = inTurn(work, last, signal);
      last = answer.catch(() => undefined);
      try {
        return await orAborted(answer, signal);
      } catch (error) {
        throw reported(error as ReaderUnavailable);
      } finally {
        clearTimeout(deadline);
        underWay.delete(giveUp);
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(idling);
      for (const giveUp of underWay) giveUp.abort();
      await last;
      await dropEngine();
    },
  };
}

/** @throws ReaderUnavailable when the signal comes first. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new ReaderUnavailable('no answer in time'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
