/**
 * Runs due work about once a second, and what was queued for the rail at once. Neither waits for the other: a round may wait
 * half a minute for each answer of a rail that hangs, and a borrower waits for the prompt of a payment.
 */

/** Milliseconds between two rounds. */
const PULSE = 1_000;

export interface DueWork {
  /** Works after what runs now, until nothing more is due at once; resolves when it is done. Never rejects. */
  run(): Promise<void>;
  /** Sends queued requests to the rail, after those that are being sent now. Never rejects. */
  runQueued(): Promise<void>;
  /** Lets finish what runs, then no more. */
  stop(): Promise<void>;
}

interface Rounds {
  /** All work that is due. @returns whether more is due at once. */
  all(): Promise<boolean>;
  /** What was queued for the rail alone: a payment costs little more than itself. */
  queued(): Promise<void>;
}

/**
 * @param failed is given the errors of a round; the next one runs anyway.
 * @param pulse ms between two rounds of all work.
 */
export function startDueWork(rounds: Rounds, failed: (error: unknown) => void, pulse = PULSE): DueWork {
  let stopped = false;

  /** Runs one after the other. One that waits serves all callers. */
  function createLane(work: () => Promise<void>) {
    let last: Promise<void> = Promise.resolve();
    let isWaiting = false;
    return {
      begin(): Promise<void> {
        if (stopped || isWaiting) return last;
        isWaiting = true;
        last = last
          .then(() => {
            isWaiting = false;
            return work();
          })
          .catch(failed);
        return last;
      },
      ended: (): Promise<void> => last,
    };
  }
  const all = createLane(async () => {
    while ((await rounds.all()) && !stopped);
  });
  const queued = createLane(rounds.queued);

  const timer = setInterval(() => void all.begin(), pulse);
  timer.unref();
  return {
    async run() {
      // What the rail answers may make more due.
      await queued.ended();
      await all.begin();
      await queued.ended();
    },
    runQueued: queued.begin,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all([all.ended(), queued.ended()]);
    },
  };
}
