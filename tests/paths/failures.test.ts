/** The report about a faulty chart: the cause comes before its consequences, and a recording shows the failure. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { RULES } from '#machines/invariants.ts';
import { parseRecording } from '#src/recording/format.ts';
import { failuresOf, removeFailures, writeFailures, type Failure } from './counterexamples.ts';
import type { Model } from './explore.ts';
import { enabledSteps, journeyModel } from './model.ts';
import { mutated } from './mutate.ts';
import { complaintsOf, verify, type Verification } from './verify.ts';
import { recordPaths } from './recordPaths.ts';

const folder = await mkdtemp(join(tmpdir(), 'failures-'));
afterAll(() => rm(folder, { recursive: true }));

/** The smallest model with a call: start, home, one page that loads, and back. */
const ONE_PAGE =
  /^(restoreDevice answered \(borrower\)|loadHome answered \(no order\)|xstate\.route \(#(home|customerServices)\)|loadSupport .*|retry\.requested|back\.requested)$/;
const PAGE = 'xstate.route (#customerServices)';
const onePage = (rename: (name: string) => string = (name) => name): Model => ({
  ...journeyModel,
  enabled: (snapshot) =>
    enabledSteps(snapshot)
      .filter(({ name }) => ONE_PAGE.test(name))
      .map((step) => ({ ...step, name: rename(step.name) })),
});

/** Invariants about the whole journey cannot hold in this model, so only further violations count. */
const shipped = verify(journeyMachine, onePage());
async function brokenBesides({ graph, report }: Verification): Promise<Verification> {
  const known = (await shipped).report.broken.map(({ invariant }) => invariant);
  return { graph, report: { ...report, broken: report.broken.filter(({ invariant }) => !known.includes(invariant)) } };
}

const LOADING = 'places.userCenter.customerServices.loading';
/** @param onDone changes the page's transition for the answer. */
const answeredBy = (onDone: (found: object) => object | undefined): JourneyMachine =>
  mutated(LOADING, ({ invoke }) => ({ invoke: { ...(invoke as object), onDone: onDone((invoke as { onDone: object }).onDone) } }));

const written = async (machine: JourneyMachine, failures: readonly Failure[]) => {
  await removeFailures(folder);
  const files = await writeFailures(machine, failures, folder);
  return Promise.all(
    files.map(async (file) => {
      const parsed = parseRecording(await readFile(file, 'utf8'));
      if (!parsed.ok) throw new Error(parsed.message);
      return parsed.recording;
    }),
  );
};

describe.each([
  ['ends without a transition target', answeredBy((found) => ({ ...found, target: undefined }))],
  ['ends without a transition', answeredBy(() => undefined)],
])('state whose call %s', (_, chart) => {
  const verification = verify(chart, onePage()).then(brokenBesides);

  it('broken invariant: is reported first, by its name', async () => {
    const { report } = await verification;
    expect(report.broken.map(({ invariant }) => invariant)).toEqual([RULES.busy.name]);
    const [first, second] = complaintsOf(report);
    expect(first).toMatch(new RegExp(`^broken in \\d+ places?: ${RULES.busy.name}$`));
    expect(second).toContain(`${LOADING} (loadSupport ended) |`);
    expect(second).toMatch(/loadSupport has ended and it stays busy$/);
  });

  it('state whose call ends without a target, its other transitions: stay covered', async () => {
    const { report } = await verification;
    expect(report.diverged).toEqual([]);
    expect(report.definitions.missing.filter((name) => name.includes('xstate.error.actor.loadSupport[1]'))).toEqual([]);
  });

  it('counterexample: is the shortest path to the state', async () => {
    const { graph, report } = await verification;
    const [recording, ...others] = await written(chart, await failuresOf(graph, report));
    expect(others).toEqual([]);
    expect(recording?.title).toBe(`Broken invariant: ${RULES.busy.name}: loadSupport has ended and it stays busy`);
    expect(recording?.steps.map(({ event }) => event.type)).toEqual([
      'xstate.done.actor.restoreDevice',
      'xstate.done.actor.loadHome',
      'xstate.route',
      'xstate.done.actor.loadSupport',
    ]);
  });
});

describe('step that cannot be performed', () => {
  const strange = (name: string) => (name === PAGE ? 'a link without a route' : name);
  const verification = verify(journeyMachine, onePage(strange)).then(brokenBesides);

  it('step that cannot be performed, report: names the step before the states that were not reached', async () => {
    const { report } = await verification;
    const [first, ...rest] = complaintsOf(report);
    expect(first).toMatch(
      /^path \d+: "a link without a route" cannot be performed in places\.tabs\.home.*: no step of this name is enabled$/,
    );
    expect(rest).toContain('never entered: journey.places.userCenter.customerServices.shown');
    await expect(recordPaths(journeyMachine, report.generated)).rejects.toThrow('cannot be performed');
  });

  it('step that cannot be performed, counterexample: ends before the step', async () => {
    const { graph, report } = await verification;
    const failures = await failuresOf(graph, report);
    const [recording] = await written(journeyMachine, failures);
    expect(recording?.title).toBe(failures[0]?.message);
    expect(recording?.steps.map(({ event }) => event.type)).toEqual(['xstate.done.actor.restoreDevice', 'xstate.done.actor.loadHome']);
  });

  it('counterexample cut early: the title names the step', async () => {
    const failure = { message: 'Mismatch', steps: ['restoreDevice answered (borrower)', 'loadSupport answered', 'back.requested'] };
    const [recording] = await written(journeyMachine, [failure]);
    expect(recording?.title).toBe('Mismatch (executed until "loadSupport answered" cannot be performed: no step of this name is enabled)');
    expect(recording?.steps).toHaveLength(1);
  });
});

describe('invariant broken in many places', () => {
  it('invariant broken in many places, report: lists three and counts the others', async () => {
    const { report } = await shipped;
    const breaches = ['a', 'b', 'c', 'd', 'e'].map((at) => ({ at, message: 'is wrong' }));
    const broken = (count: number) => complaintsOf({ ...report, broken: [{ invariant: 'right', breaches: breaches.slice(0, count) }] });
    expect(broken(5).slice(0, 5)).toEqual(['broken in 5 places: right', '  a: is wrong', '  b: is wrong', '  c: is wrong', '  and 2 more']);
    expect(broken(3)[4]).not.toMatch(/more$/);
    expect(broken(1)[0]).toBe('broken in 1 place: right');
  });
});

describe('counterexample files of an earlier run', () => {
  it('counterexample files of an earlier run, removeFailures: removes them and no other file', async () => {
    await writeFailures(journeyMachine, [{ message: 'Earlier', steps: ['restoreDevice answered (borrower)'] }], folder);
    await writeFile(join(folder, 'notes.txt'), '');
    expect(await readdir(folder)).toContain('1-earlier.journey.json');
    await removeFailures(folder);
    expect(await readdir(folder)).toEqual(['notes.txt']);
    await removeFailures(join(folder, 'never written'));
  });
});
