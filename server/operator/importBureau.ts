/** `npm run bureau-import -- FILE`: stores the bureau records of a file. */
import { readFileSync } from 'node:fs';
import { readRecordFile } from '#server/apply/bureau/recordFile.ts';
import { storeRecords } from '#server/apply/bureau/bureauRecords.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';

/** @returns the text of the file. @throws CannotStart when no file is named, or when it cannot be read. */
export function readBureauFile(given: readonly string[]): string {
  const [file] = given;
  if (file === undefined || given.length > 1) throw new CannotStart('Name one CSV file with records of a credit reference bureau.');
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CannotStart(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'}).`);
  }
}

/** @returns lines for the operator. @throws CannotStart with every mistake of the file; then nothing was stored. */
export async function importBureau(text: string, store: Store, clock: Clock): Promise<string[]> {
  const now = clock.now();
  const read = readRecordFile(text, now);
  if (read.is === 'mistakes') throw new CannotStart([...read.mistakes, 'Nothing was stored.'].join('\n'));
  const stored = await storeRecords(store, read.records, now);
  const older = read.records.length - stored;
  return [
    `${stored} of ${read.records.length} records were stored${older > 0 ? `; for ${older} the lender has figures of a later day` : ''}. Applications that are decided from now on are judged by them.`,
  ];
}
