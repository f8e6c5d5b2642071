/** Counterexamples: each failure as a shortest journey, recorded for the inspector. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { FILE_ENDING, writeRecording, type Recording } from '#src/recording/format.ts';
import type { Graph } from './explore.ts';
import { createMachineDriver } from './machineDriver.ts';
import type { Step } from './steps.ts';
import type { Report } from './verify.ts';
import { recordSteps } from './recordPaths.ts';
import { createPathFinder } from './shortestWay.ts';

export interface Failure {
  /** The failure in one sentence, which is also the title of the recording. */
  message: string;
  /** Steps of the journey, the failure last. */
  steps: readonly (string | Step)[];
}

/**
 * Delta debugging: removes ever smaller parts of the path while it still fails.
 * @param fails whether the remaining steps are a path that fails in the same way.
 * @returns the shortened path; it no longer fails if one more step is removed.
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

/** Whether the last step of a path on real actors leads to another state than in the graph, or cannot be performed. */
const divergesAtTheEnd =
  (graph: Graph) =>
  async (steps: readonly string[]): Promise<boolean> => {
    const driver = createMachineDriver(graph.machine, () => undefined);
    try {
      let at = graph.start;
      for (const [index, name] of steps.entries()) {
        const edge = (graph.edges.get(at) ?? []).find(({ step }) => step.name === name);
        if (!edge) return false;
        const reached = await driver.perform(name).then(
          () => graph.model.projection(driver.snapshot()),
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

/** The counterexamples of a report: one shortest path per broken invariant; diverged paths, shrunk. */
export async function failuresOf(graph: Graph, report: Report): Promise<Failure[]> {
  const pathTo = createPathFinder(graph);
  const failures: Failure[] = report.broken.map(({ invariant, breaches }) => {
    const candidates = breaches.map(({ at, step, message }) => {
      const edge = (graph.edges.get(at) ?? []).find((one) => one.step.name === step);
      return { message: `Broken invariant: ${invariant}: ${message}`, steps: [...pathTo(at), ...(edge ? [edge.step] : [])] };
    });
    return candidates.reduce((shortest, candidate) => (candidate.steps.length < shortest.steps.length ? candidate : shortest));
  });
  for (const { path, step, isPerformed, message } of report.diverged) {
    const executed = (report.generated[path]?.steps ?? []).slice(0, step + 1).map(({ step }) => step);
    failures.push({
      message: isPerformed ? `Differs from the graph: ${message}` : message,
      steps: await shrink(executed, divergesAtTheEnd(graph)),
    });
  }
  return failures;
}

/** A journey with a step that cannot be performed ends before that step. */
export async function recordFailure(machine: JourneyMachine, { message, steps }: Failure): Promise<Recording> {
  const { recording, executed, cut } = await recordSteps(machine, steps, message);
  const isCutEarly = cut !== null && executed.length < steps.length - 1;
  return isCutEarly ? { ...recording, title: `${message} (executed until ${cut})` } : recording;
}

const FAILED_FOLDER = fileURLToPath(new URL('../../.cache/paths', import.meta.url));
/** Maximum number of files. */
const MOST_FILES = 10;
/** Maximum length of the text in a file name. */
const LONGEST_NAME = 60;

/** Removes the files of an earlier run, whose failures may be fixed by now. */
export async function removeFailures(folder = FAILED_FOLDER): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) if (name.endsWith(FILE_ENDING)) await rm(join(folder, name), { force: true });
}

/** @returns the files written, one for each of the first failures. */
export async function writeFailures(machine: JourneyMachine, failures: readonly Failure[], folder = FAILED_FOLDER): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const [number, failure] of failures.slice(0, MOST_FILES).entries()) {
    const words = failure.message
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
