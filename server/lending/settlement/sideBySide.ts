/** Work of one round that waits for the rail side by side. */
export interface SideBySide {
  /** What has begun and not ended. */
  readonly size: number;
  /** One has failed: nothing more should begin. */
  readonly hasFailed: boolean;
  begin(work: Promise<unknown>): void;
  /** Resolves with the first that ends, failed or not; at once where nothing is under way. */
  oneEnds(): Promise<void>;
}

/**
 * Ends when all that `feed` began has ended.
 * @throws what `feed` threw, else what failed first.
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
