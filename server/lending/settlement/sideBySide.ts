/** Runs parts of the work of one round concurrently, because each part waits for an answer from elsewhere. */
export interface SideBySide {
  /** The number of parts that run. */
  readonly size: number;
  /** A part has failed, so no other part should begin. */
  readonly hasFailed: boolean;
  begin(work: Promise<unknown>): void;
  /** Resolves when the first of the running parts ends, failed or not; at once when none is running. */
  oneEnds(): Promise<void>;
}

/**
 * Resolves when all parts that `feed` began have ended.
 * @throws the error of `feed`, else the first error of a part.
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
