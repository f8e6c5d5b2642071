/** The journeys with another outcome on the present chart, each with the first step that differs. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { compareReplay } from '#src/recording/compareReplay.ts';
import { FILE_ENDING, parseRecording, type Recording } from '#src/recording/format.ts';
import { storedPaths } from '../../../paths/recordPaths.ts';
import { complaintAbout, storedRecordings, type Stored } from '../storedRecordings.ts';

export interface Difference {
  id: string;
  /** A named journey, a generated path, or a recording of a borrower. */
  kind: 'named' | 'path' | 'field';
  title: string;
  /** The outcome before and now, as a sentence. */
  says: string;
  /** Number of the step; 0 is the start. */
  step: number;
  recording: Recording;
}

/** A file that is no recording, with the reason. */
export interface LeftOut {
  file: string;
  why: string;
}

/** A folder that cannot be read. Its message is for the terminal. */
export class UnreadableFolder extends Error {}

/** Recordings in a folder and its subfolders, and the files that are none. @throws UnreadableFolder */
async function recordingsIn(folder: string): Promise<{ found: Stored[]; leftOut: LeftOut[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFolder(`${folder} is no folder that can be read (${error.code ?? error.message}).`);
  });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && entry.name !== 'catalogue.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const found: Stored[] = [];
  const leftOut: LeftOut[] = [];
  for (const file of files) {
    const parsed = parseRecording(await readFile(file, 'utf8'));
    if (parsed.ok) found.push({ id: relative(folder, file).replace(FILE_ENDING, ''), recording: parsed.recording });
    else leftOut.push({ file, why: parsed.message });
  }
  return { found, leftOut };
}

/** @param folders with recordings of borrowers. @throws UnreadableFolder */
export async function findDifferences(
  folders: readonly string[] = [],
  machine: JourneyMachine = journeyMachine,
): Promise<{ compared: number; differences: Difference[]; leftOut: LeftOut[] }> {
  const read = await Promise.all(folders.map(recordingsIn));
  const field = read.flatMap(({ found }) => found);
  const all = [
    ...(await storedRecordings()).map((one) => ({ ...one, kind: 'named' as const })),
    ...(await storedPaths()).map((one) => ({ ...one, kind: 'path' as const })),
    // A recording of the desk cannot be replayed, because it hides the texts that the guards read.
    ...field.filter(({ recording }) => recording.root === undefined).map((one) => ({ ...one, kind: 'field' as const })),
  ];
  const differences = all.flatMap(({ id, kind, recording }): Difference[] => {
    const says = complaintAbout({ id, recording }, machine);
    const step = says === null ? undefined : compareReplay(recording, machine).elsewhere?.index;
    return says === null || step === undefined
      ? []
      : [{ id, kind, title: recording.title, says: says.slice(id.length + 2), step, recording }];
  });
  return { compared: all.length, differences, leftOut: read.flatMap(({ leftOut }) => leftOut) };
}
