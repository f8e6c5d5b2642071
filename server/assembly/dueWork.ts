/** Runs due work about once a second, and at once after something was queued. */

/** Milliseconds between two rounds. */
const PULSE = 1_000;

export interface DueWork {
  /** Works after what runs now, until nothing more is due at once; resolves when it is done. Never rejects. */
  run(): Promise<void>;
  /** Lets the running round finish, then no more. */
  stop(): Promise<void>;
}

/**
 * @param round one round of work, which says whether more is due at once; its errors go to `failed`, and the next round runs anyway.
 * @param pulse ms between two rounds.
 */
export function startDueWork(round: () => Promise<boolean>, failed: (error: unknown) => void, pulse = PULSE): DueWork {
  let last: Promise<void> = Promise.resolve();
  let waiting = false;
  let stopped = false;

  const guarded = async (): Promise<void> => {
    waiting = false;
    try {
      while ((await round()) && !stopped);
    } catch (error) {
      failed(error);
    }
  };
  const run = (): Promise<void> => {
    // One waiting round serves all callers.
    if (stopped || waiting) return last;
    waiting = true;
    last = last.then(guarded);
    return last;
  };

  const timer = setInterval(() => void run(), pulse);
  timer.unref();
  return {
    run,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await last;
    },
  };
}
