/**
 * `npm run recordings`: plays the named journeys on the app and the lender as they are and stores them, with the
 * catalogue. Only those that are missing or land elsewhere by now; `--all` every one; names only those.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { journeyMachine } from '#machines/journey.machine.ts';
import { catalogueEntry } from '#src/recording/catalogue.ts';
import { FILE_ENDING, writeRecording, type Recording } from '#src/recording/format.ts';
import { compareReplay } from '#src/recording/compareReplay.ts';
import { startLender } from '../../support/testLender.ts';
import { newMemory, openApp } from './headless.ts';
import { JOURNEYS, type NamedJourney } from './namedJourneys.ts';
import { FOLDER, storedRecordings } from './storedRecordings.ts';

const { values, positionals } = parseArgs({ options: { all: { type: 'boolean', default: false } }, allowPositionals: true });

await mkdir(FOLDER, { recursive: true });
const kept = new Map((await storedRecordings()).map(({ id, recording }) => [id, recording]));

function isWanted({ id }: NamedJourney): boolean {
  if (values.all) return true;
  if (positionals.length > 0) return positionals.includes(id);
  const recording = kept.get(id);
  return !recording || compareReplay(recording, journeyMachine).elsewhere !== null;
}

const fileOf = (id: string): string => join(FOLDER, `${id}${FILE_ENDING}`);
const lender = await startLender({ reads: true });
try {
  for (const journey of JOURNEYS.filter(isWanted)) {
    await lender.sandbox.do('/reset', {});
    const memory = newMemory();
    if (journey.before) {
      const app = await openApp(lender, memory);
      await journey.before({ lender, memory, app });
      app.close('before');
    }
    const app = await openApp(lender, memory);
    await journey.play({ lender, memory, app });
    const recording: Recording = app.close(journey.title);
    kept.set(journey.id, recording);
    await writeFile(fileOf(journey.id), writeRecording(recording));
    console.log(`recorded ${journey.title}: ${recording.steps.length} steps`);
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await lender.stop();
}

// A recording without a named journey is outdated.
for (const id of kept.keys()) if (!JOURNEYS.some((journey) => journey.id === id)) await rm(fileOf(id));

const entries = JOURNEYS.flatMap(({ id, about }) => {
  const recording = kept.get(id);
  return recording ? [catalogueEntry(id, about, recording, journeyMachine)] : [];
});
await writeFile(join(FOLDER, 'catalogue.json'), `${JSON.stringify(entries, null, 2)}\n`);
console.log(`${entries.length} recordings in docs/recordings`);
