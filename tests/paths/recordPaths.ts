/** Records paths on the bare machine as recordings, redacted like those of the app itself. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { sentenceOf } from '#src/inspector/journey/sentences.ts';
import { nameOf } from '#src/inspector/charts/index.ts';
import { APP_VERSION } from '#src/market/app.ts';
import { MARKET_NAME } from '#src/market/market.ts';
import { FILE_ENDING, parseRecording, writeRecording, type RecordedEvent, type Recording } from '#src/recording/format.ts';
import { recordJourney, type Recorder } from '#src/recording/recorder.ts';
import type { Path } from './cover.ts';
import { servedBy } from './coverage.ts';
import { NOW, TODAY } from './lenderSamples.ts';
import { cannotBePerformed, createMachineDriver, delayOf } from './machineDriver.ts';
import { nodesOf, type Step } from './steps.ts';

/** Recorded time before an event of a person, and before an answer. Milliseconds. */
const HAND = 2_400;
const ANSWER = 350;

/** One performed step: what it covered, and its recorded event. */
interface PerformedStep {
  covered: readonly string[];
  event: RecordedEvent | null;
}

interface RecordedSteps {
  /** Recording of all steps, or of the steps before the one that cannot be performed. */
  recording: Recording;
  executed: readonly PerformedStep[];
  /** The step that cannot be performed, and why; null: all were performed. */
  cut: string | null;
}

/** @param steps in their order; the recording ends before a step that cannot be performed. */
export async function recordSteps(machine: JourneyMachine, steps: readonly (string | Step)[], title: string): Promise<RecordedSteps> {
  let covered: string[] = [];
  const executed: { covered: string[]; first: number }[] = [];
  let recorder: Recorder | null = null;
  let at = 0;
  let cut: string | null = null;
  const driver = createMachineDriver(
    machine,
    (obligation) => covered.push(obligation),
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
      const first: number = (recorder as Recorder | null)?.steps() ?? 0;
      try {
        if (name.startsWith('xstate.after.')) at += delayOf(driver.snapshot(), name);
        else at += / (answered|failed) ?/.test(name) ? ANSWER : HAND;
        await driver.perform(step);
      } catch (error) {
        cut = cannotBePerformed(name, (error as Error).message);
        break;
      }
      executed.push({ covered, first });
      covered = [];
    }
  } finally {
    // Stops the recorder first, so that the end of the driver is not recorded.
    (recorder as Recorder | null)?.stop();
    driver.stop();
  }
  const recording = (recorder as Recorder | null)?.recording();
  if (!recording) throw new Error(`nothing was recorded of "${title}"`);
  return {
    recording,
    executed: executed.map((step) => ({ covered: step.covered, event: recording.steps[step.first]?.event ?? null })),
    cut,
  };
}

export interface RecordedPath {
  /** Name of its file, without the extension. */
  id: string;
  recording: Recording;
  /** One sentence: what this path covers, and where it ends. */
  about: string;
}

/** Maximum number of places in a title, and of sentences in a description. */
const TITLE_PLACES = 3;
const SENTENCES = 4;

/** Sentences that occur in every path, so they describe no single one. */
const COMMON = /^(Pressed Back|Went to|Answer to|Another tab|The lender has no order)/;

/** The entries with the largest weights, in their own order. */
const foremost = (weights: ReadonlyMap<string, number>, most: number): string[] => {
  const chosen = [...weights].sort((a, b) => b[1] - a[1]).slice(0, most);
  return [...weights.keys()].filter((name) => chosen.some(([one]) => one === name));
};

/**
 * Every path as a recording. Title and description name the places and events that no earlier path covers.
 * @throws when a path cannot be executed to its end.
 */
export async function recordPaths(machine: JourneyMachine, paths: readonly Path[]): Promise<RecordedPath[]> {
  const served = servedBy(machine);
  const nodes = new Map(nodesOf(machine).map((node) => [node.id, node]));
  const plain = (id: string): string => {
    const node = nodes.get(id);
    return node ? nameOf(node) : id;
  };
  const width = String(paths.length - 1).length;
  const known = new Set<string>();
  const recorded: RecordedPath[] = [];
  for (const [number, { steps }] of paths.entries()) {
    const id = `path-${String(number).padStart(width, '0')}`;
    const names = steps.map(({ step }) => step);
    const { recording, executed, cut } = await recordSteps(machine, names, '');
    if (cut !== null) throw new Error(`path ${number}: ${cut}`);
    const places = new Map<string, number>();
    const sentences = new Map<string, number>();
    let news = 0;
    for (const { covered, event } of executed) {
      const fresh = covered.filter((name) => !known.has(name));
      for (const name of fresh) {
        known.add(name);
        const place = served.get(name)?.place ?? machine.id;
        // The root and the region are no places.
        if (place !== machine.id && place !== 'places') places.set(plain(place), (places.get(plain(place)) ?? 0) + 1);
      }
      news += fresh.length;
      if (fresh.length === 0 || event === null) continue;
      const sentence = sentenceOf(event);
      if (COMMON.test(sentence)) continue;
      sentences.set(sentence, (sentences.get(sentence) ?? 0) + fresh.length);
    }
    const title = `Path ${number}: ${foremost(places, TITLE_PLACES).join(', ')}`;
    const about = [...foremost(sentences, SENTENCES), `Covers ${news} states and transitions that no earlier path covers`].join('. ') + '.';
    recorded.push({ id, about, recording: { ...recording, title } });
  }
  return recorded;
}

/** Stored paths; the catalogue of the inspector lists them. */
export const PATHS_FOLDER = fileURLToPath(new URL('../../docs/recordings/paths', import.meta.url));

/** Replaces all stored paths. @returns bytes written. */
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

/** The stored paths, by name. @throws Error naming the file that cannot be read, and why. */
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
