/**
 * Runs due work and texts about once a second. Three kinds of work run beside each other, because each may wait for answers:
 * a rail that hangs takes half a minute for each, and a provider of texts ten seconds. Requests that are queued for the rail are
 * sent immediately, because a borrower waits for the prompt of a payment.
 */

/** Milliseconds between two rounds. */
const PULSE = 1_000;

/** ms after which a round of requests that still waits for the rail no longer holds up the next one. */
const HELD_UP = 1_000;
/** Rounds of requests that may wait for the rail. Together they send no more at once than one does (`railPace.ts`). */
const WAITING_ROUNDS = 8;

export interface DueWork {
  /** Starts a round and then texts, after the running ones, and resolves when no more work is due. Never rejects. */
  run(): Promise<void>;
  /** Sends queued requests to the rail, after the requests that are being sent now. Never rejects. */
  runQueued(): Promise<void>;
  /** Starts no more rounds, and waits for the running ones. */
  stop(): Promise<void>;
}

interface Rounds {
  /** Does the work that is due, without texts. @returns whether more work is due already. */
  all(): Promise<boolean>;
  /** Sends only the queued requests to the rail: a round of all work for every payment would be expensive. */
  queued(): Promise<void>;
  /** Sends due texts. @returns whether more are due already. */
  texts(): Promise<boolean>;
}

/**
 * @param failed receives the error of a round. The next round runs anyway.
 * @param pulse ms between two rounds of all work.
 */
export function startDueWork(rounds: Rounds, failed: (error: unknown) => void, pulse = PULSE): DueWork {
  let stopped = false;

  /**
   * Runs one `work` after the other; up to `most` beside each other, if the last one has run for {@link HELD_UP}. Callers share the
   * run that has not started yet.
   */
  function createLane(work: () => Promise<void>, most = 1) {
    const running = new Set<Promise<void>>();
    let mayFollow: Promise<void> = Promise.resolve();
    let next: Promise<void> | null = null;

    function start(): Promise<void> {
      const run: Promise<void> = work()
        .catch(failed)
        .finally(() => running.delete(run));
      running.add(run);
      mayFollow = new Promise((resolve) => {
        const timer = setTimeout(resolve, HELD_UP).unref();
        void run.finally(() => {
          clearTimeout(timer);
          resolve();
        });
      });
      return run;
    }
    async function startNext(): Promise<void> {
      await mayFollow;
      if (running.size >= most) await Promise.race(running);
      next = null;
      if (!stopped) await start();
    }
    const ended = async (): Promise<void> => void (await Promise.all([...running, next]));
    return { begin: (): Promise<void> => (stopped ? ended() : (next ??= startNext())), ended };
  }
  const untilDone = (round: () => Promise<boolean>) => async (): Promise<void> => {
    while ((await round()) && !stopped);
  };
  const all = createLane(untilDone(rounds.all));
  const texts = createLane(untilDone(rounds.texts));
  const queued = createLane(rounds.queued, WAITING_ROUNDS);

  const timer = setInterval(() => {
    // First, so that a request to a rail that hangs does not hold up the other due work.
    void queued.begin();
    void all.begin();
    void texts.begin();
  }, pulse);
  timer.unref();
  return {
    async run() {
      // Answers of the rail may make more work due.
      await queued.ended();
      await all.begin();
      await queued.ended();
      // The due work has queued texts.
      await texts.begin();
    },
    runQueued: queued.begin,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all([all.ended(), queued.ended(), texts.ended()]);
    },
  };
}
