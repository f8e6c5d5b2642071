/** Bounds how much of one kind of work is done at once. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** @param atOnce work beyond this number waits, first come, first served. */
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
