/** Writes walks of the bare machine down as recordings, redacted and readable like those of the app itself. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { nameOf } from '#src/inspector/names.ts';
import { APP_VERSION } from '#src/market/app.ts';
import { MARKET_NAME } from '#src/market/market.ts';
import { FILE_ENDING, parseRecording, writeRecording, type Recording } from '#src/recording/format.ts';
import { recordJourney, type Recorder } from '#src/recording/recorder.ts';
import type { Path } from './cover.ts';
import { servedBy } from './coverage.ts';
import { NOW, TODAY } from './loans.ts';
import { createMachineDriver, delayOf } from './machineDriver.ts';
import { nodesOf, type Happening } from './model.ts';

/** What a person needs to see a screen and press something; what an answer needs. Milliseconds. */
const HAND = 2_400;
const ANSWER = 350;

/** @param steps what happens, one after the other; the recording ends before one that cannot happen. */
export async function recordWalk(
  machine: JourneyMachine,
  steps: readonly (string | Happening)[],
  title: string,
): Promise<{ recording: Recording; proved: ReadonlySet<string> }> {
  const proved = new Set<string>();
  let recorder: Recorder | null = null;
  let at = 0;
  const driver = createMachineDriver(
    machine,
    (obligation) => proved.add(obligation),
    (actor) => {
      recorder = recordJourney(actor as Actor<JourneyMachine>, {
        privacy: formPrivacy(TODAY),
        appVersion: APP_VERSION,
        market: MARKET_NAME,
        title,
        now: () => NOW + at,
      });
    },
  );
  try {
    for (const step of steps) {
      const name = typeof step === 'string' ? step : step.name;
      if (name.startsWith('xstate.after.')) at += delayOf(machine, driver.snapshot(), name);
      else at += / (answered|failed) ?/.test(name) ? ANSWER : HAND;
      await driver.perform(step);
    }
  } finally {
    driver.stop();
  }
  const recording = (recorder as Recorder | null)?.recording();
  if (!recording) throw new Error(`nothing was recorded of "${title}"`);
  return { recording, proved };
}

export interface RecordedPath {
  /** Name of its file, without the ending. */
  id: string;
  recording: Recording;
  /** One sentence: what this path is for, and where it ends. */
  about: string;
}

/** So many places stand in a title. */
const TITLE_PLACES = 3;

/** Every path as a recording, named by the places in which it proves what no path before it proves. */
export async function recordPaths(machine: JourneyMachine, paths: readonly Path[]): Promise<RecordedPath[]> {
  const served = servedBy(machine);
  const nodes = new Map(nodesOf(machine).map((node) => [node.id, node]));
  const plain = (id: string): string => {
    const node = nodes.get(id);
    return node ? nameOf(node) : id;
  };
  const width = String(paths.length - 1).length;
  const before = new Set<string>();
  const recorded: RecordedPath[] = [];
  for (const [number, { steps }] of paths.entries()) {
    const id = `path-${String(number).padStart(width, '0')}`;
    const happenings = steps.map(({ happening }) => happening);
    const { recording, proved } = await recordWalk(machine, happenings, '');
    const news = [...proved].filter((name) => !before.has(name));
    for (const name of news) before.add(name);
    const places = new Map<string, number>();
    for (const name of news) {
      const place = plain(served.get(name)?.place ?? 'journey');
      places.set(place, (places.get(place) ?? 0) + 1);
    }
    const foremost = [...places].sort((a, b) => b[1] - a[1]).map(([place]) => place);
    const title = `Path ${number}: ${foremost.slice(0, TITLE_PLACES).join(', ')}`;
    const about = `Proves ${news.length} states and transitions that no path before it proves, in ${foremost.length} ${foremost.length === 1 ? 'place' : 'places'}.`;
    recorded.push({ id, about, recording: { ...recording, title } });
  }
  return recorded;
}

/** Where the paths are kept for the inspector, whose catalogue lists them. */
export const PATHS_FOLDER = fileURLToPath(new URL('../../docs/recordings/paths', import.meta.url));

/** Writes them all, in place of those that were there. @returns bytes written. */
export async function storePaths(recorded: readonly RecordedPath[], folder = PATHS_FOLDER): Promise<number> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (name.endsWith(FILE_ENDING)) await rm(join(folder, name));
  let bytes = 0;
  for (const { id, recording } of recorded) {
    const text = writeRecording(recording);
    bytes += Buffer.byteLength(text);
    await writeFile(join(folder, `${id}${FILE_ENDING}`), text);
  }
  const catalogue = recorded.map(({ id, about, recording }) => ({ id, title: recording.title, about }));
  await writeFile(join(folder, 'catalogue.json'), `${JSON.stringify(catalogue, null, 2)}\n`);
  return bytes;
}

/** The kept paths, by name. @throws Error naming the file that cannot be read, and why. */
export async function storedPaths(folder = PATHS_FOLDER): Promise<{ id: string; recording: Recording }[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names
      .filter((name) => name.endsWith(FILE_ENDING))
      .sort()
      .map(async (name) => {
        const parsed = parseRecording(await readFile(join(folder, name), 'utf8'));
        if (!parsed.ok) throw new Error(`${name}: ${parsed.message}`);
        return { id: name.slice(0, -FILE_ENDING.length), recording: parsed.recording };
      }),
  );
}
