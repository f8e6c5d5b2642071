/** The lender's own pulse: what time and the rail ask for is done about once a second, and at once after something was queued. */
import type { FastifyBaseLogger } from 'fastify';
import { describeError } from './wire/logging.ts';

const PULSE = 1_000;

export interface DueWork {
  /** Runs now, after whatever runs already; resolves when it is done. Never rejects. */
  run(): Promise<void>;
  /** Lets the running round finish, then no more. */
  stop(): Promise<void>;
}

/** @param round one round of work; what it throws is logged, and the next round comes anyway. */
export function startDueWork(round: () => Promise<unknown>, log: Pick<FastifyBaseLogger, 'error'>): DueWork {
  let last: Promise<void> = Promise.resolve();
  let waiting = false;
  let stopped = false;

  const guarded = async (): Promise<void> => {
    waiting = false;
    try {
      await round();
    } catch (error) {
      log.error(describeError(error), 'due work');
    }
  };
  const run = (): Promise<void> => {
    // One that waits does for everyone who asks meanwhile.
    if (stopped || waiting) return last;
    waiting = true;
    last = last.then(guarded);
    return last;
  };

  const timer = setInterval(() => void run(), PULSE);
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
