/** The analysis of a recording: steps, search, differences, comparison, rules, player. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { compare, otherIndex } from '#src/inspector/journey/compareJourneys.ts';
import { apart, changesOf, stateText, valuesOf, valueText } from '#src/inspector/journey/diff.ts';
import { KINDS } from '#src/inspector/charts/inspectedChart.ts';
import { titleOf, type LoadedRecording } from '#src/inspector/journey/loadRecording.ts';
import { playerMachine } from '#src/inspector/journey/player.machine.ts';
import { matching, prepareTexts } from '#src/inspector/journey/search.ts';
import { elapsedText, durationText, leafOf, phasesOf, trailOf, type Step } from '#src/inspector/journey/journeyRun.ts';
import { verdictsOf } from '#machines/invariants.ts';
import { opened, openedWalk, recordedWalk } from './randomRecordings.ts';

const everything = new Set(KINDS);
let journey: LoadedRecording;
beforeAll(async () => {
  journey = await openedWalk(11, 200);
});

it('recording without a title: is named by its date', () => {
  const startedAt = new Date(2026, 2, 5, 9, 12).getTime();
  expect(titleOf({ title: '', startedAt })).toBe('Recording of 2026-03-05, 09:12');
  expect(titleOf({ title: 'First loan', startedAt })).toBe('First loan');
});

describe('recording made on this chart', () => {
  it('recording made on this chart: its replay is equal from start to end', () => {
    expect(journey.partsAt).toBeNull();
    expect(journey.isSameChart).toBe(true);
    expect(journey.steps).toHaveLength(journey.recording.steps.length + 1);
  });

  it('recording made on this chart: no step breaks a rule', () => {
    const broken = journey.steps.flatMap((step, at) => verdictsOf(journey.steps[at - 1] ?? null, step).filter(({ is }) => is === 'broken'));
    expect(broken).toEqual([]);
  });

  it('recording made on this chart, step changed: the first difference is found', async () => {
    const recording = await recordedWalk(11, 60);
    const steps = recording.steps.map((step, at) =>
      at === 40 ? { ...step, changes: [...step.changes, [['context', 'mobile'], 'someone'] as const] } : step,
    );
    const changed = await opened({ ...recording, chart: 'another', steps });
    expect(changed.isSameChart).toBe(false);
    expect(changed.partsAt).toBe(41);
    expect(changed.steps[41]?.difference?.path).toEqual(['context', 'mobile']);
  });
});

describe('rule of the inspector', () => {
  const visitorIn = (value: Parameters<typeof journeyMachine.resolveState>[0]['value']): JourneySnapshot =>
    journeyMachine.resolveState({ value, context: { ...(journey.steps[0] as Step).snapshot.context, session: null } });

  it('rule of the inspector, broken: says why', () => {
    const verdicts = verdictsOf(null, { event: null, snapshot: visitorIn({ places: { tabs: { records: 'listed' } } }) });
    expect(verdicts.find(({ name }) => name === 'no private place without a session')).toEqual({
      name: 'no private place without a session',
      is: 'broken',
      why: 'records is shown to a visitor',
    });
  });

  it('rule of the inspector, not applicable: is not reported as kept', () => {
    const verdicts = verdictsOf(null, { event: null, snapshot: visitorIn({ places: { tabs: { home: 'shown' } } }) });
    expect(verdicts.find(({ name }) => name === 'no private place without a session')?.is).toBe('notAsked');
    expect(verdicts.find(({ name }) => name === 'busy exactly while a call runs')?.is).toBe('holds');
  });
});

describe('search in a timeline', () => {
  it('search in a timeline, empty query: finds every event, and not the start', () => {
    expect(matching(journey.steps, { kinds: everything, query: '' })).toEqual(journey.steps.slice(1).map(({ index }) => index));
  });

  it('search in a timeline, words: search sentence, raw type and changed values, and all must match', () => {
    const found = (query: string) => matching(journey.steps, { kinds: everything, query }).map((at) => journey.steps[at]?.event?.type);
    expect(new Set(found('chose language'))).toEqual(new Set(['language.chosen']));
    expect(found('LANGUAGE.chosen').length).toBeGreaterThan(0);
    expect(found('chose language nonsense')).toEqual([]);
    const online = matching(journey.steps, { kinds: everything, query: 'online false' });
    expect(online.length).toBeGreaterThan(0);
  });

  it('search in a timeline, kind switched off: its events are not found', () => {
    const found = matching(journey.steps, { kinds: new Set(['problem']), query: '' });
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(journey.steps.length - 1);
  });

  it('search in a timeline, index: is built in small slices', async () => {
    const long = await openedWalk(5, 300);
    let slices = 1;
    while (prepareTexts(long.steps, 0)) slices += 1;
    expect(slices).toBeGreaterThan(50);
  });
});

describe('difference of two snapshots', () => {
  it('difference of two snapshots: it has one line for the state and one per changed value', () => {
    const at = journey.steps.findIndex(({ snapshot }) => !snapshot.matches('boot'));
    const [a, b] = [journey.steps[at - 1] as Step, journey.steps[at] as Step];
    const changes = changesOf(a.snapshot, b.snapshot);
    expect(changes[0]).toEqual({
      path: 'state',
      before: stateText(a.snapshot.value),
      after: stateText(b.snapshot.value),
      says: { before: 'Starting', after: 'Asking the lender, loading' },
    });
    expect(changesOf(b.snapshot, b.snapshot)).toEqual([]);
    expect(new Set(changes.map(({ path }) => path)).size).toBe(changes.length);
  });

  it('difference of two snapshots: it is formatted for reading', () => {
    expect([null, undefined, '', 'x', 3, [1]].map(valueText)).toEqual(['none', 'none', 'empty', 'x', '3', '[1]']);
    expect(valuesOf((journey.steps[0] as Step).snapshot)[0]).toEqual({ path: 'state', value: 'boot' });
  });
});

describe('comparison of two recordings', () => {
  it('comparison of two recordings, equal: has no difference', () => {
    const found = compare(journey.steps, journey.steps);
    expect(found.partsAt).toBeNull();
    expect([...found.onlyHere, ...found.onlyThere]).toEqual([]);
  });

  it('comparison of two recordings, steps missing in one: are matched around the gap', () => {
    const without = journey.steps.filter((_, at) => at < 20 || at >= 25);
    const found = compare(journey.steps, without);
    expect(found.onlyHere.length).toBe(5);
    expect(found.onlyThere).toEqual([]);
    expect(found.partsAt).toBeGreaterThanOrEqual(15);
    expect(otherIndex(found, journey.steps.length - 1)).toBe(without.length - 1);
  });

  it('comparison of two recordings, first events differ: are matched by their start', async () => {
    const other = await openedWalk(4, 150);
    const found = compare(journey.steps, other.steps);
    expect(found.partnerOf.get(0)).toBe(0);
    expect(found.onlyHere.length + found.partnerOf.size).toBe(journey.steps.length);
    expect(found.onlyThere.length + found.partnerOf.size).toBe(other.steps.length);
  });
});

describe('comparison of two steps', () => {
  const having = (change: object): JourneySnapshot => {
    const { snapshot } = journey.steps[journey.steps.length - 1] as Step;
    return journeyMachine.resolveState({ value: snapshot.value, context: { ...snapshot.context, ...change } });
  };
  const differing = (one: object, other: object) => {
    const { changes, moments, hidden } = apart(having(one), having(other));
    return [changes.map(({ path }) => path), moments, hidden];
  };

  it('instants and redacted texts: are omitted and counted', () => {
    const [one, other] = [1_795_319_299_976, 1_795_319_399_976];
    expect(
      differing({ now: one, readAt: one, firstName: '[name 3]', limit: 5 }, { now: other, readAt: other, firstName: '[name 7]', limit: 6 }),
    ).toEqual([['limit'], 2, 1]);
  });
  it('instant or text in only one of two steps: is listed', () =>
    expect(differing({ now: null, firstName: null }, { now: 1_795_319_299_976, firstName: '[name 7]' })).toEqual([
      ['firstName', 'now'],
      0,
      0,
    ]));
  it('comparison of two steps, amounts: are listed', () =>
    expect(differing({ limit: 6_000_000 }, { limit: 500_000 })).toEqual([['limit'], 0, 0]));
});

describe('trail of a recording', () => {
  it('trail of a recording: it holds the first visit of each state', () => {
    const { visitedAt } = trailOf(journey.steps);
    for (const [id, at] of visitedAt) expect(journey.steps[at]?.snapshot._nodes.map((node) => node.id)).toContain(id);
    expect(visitedAt.get(leafOf((journey.steps[0] as Step).snapshot).id)).toBe(0);
  });

  it('trail of a recording: its phases are named by pages', () => {
    const phases = phasesOf(journey.steps);
    expect(phases.length).toBeGreaterThan(3);
    for (const { title } of phases) expect(title).toMatch(/^[A-Z]/);
  });
});

it('time of an event: is formatted from the clock', () => {
  expect([0, 40_000, 372_000, 3_723_000].map(elapsedText)).toEqual(['0:00', '0:40', '6:12', '1:02:03']);
  expect([900, 40_000, 372_000].map(durationText)).toEqual(['1 s', '40 s', '6 min 12 s']);
});

describe('player', () => {
  const started = (times: number[]) => {
    const clock = new SimulatedClock();
    const actor = createActor(playerMachine, { clock });
    actor.start();
    actor.send({ type: 'journey.opened', times });
    return { actor, clock, index: () => actor.getSnapshot().context.index };
  };

  it('player, paused: shows the first step and stays', () => {
    const { actor, clock, index } = started([0, 500, 900]);
    clock.increment(10_000);
    expect([index(), actor.getSnapshot().value]).toEqual([0, 'paused']);
  });

  it('player, playing: runs at the speed of the journey, and pauses at the last step', () => {
    const { actor, clock, index } = started([0, 500, 900]);
    actor.send({ type: 'play.toggled' });
    clock.increment(499);
    expect(index()).toBe(0);
    clock.increment(1);
    expect(index()).toBe(1);
    clock.increment(400);
    expect([index(), actor.getSnapshot().value]).toEqual([2, 'paused']);
  });

  it('player, playing fast: takes a fraction of the time, and shortens long waits', () => {
    const { actor, clock, index } = started([0, 60_000]);
    actor.send({ type: 'speed.chosen', speed: 4 });
    actor.send({ type: 'play.toggled' });
    clock.increment(500);
    expect(index()).toBe(1);
  });

  it('player, play at the end: starts again', () => {
    const { actor, index } = started([0, 500]);
    actor.send({ type: 'step.chosen', index: 1 });
    actor.send({ type: 'play.toggled' });
    expect([index(), actor.getSnapshot().value]).toEqual([0, 'playing']);
  });

  it('player: it never leaves the recording', () => {
    const { actor, index } = started([0, 500]);
    actor.send({ type: 'stepped', by: -1 });
    expect(index()).toBe(0);
    actor.send({ type: 'step.chosen', index: 99 });
    expect(index()).toBe(1);
  });

  it('player, scrubbed: shows each step at once, and is paused when no step follows for a while', () => {
    const { actor, clock, index } = started([0, 500, 900]);
    actor.send({ type: 'play.toggled' });
    actor.send({ type: 'step.scrubbed', index: 2 });
    expect([index(), actor.getSnapshot().value]).toEqual([2, 'scrubbing']);
    clock.increment(199);
    actor.send({ type: 'step.scrubbed', index: 1 });
    clock.increment(199);
    expect([index(), actor.getSnapshot().value]).toEqual([1, 'scrubbing']);
    clock.increment(1);
    expect([index(), actor.getSnapshot().value]).toEqual([1, 'paused']);
  });

  it('player, scrubbed: the list of events and the screen take turns', () => {
    const { actor } = started([0, 500, 900]);
    const turns = [1, 2, 1, 0].map((to) => {
      actor.send({ type: 'step.scrubbed', index: to });
      return actor.getSnapshot().context.turn;
    });
    expect(turns).toEqual(['events', 'screen', 'events', 'screen']);
  });

  it('player, scrubbed, step chosen at the end of the drag: is paused at once', () => {
    const { actor, index } = started([0, 500, 900]);
    actor.send({ type: 'step.scrubbed', index: 1 });
    actor.send({ type: 'step.chosen', index: 2 });
    expect([index(), actor.getSnapshot().value]).toEqual([2, 'paused']);
  });

  it('player, growing recording: is followed only from its end', () => {
    const { actor, index } = started([0, 500]);
    actor.send({ type: 'journey.grew', times: [0, 500, 900], follow: false });
    expect(index()).toBe(0);
    actor.send({ type: 'journey.grew', times: [0, 500, 900, 950], follow: true });
    expect(index()).toBe(3);
  });
});
