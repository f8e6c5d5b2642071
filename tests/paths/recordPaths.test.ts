/** Paths as recordings: the stored paths, and shortest counterexamples. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { STORED } from '#src/inspector/catalogue/stored.ts';
import { summarise } from '#src/inspector/catalogue/recordingSummary.ts';
import { RULES, verdictsOf } from '#machines/invariants.ts';
import { parseRecording, writeRecording } from '#src/recording/format.ts';
import { replay } from '#src/recording/replay.ts';
import { opened } from '../inspector/randomRecordings.ts';
import { complaintAbout } from '../recording/journeys/storedRecordings.ts';
import { smallModel } from './smallModel.ts';
import { failuresOf, recordFailure, shrink } from './counterexamples.ts';
import { mutated } from './mutate.ts';
import { projectWithout } from './projection.ts';
import { nothingCompared, verify } from './verify.ts';
import { PATHS_FOLDER, recordPaths, storedPaths, storePaths } from './recordPaths.ts';

const folder = await mkdtemp(join(tmpdir(), 'paths-'));
afterAll(() => rm(folder, { recursive: true }));

describe('stored paths', async () => {
  const stored = await storedPaths();
  const catalogue = JSON.parse(await readFile(join(PATHS_FOLDER, 'catalogue.json'), 'utf8')) as {
    id: string;
    title: string;
    about: string;
  }[];

  it('stored paths: each has a title and a description', () => {
    expect(stored.length).toBeGreaterThan(20);
    expect(catalogue.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    expect(catalogue.filter(({ title }) => !/^Path \d+: \p{Lu}/u.test(title))).toEqual([]);
    expect(new Set(catalogue.map(({ about }) => about)).size).toBe(catalogue.length);
  });

  it('stored paths: the catalogue of the inspector lists and loads them', async () => {
    const listed = STORED.filter(({ group }) => group === 'path');
    expect(listed.map(({ id, title, about }) => ({ id, title, about }))).toEqual(catalogue);
    expect((await listed[0]?.load())?.steps.length).toBe(stored[0]?.recording.steps.length);
  });

  it('stored paths, replayed: each ends in the state in which it ended', () => {
    const complaints = stored.flatMap((one) => complaintAbout(one, journeyMachine) ?? []);
    expect(complaints, 'stale; run: npm run paths -- --record').toEqual([]);
  });

  it('stored paths, search by state, clause and event: finds them', () => {
    const summaries = stored.map(({ id, recording }) => ({ id, ...summarise(recording) }));
    expect(summaries.filter(({ stays }) => 'cashier' in stays).length).toBeGreaterThan(3);
    expect(summaries.filter(({ clauses }) => clauses.includes('4.rollover'))).not.toEqual([]);
    expect(summaries.filter(({ eventTypes }) => eventTypes.includes('offer.declined'))).not.toEqual([]);
  });
});

describe('recorded path', () => {
  it('recorded path, replayed: ends in the same state; its description counts what it covers', async () => {
    const { report } = await verify(journeyMachine, smallModel, nothingCompared);
    const recorded = await recordPaths(journeyMachine, report.generated.slice(0, 3));
    await storePaths(recorded, folder);
    const stored = await storedPaths(folder);
    expect(stored.map(({ id }) => id)).toEqual(['path-0', 'path-1', 'path-2']);
    for (const [at, { recording }] of stored.entries()) {
      const { isSameChart, parted, steps } = replay(recording, journeyMachine);
      expect([isSameChart, parted]).toEqual([true, null]);
      expect(steps.length - 1).toBeGreaterThanOrEqual(report.generated[at]?.steps.length ?? 0);
      expect(recorded[at]?.about).toMatch(/Covers \d+ states and transitions that no earlier path covers\.$/);
    }
  });
});

describe('counterexample', () => {
  it('counterexample, broken invariant: is the shortest path, opens in the inspector, and breaks the rule at its last step only', async () => {
    const chart = mutated('places.userCenter.settings.shown', () => ({ tags: ['busy'] }));
    const { graph, report } = await verify(chart, smallModel, nothingCompared);
    const failure = (await failuresOf(graph, report)).find(({ message }) => message.includes(RULES.busy.name));
    expect(failure?.message).toBe(`Broken invariant: ${RULES.busy.name}: busy and no call runs`);
    const recording = await recordFailure(chart, failure ?? { message: '', steps: [] });

    const executed = report.generated.find(({ steps }) => steps.some(({ to }) => to.startsWith('places.userCenter.settings.shown')));
    const firstAt = executed?.steps.findIndex(({ to }) => to.startsWith('places.userCenter.settings.shown')) ?? 0;
    expect(recording.steps.length).toBeLessThanOrEqual(firstAt + 1);
    // Start, home and link are the shortest path of a borrower to the settings.
    expect(recording.steps.map(({ event }) => event.type)).toEqual([
      'xstate.done.actor.restoreDevice',
      'xstate.done.actor.loadHome',
      'xstate.route',
    ]);

    const parsed = parseRecording(writeRecording(recording));
    if (!parsed.ok) throw new Error(parsed.message);
    expect(parsed.recording.title).toBe(failure?.message);
    expect((await opened(parsed.recording)).steps).toHaveLength(4);
    const { isSameChart, parted, steps } = replay(parsed.recording, chart);
    expect([isSameChart, parted]).toEqual([true, null]);
    const broken = steps.map((step, at) =>
      verdictsOf(at === 0 ? null : { event: steps[at - 1]?.step?.event ?? null, snapshot: (steps[at - 1] as typeof step).snapshot }, {
        event: step.step?.event ?? null,
        snapshot: step.snapshot,
      })
        .filter(({ is }) => is === 'broken')
        .map(({ name }) => name),
    );
    expect(broken).toEqual([[], [], [], [RULES.busy.name]]);
  });

  it('path that differs from the graph: is shrunk to the necessary steps', async () => {
    const { graph, report } = await verify(journeyMachine, { ...smallModel, projection: projectWithout('pendingRoute') }, nothingCompared);
    const longest = report.diverged.reduce((one, other) => (other.step > one.step ? other : one));
    const failure = (await failuresOf(graph, { ...report, broken: [], diverged: [longest] })).at(0);
    expect(failure?.message).toMatch(/^Differs from the graph/);
    const steps = failure?.steps ?? [];
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.length).toBeLessThan(longest.step);
    const recording = await recordFailure(journeyMachine, failure ?? { message: '', steps: [] });
    expect(parseRecording(writeRecording(recording)).ok).toBe(true);
  });
});

describe('shrink', () => {
  const needs =
    (...wanted: string[]) =>
    (steps: readonly string[]) =>
      Promise.resolve(wanted.every((one) => steps.includes(one)));
  const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];

  it('shrinking a path, some steps necessary: keeps them in their order', async () => {
    expect(await shrink(alphabet, needs('c', 'q', 'z'))).toEqual(['c', 'q', 'z']);
    expect(await shrink(alphabet, needs('a'))).toEqual(['a']);
  });

  it('shrinking a path, all steps necessary: keeps all; none necessary: keeps none', async () => {
    expect(await shrink(['a', 'b'], needs('a', 'b'))).toEqual(['a', 'b']);
    expect(await shrink(alphabet, () => Promise.resolve(true))).toEqual([]);
    expect(await shrink([], () => Promise.resolve(true))).toEqual([]);
  });
});
