/** What a run says of a chart that is wrong: the cause by its name, before what follows from it, and a journey that shows it. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { RULES } from '#machines/invariants.ts';
import { parseRecording } from '#src/recording/format.ts';
import { failuresOf, forgetFailures, writeFailures, type Failure } from './failing.ts';
import { happeningsIn } from './model.ts';
import { planted } from './plant.ts';
import { complaintsOf, prove, type Proof } from './prove.ts';
import { recordPaths } from './record.ts';

const folder = await mkdtemp(join(tmpdir(), 'failing-'));
afterAll(() => rm(folder, { recursive: true }));

/** From the door to one page that asks the lender for something, and back. */
const DOORSTEP =
  /^(restoreDevice answered \(borrower\)|loadHome answered \(no order\)|xstate\.route \(#(home|customerServices)\)|loadSupport .*|retry\.requested|back\.requested)$/;
const PAGE = 'xstate.route (#customerServices)';
const doorstep = (rename: (name: string) => string = (name) => name) => ({
  happenings: (snapshot: Parameters<typeof happeningsIn>[0]) =>
    happeningsIn(snapshot)
      .filter(({ name }) => DOORSTEP.test(name))
      .map((happening) => ({ ...happening, name: rename(happening.name) })),
});

/** Rules about all of the journey cannot hold on the doorstep: what is broken there besides. */
const shipped = prove(journeyMachine, doorstep());
async function brokenBesides({ graph, report }: Proof): Promise<Proof> {
  const known = (await shipped).report.broken.map(({ invariant }) => invariant);
  return { graph, report: { ...report, broken: report.broken.filter(({ invariant }) => !known.includes(invariant)) } };
}

const LOADING = 'places.userCenter.customerServices.loading';
/** @param onDone what the page does with its answer. */
const answeredBy = (onDone: (found: object) => object | undefined): JourneyMachine =>
  planted(LOADING, ({ invoke }) => ({ invoke: { ...(invoke as object), onDone: onDone((invoke as { onDone: object }).onDone) } }));

const written = async (machine: JourneyMachine, failures: readonly Failure[]) => {
  await forgetFailures(folder);
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
  ['ends and leads nowhere', answeredBy((found) => ({ ...found, target: undefined }))],
  ['ends and is not heard', answeredBy(() => undefined)],
])('a state whose call %s', (_, chart) => {
  const proof = prove(chart, doorstep()).then(brokenBesides);

  it('stays busy, which is said by name and first', async () => {
    const { report } = await proof;
    expect(report.broken.map(({ invariant }) => invariant)).toEqual([RULES.busy.name]);
    const [first, second] = complaintsOf(report);
    expect(first).toMatch(new RegExp(`^broken in \\d+ places?: ${RULES.busy.name}$`));
    expect(second).toContain(`${LOADING} (loadSupport ended) |`);
    expect(second).toMatch(/loadSupport has ended and it stays busy$/);
  });

  it('keeps no path from its end, and what only its call could not do stays proved', async () => {
    const { report } = await proof;
    expect(report.strayed).toEqual([]);
    expect(report.definitions.missing.filter((name) => name.includes('xstate.error.actor.loadSupport[1]'))).toEqual([]);
  });

  it('is shown by the journey there', async () => {
    const { graph, report } = await proof;
    const [recording, ...others] = await written(chart, await failuresOf(graph, report));
    expect(others).toEqual([]);
    expect(recording?.title).toBe(`Not so: ${RULES.busy.name}: loadSupport has ended and it stays busy`);
    expect(recording?.steps.map(({ event }) => event.type)).toEqual([
      'xstate.done.actor.restoreDevice',
      'xstate.done.actor.loadHome',
      'xstate.route',
      'xstate.done.actor.loadSupport',
    ]);
  });
});

describe('a step that cannot be performed', () => {
  const strange = (name: string) => (name === PAGE ? 'a link that nobody knows' : name);
  const proof = prove(journeyMachine, doorstep(strange)).then(brokenBesides);

  it('is said to be one, before what was not reached for that', async () => {
    const { report } = await proof;
    const [first, ...rest] = complaintsOf(report);
    expect(first).toMatch(
      /^path \d+: "a link that nobody knows" cannot be performed in places\.tabs\.home.*: nothing of this name can happen there$/,
    );
    expect(rest).toContain('never entered: journey.places.userCenter.customerServices.shown');
    await expect(recordPaths(journeyMachine, report.walks)).rejects.toThrow('cannot be performed');
  });

  it('is shown by the journey up to it', async () => {
    const { graph, report } = await proof;
    const failures = await failuresOf(graph, report);
    const [recording] = await written(journeyMachine, failures);
    expect(recording?.title).toBe(failures[0]?.says);
    expect(recording?.steps.map(({ event }) => event.type)).toEqual(['xstate.done.actor.restoreDevice', 'xstate.done.actor.loadHome']);
  });

  it('is named where the failure would have come later', async () => {
    const failure = { says: 'Not so', steps: ['restoreDevice answered (borrower)', 'loadSupport answered', 'back.requested'] };
    const [recording] = await written(journeyMachine, [failure]);
    expect(recording?.title).toBe(
      'Not so (walked until "loadSupport answered" cannot be performed: nothing of this name can happen there)',
    );
    expect(recording?.steps).toHaveLength(1);
  });
});

describe('what is broken in many places', () => {
  it('is shown in three, and the others are counted', async () => {
    const { report } = await shipped;
    const breaches = ['a', 'b', 'c', 'd', 'e'].map((at) => ({ at, says: 'is wrong' }));
    const broken = (count: number) => complaintsOf({ ...report, broken: [{ invariant: 'right', breaches: breaches.slice(0, count) }] });
    expect(broken(5).slice(0, 5)).toEqual(['broken in 5 places: right', '  a: is wrong', '  b: is wrong', '  c: is wrong', '  and 2 more']);
    expect(broken(3)[4]).not.toMatch(/more$/);
    expect(broken(1)[0]).toBe('broken in 1 place: right');
  });
});

describe('failures of an earlier run', () => {
  it('are gone, and nothing else', async () => {
    await writeFailures(journeyMachine, [{ says: 'Earlier', steps: ['restoreDevice answered (borrower)'] }], folder);
    await writeFile(join(folder, 'notes.txt'), '');
    expect(await readdir(folder)).toContain('1-earlier.journey.json');
    await forgetFailures(folder);
    expect(await readdir(folder)).toEqual(['notes.txt']);
    await forgetFailures(join(folder, 'never written'));
  });
});
