/**
 * `npm run recordings` plays the named journeys on the present app and lender, and stores them with the catalogue. It plays
 * only those that are missing, and those whose other outcome was approved (`npm run recordings:diff`). Names as arguments
 * record these journeys. `--all` records every one: for a new format, not for a changed chart.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { journeyMachine } from '#machines/journey.machine.ts';
import { catalogueEntry } from '#src/recording/catalogue.ts';
import { FILE_ENDING, writeRecording, type Recording } from '#src/recording/format.ts';
import { startLender } from '../../support/testLender.ts';
import { newMemory, openApp } from './headless.ts';
import { described, JOURNEYS, type NamedJourney } from './namedJourneys.ts';
import { isApproved, readApprovals } from './journeyApprovals.ts';
import { complaintAbout, FOLDER, storedRecordings } from './storedRecordings.ts';

const { values, positionals } = parseArgs({ options: { all: { type: 'boolean', default: false } }, allowPositionals: true });

await mkdir(FOLDER, { recursive: true });
const kept = new Map((await storedRecordings()).map(({ id, recording }) => [id, recording]));

const approved = await readApprovals();
const unknown = positionals.filter((id) => !JOURNEYS.some((journey) => journey.id === id));
if (unknown.length > 0)
  throw new Error(`no named journey is called ${unknown.join(', ')}; they are ${JOURNEYS.map(({ id }) => id).join(', ')}`);

function isWanted({ id }: NamedJourney): boolean {
  if (values.all) return true;
  if (positionals.length > 0) return positionals.includes(id);
  const recording = kept.get(id);
  if (!recording) return true;
  const complaint = complaintAbout({ id, recording }, journeyMachine);
  if (complaint === null) return false;
  if (isApproved(approved, id, complaint.slice(id.length + 2))) return true;
  console.error(`not recorded, because nobody approved it (npm run recordings:diff): ${complaint}`);
  process.exitCode = 1;
  return false;
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
    // The recording contains the lender's log. Log and phone both have the time of the sandbox's clock.
    const logs = await Promise.all(app.orderNos().map((orderNo) => lender.sandbox.transitions(orderNo)));
    const order = logs.flat().sort((a, b) => a.at - b.at);
    const recording: Recording = { ...app.close(journey.title), ...(order.length > 0 ? { order } : {}) };
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

// A recording whose named journey no longer exists is outdated.
for (const id of kept.keys()) if (!JOURNEYS.some((journey) => journey.id === id)) await rm(fileOf(id));

const entries = JOURNEYS.flatMap((journey) => {
  const recording = kept.get(journey.id);
  return recording ? [catalogueEntry(described(journey), recording, journeyMachine)] : [];
});
await writeFile(join(FOLDER, 'catalogue.json'), `${JSON.stringify(entries, null, 2)}\n`);
console.log(`${entries.length} recordings in docs/recordings`);
