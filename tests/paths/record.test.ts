/** Walks written down: the kept paths, and failures that are as short as they can be. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { STORED } from '#src/inspector/catalogue/stored.ts';
import { summarise } from '#src/inspector/catalogue/summary.ts';
import { RULES, verdictsOf } from '#machines/invariants.ts';
import { parseRecording, writeRecording } from '#src/recording/format.ts';
import { replay } from '#src/recording/replay.ts';
import { opened } from '../inspector/journeys.ts';
import { complaintAbout } from '../recording/journeys/store.ts';
import { inTheCorner } from './corner.ts';
import { failuresOf, recordFailure, shrink } from './failing.ts';
import { planted } from './plant.ts';
import { projectWithout } from './projection.ts';
import { nothingCompared, prove } from './prove.ts';
import { PATHS_FOLDER, recordPaths, storedPaths, storePaths } from './record.ts';

const folder = await mkdtemp(join(tmpdir(), 'paths-'));
afterAll(() => rm(folder, { recursive: true }));

describe('the kept paths', async () => {
  const stored = await storedPaths();
  const catalogue = JSON.parse(await readFile(join(PATHS_FOLDER, 'catalogue.json'), 'utf8')) as {
    id: string;
    title: string;
    about: string;
  }[];

  it('are there, each with a name and a sentence', () => {
    expect(stored.length).toBeGreaterThan(20);
    expect(catalogue.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    expect(catalogue.filter(({ title }) => !/^Path \d+: \p{Lu}/u.test(title))).toEqual([]);
    expect(new Set(catalogue.map(({ about }) => about)).size).toBe(catalogue.length);
  });

  it("stand in the inspector's catalogue, one press from play", async () => {
    const listed = STORED.filter(({ group }) => group === 'path');
    expect(listed.map(({ id, title, about }) => ({ id, title, about }))).toEqual(catalogue);
    expect((await listed[0]?.load())?.steps.length).toBe(stored[0]?.recording.steps.length);
  });

  it('land where they landed', () => {
    const complaints = stored.flatMap((one) => complaintAbout(one, journeyMachine) ?? []);
    expect(complaints, 'stale; run: npm run paths -- --record').toEqual([]);
  });

  it('are found by state, clause and event', () => {
    const summaries = stored.map(({ id, recording }) => ({ id, ...summarise(recording) }));
    expect(summaries.filter(({ stays }) => 'cashier' in stays).length).toBeGreaterThan(3);
    expect(summaries.filter(({ clauses }) => clauses.includes('4.rollover'))).not.toEqual([]);
    expect(summaries.filter(({ eventTypes }) => eventTypes.includes('offer.declined'))).not.toEqual([]);
  });
});

describe('a path that is recorded', () => {
  it('replays to where it was, and is listed by what it proves', async () => {
    const { report } = await prove(journeyMachine, inTheCorner, nothingCompared);
    const recorded = await recordPaths(journeyMachine, report.walks.slice(0, 3));
    await storePaths(recorded, folder);
    const stored = await storedPaths(folder);
    expect(stored.map(({ id }) => id)).toEqual(['path-0', 'path-1', 'path-2']);
    for (const [at, { recording }] of stored.entries()) {
      const { isSameChart, parted, steps } = replay(recording, journeyMachine);
      expect([isSameChart, parted]).toEqual([true, null]);
      expect(steps.length - 1).toBeGreaterThanOrEqual(report.walks[at]?.steps.length ?? 0);
      expect(recorded[at]?.about).toMatch(/Proves \d+ states and transitions that no path before it proves\.$/);
    }
  });
});

describe('a failing path', () => {
  it('of a planted chart is the shortest, is read by the inspector, and shows the failure at its last step', async () => {
    const chart = planted('places.userCenter.settings.shown', () => ({ tags: ['busy'] }));
    const { graph, report } = await prove(chart, inTheCorner, nothingCompared);
    const failure = (await failuresOf(graph, report)).find(({ says }) => says.includes(RULES.busy.name));
    expect(failure?.says).toBe(`Not so: ${RULES.busy.name}: busy and no call runs`);
    const recording = await recordFailure(chart, failure ?? { says: '', steps: [] });

    const walked = report.walks.find(({ steps }) => steps.some(({ to }) => to.startsWith('places.userCenter.settings.shown')));
    const firstAt = walked?.steps.findIndex(({ to }) => to.startsWith('places.userCenter.settings.shown')) ?? 0;
    expect(recording.steps.length).toBeLessThanOrEqual(firstAt + 1);
    // Starting, home, the link: nothing shorter leads a borrower to the settings.
    expect(recording.steps.map(({ event }) => event.type)).toEqual([
      'xstate.done.actor.restoreDevice',
      'xstate.done.actor.loadHome',
      'xstate.route',
    ]);

    const parsed = parseRecording(writeRecording(recording));
    if (!parsed.ok) throw new Error(parsed.message);
    expect(parsed.recording.title).toBe(failure?.says);
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

  it('that strays from the graph loses every step it can do without', async () => {
    const { graph, report } = await prove(journeyMachine, { ...inTheCorner, projection: projectWithout('channel') }, nothingCompared);
    const [strayed] = report.strayed;
    const failure = (await failuresOf(graph, report)).find(({ says }) => says.startsWith('Not as explored'));
    const steps = failure?.steps ?? [];
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.length).toBeLessThan((strayed?.step ?? 0) / 2);
    const recording = await recordFailure(journeyMachine, failure ?? { says: '', steps: [] });
    expect(parseRecording(writeRecording(recording)).ok).toBe(true);
  });
});

describe('shrinking', () => {
  const needs =
    (...wanted: string[]) =>
    (steps: readonly string[]) =>
      Promise.resolve(wanted.every((one) => steps.includes(one)));
  const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];

  it('keeps what the failure needs, in its order', async () => {
    expect(await shrink(alphabet, needs('c', 'q', 'z'))).toEqual(['c', 'q', 'z']);
    expect(await shrink(alphabet, needs('a'))).toEqual(['a']);
  });

  it('keeps everything where everything is needed, and nothing where nothing is', async () => {
    expect(await shrink(['a', 'b'], needs('a', 'b'))).toEqual(['a', 'b']);
    expect(await shrink(alphabet, () => Promise.resolve(true))).toEqual([]);
    expect(await shrink([], () => Promise.resolve(true))).toEqual([]);
  });
});
