/** Repeats a task until it succeeds once, because the server that it needs may be down when the lender starts. */
import { MINUTE } from '#machines/model/calendar.ts';

/** ms until the second attempt. Each further pause is twice as long as the one before. */
const FIRST_PAUSE = 15_000;
const LONGEST_PAUSE = 10 * MINUTE;

/**
 * Repeats `attempt` until it returns true. Resolves after the first attempt.
 * @param attempt returns true when it succeeded. After false, or an exception, it is called again.
 * @returns a function that ends the attempts.
 */
export async function keepTrying(attempt: () => Promise<boolean>): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const tryOnce = async (pause: number): Promise<void> => {
    const isDone = await attempt().catch(() => false);
    if (isDone || isEnded) return;
    timer = setTimeout(() => void tryOnce(Math.min(2 * pause, LONGEST_PAUSE)), pause).unref();
  };
  await tryOnce(FIRST_PAUSE);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
