/** Runs work, with a limit on how many run at the same time. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** @param atOnce most work at the same time. Further work waits, first come, first served. */
export function createTurns(atOnce: number): InTurn {
  let atWork = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (atWork < atOnce) atWork += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else atWork -= 1;
    }
  };
}
