/** Runs due work about once a second, and what was queued for the rail at once. */

/** Milliseconds between two rounds. */
const PULSE = 1_000;

export interface DueWork {
  /** Works after what runs now, until nothing more is due at once; resolves when it is done. Never rejects. */
  run(): Promise<void>;
  /** Asks the rail for what was queued, after what runs now. Never rejects. */
  runQueued(): Promise<void>;
  /** Lets the running round finish, then no more. */
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
  let last: Promise<void> = Promise.resolve();
  const waiting = { all: false, queued: false };
  let stopped = false;

  const work = {
    async all(): Promise<void> {
      // It does what was queued, too.
      waiting.all = waiting.queued = false;
      while ((await rounds.all()) && !stopped);
    },
    async queued(): Promise<void> {
      if (!waiting.queued) return;
      waiting.queued = false;
      await rounds.queued();
    },
  };
  const begin = (kind: 'all' | 'queued'): Promise<void> => {
    // One waiting round serves all callers.
    if (stopped || waiting.all || waiting[kind]) return last;
    waiting[kind] = true;
    last = last.then(work[kind]).catch(failed);
    return last;
  };
  const run = (): Promise<void> => begin('all');

  const timer = setInterval(() => void run(), pulse);
  timer.unref();
  return {
    run,
    runQueued: () => begin('queued'),
    async stop() {
      stopped = true;
      clearInterval(timer);
      await last;
    },
  };
}
