/** What failed, as a journey that is as short as it can be: for the inspector, where the failure can be looked at. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { FILE_ENDING, writeRecording, type Recording } from '#src/recording/format.ts';
import type { Graph } from './explore.ts';
import { createMachineDriver } from './machineDriver.ts';
import type { Happening } from './model.ts';
import type { Report } from './verify.ts';
import { recordWalk } from './recordPaths.ts';
import { createPathFinder } from './shortestWay.ts';

export interface Failure {
  /** What is wrong, in a sentence: the title of its recording. */
  says: string;
  /** What happens, the failure last. */
  steps: readonly (string | Happening)[];
}

/**
 * Delta debugging: leaves out ever smaller parts of the walk while it still fails.
 * @param fails whether the rest is a walk at all, and fails in the same way.
 * @returns steps of which none can be left out.
 */
export async function shrink(steps: readonly string[], fails: (steps: readonly string[]) => Promise<boolean>): Promise<readonly string[]> {
  let rest = steps;
  for (let part = Math.max(1, Math.ceil(rest.length / 2)); ;) {
    let isShorter = false;
    for (let at = 0; at < rest.length;) {
      const shorter = [...rest.slice(0, at), ...rest.slice(at + part)];
      if (await fails(shorter)) {
        rest = shorter;
        isShorter = true;
      } else at += part;
    }
    if (part > 1) part = Math.ceil(part / 2);
    else if (!isShorter) return rest;
  }
}

/** Whether a walk on real actors leads elsewhere than the graph says, or cannot go on, with its last step. */
const straysAtTheEnd =
  (graph: Graph) =>
  async (steps: readonly string[]): Promise<boolean> => {
    const driver = createMachineDriver(graph.machine, () => undefined);
    try {
      let at = graph.start;
      for (const [index, name] of steps.entries()) {
        const edge = (graph.edges.get(at) ?? []).find(({ happening }) => happening.name === name);
        if (!edge) return false;
        const reached = await driver.perform(name).then(
          () => graph.projection(driver.snapshot()),
          () => null,
        );
        if (reached !== edge.to) return index === steps.length - 1;
        at = edge.to;
      }
      return false;
    } finally {
      driver.stop();
    }
  };

/** Every failure that a walk can show: broken invariants by the shortest way there, one of each; walks that strayed, shrunk. */
export async function failuresOf(graph: Graph, report: Report): Promise<Failure[]> {
  const pathTo = createPathFinder(graph);
  const failures: Failure[] = report.broken.map(({ invariant, breaches }) => {
    const ways = breaches.map(({ at, happening, says }) => {
      const edge = (graph.edges.get(at) ?? []).find((one) => one.happening.name === happening);
      return { says: `Not so: ${invariant}: ${says}`, steps: [...pathTo(at), ...(edge ? [edge.happening] : [])] };
    });
    return ways.reduce((shortest, way) => (way.steps.length < shortest.steps.length ? way : shortest));
  });
  for (const { path, step, isPerformed, says } of report.strayed) {
    const walked = (report.walks[path]?.steps ?? []).slice(0, step + 1).map(({ happening }) => happening);
    failures.push({ says: isPerformed ? `Not as explored: ${says}` : says, steps: await shrink(walked, straysAtTheEnd(graph)) });
  }
  return failures;
}

/** Where a step cannot be performed, the journey up to it can still be looked at. */
export async function recordFailure(machine: JourneyMachine, { says, steps }: Failure): Promise<Recording> {
  const { recording, walked, cut } = await recordWalk(machine, steps, says);
  const isCutEarly = cut !== null && walked.length < steps.length - 1;
  return isCutEarly ? { ...recording, title: `${says} (walked until ${cut})` } : recording;
}

const FAILED_FOLDER = fileURLToPath(new URL('../../.cache/paths', import.meta.url));
/** More than these say nothing new. */
const MOST_FILES = 10;
/** A file's name as long as a person reads it. */
const LONGEST_NAME = 60;

/** What an earlier run wrote may be mended by now. */
export async function forgetFailures(folder = FAILED_FOLDER): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) if (name.endsWith(FILE_ENDING)) await rm(join(folder, name), { force: true });
}

/** @returns the files written, one for each of the first failures. */
export async function writeFailures(machine: JourneyMachine, failures: readonly Failure[], folder = FAILED_FOLDER): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const [number, failure] of failures.slice(0, MOST_FILES).entries()) {
    const words = failure.says
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, LONGEST_NAME)
      .replace(/-$/, '');
    const file = join(folder, `${number + 1}-${words}${FILE_ENDING}`);
    await writeFile(file, writeRecording(await recordFailure(machine, failure)));
    files.push(file);
  }
  return files;
}
