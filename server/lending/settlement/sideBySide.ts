/** Runs the work of one round concurrently, because each part waits for the rail. */
export interface SideBySide {
  /** How much work has begun and not ended. */
  readonly size: number;
  /** Some work has failed, so no more should begin. */
  readonly hasFailed: boolean;
  begin(work: Promise<unknown>): void;
  /** Resolves when the first running work ends, failed or not; at once where none is running. */
  oneEnds(): Promise<void>;
}

/**
 * Resolves when all work that `feed` began has ended.
 * @throws the error of `feed`, else the first error of the work.
 */
export async function runSideBySide(feed: (running: SideBySide) => Promise<void>): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    await feed({
      get size() {
        return underWay.size;
      },
      get hasFailed() {
        return failures.length > 0;
      },
      begin(work) {
        const one: Promise<void> = work
          .then(
            () => undefined,
            (error: unknown) => void failures.push(error),
          )
          .finally(() => underWay.delete(one));
        underWay.add(one);
      },
      oneEnds: async () => (underWay.size === 0 ? undefined : Promise.race(underWay)),
    });
  } finally {
    await Promise.all(underWay);
  }
  if (failures.length > 0) throw failures[0];
}
