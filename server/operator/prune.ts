/** `npm run prune`: deletes rows by age that have no use any more. A lender may be running. */
import { parseArgs } from 'node:util';
import type { Clock } from '#server/store/clock.ts';
import { countOldRows, deleteOldRows, PRUNABLE, prunableUntil } from '#server/store/oldRows.ts';
import type { Store } from '#server/store/store.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import { inNairobi } from './verbWords.ts';

export interface PruneRequest {
  /** Only counts the rows. */
  dryRun: boolean;
}

/** @throws CannotStart with one sentence. */
export function readPruneRequest(args: string[]): PruneRequest {
  const { values, positionals } = parseArgs({ args, options: { 'dry-run': { type: 'boolean' } }, allowPositionals: true });
  const [unknown] = positionals;
  if (unknown !== undefined) throw new CannotStart(`prune takes no "${unknown}": its ages are fixed, and --dry-run only counts.`);
  return { dryRun: values['dry-run'] ?? false };
}

interface Pruning {
  store: Store;
  clock: Clock;
  say: (line: string) => void;
  isStopped: () => boolean;
}

/** Prints one line for each table when its rows are deleted. @returns the last line. */
export async function prune({ dryRun }: PruneRequest, { store, clock, say, isStopped }: Pruning): Promise<string> {
  const now = clock.now();
  let all = 0;
  for (const rows of PRUNABLE) {
    if (isStopped()) break;
    const until = prunableUntil(rows, now);
    const count = dryRun ? await countOldRows(store.db, rows, until) : await deleteOldRows(store.db, rows, until, { isStopped });
    all += count;
    say(`${rows.table}: ${count} older than ${rows.days} days, from before ${inNairobi(until)}`);
  }
  if (dryRun) return `${all} rows would be deleted; run this without --dry-run to delete them.`;
  return isStopped() ? `Stopped after ${all} rows; run this again for the rest.` : `${all} rows were deleted.`;
}
