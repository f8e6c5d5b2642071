/** Where the recordings of the repository lie, and what the catalogue says about each. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { canonical } from '#src/recording/canonical.ts';
import { FILE_ENDING, parseRecording, type Recording } from '#src/recording/format.ts';
import { landingOf } from '#src/recording/landing.ts';

export const FOLDER = fileURLToPath(new URL('../../../docs/recordings', import.meta.url));

export interface Stored {
  /** The file's name without its ending. */
  id: string;
  recording: Recording;
}

/** All recordings of the repository, by name. @throws Error naming the file that cannot be read, and why. */
export async function storedRecordings(): Promise<Stored[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(FILE_ENDING)).sort();
  return Promise.all(
    names.map(async (name) => {
      const parsed = parseRecording(await readFile(join(FOLDER, name), 'utf8'));
      if (!parsed.ok) throw new Error(`${name}: ${parsed.message}`);
      return { id: name.slice(0, -FILE_ENDING.length), recording: parsed.recording };
    }),
  );
}

/** Where this recording lands on this chart, in one sentence, when it is elsewhere than when it was recorded; null: in the same places. */
export function complaintAbout({ id, recording }: Stored, machine: JourneyMachine): string | null {
  const { elsewhere } = landingOf(recording, machine);
  if (!elsewhere) return null;
  const { index, step, recorded, snapshot, difference } = elsewhere;
  const why = difference?.path[0] === 'failure' ? ` (${String(difference.replayed)})` : '';
  return `${id}: step ${index}, ${step?.event.type ?? 'the start'}, led to ${canonical(recorded.value)} and leads to ${canonical(snapshot.value)}${why}`;
}
