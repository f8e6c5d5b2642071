/** A step of a recording that lives on: the real chart, a simulated lender, nothing sent anywhere. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JourneyEvent } from '#machines/events.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { forkJourney } from '#src/inspector/fork/journey.ts';
import { keepSeed, seedOf, takeSeed, type Manner, type Seed } from '#src/inspector/fork/forkSeed.ts';
import { stateText } from '#src/inspector/journey/diff.ts';
import { callsIn } from '#src/inspector/journey/eventKinds.ts';
import { examples as personalInfo } from '#screens/apply/personalInfo/examples.ts';
import { openedWalk } from './randomRecordings.ts';

const memory = (): Storage => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lived = (seed: Seed) => {
  const { journey, resume } = forkJourney(seed);
  const faults: unknown[] = [];
  journey.subscribe({ error: (fault) => void faults.push(fault) });
  journey.start();
  resume();
  return { journey, faults, at: () => stateText(journey.getSnapshot().value), wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
};

describe('fork of a recording', () => {
  it('any step: starts there, without the running calls', async () => {
    vi.useRealTimers();
    const { steps, title } = await openedWalk(11, 160);
    vi.useFakeTimers();
    for (const step of steps.filter(({ index }) => index % 8 === 0)) {
      const { journey, faults, at, wait } = lived(seedOf(title, steps, step.index, 'usual'));
      expect(at()).toBe(stateText(step.snapshot.value));
      const before = callsIn(step.snapshot).map(({ id }) => id);
      await wait(700);
      const still = callsIn(journey.getSnapshot()).map(({ id }) => id);
      if (before.length > 0) expect([step.index, before, still.filter((id) => before.includes(id))]).toEqual([step.index, before, []]);
      expect(faults).toEqual([]);
      journey.stop();
    }
  });

  it('serialised: is restored', async () => {
    vi.useRealTimers();
    const { steps, title } = await openedWalk(3, 20);
    const storage = memory();
    const seed = seedOf(title, steps, 12, 'refuses');
    keepSeed(storage, seed);
    expect(takeSeed(storage)).toMatchObject({ step: 12, manner: 'refuses', value: seed.value });
  });

  it('no recording: is none', () => {
    const storage = memory();
    expect(takeSeed(storage)).toBeNull();
    storage.setItem('inspector.fork', '{"step":');
    expect(takeSeed(storage)).toBeNull();
  });
});

describe('simulated lender of a fork', () => {
  const filling = Object.values(personalInfo).find((snapshot) => snapshot.matches({ places: { apply: { personalInfo: 'editing' } } }));
  const seed = (manner: Manner): Seed => {
    if (!filling) throw new Error('personalInfo has no example of editing');
    return { title: '', step: 0, value: filling.value, context: filling.context, answers: {}, manner };
  };
  const submit: JourneyEvent = { type: 'personalInfo.submitted', values: {} };

  it('default: saves a section and follows the order chart', async () => {
    const { journey, at, wait } = lived(seed('usual'));
    journey.send(submit);
    await wait(700);
    expect(journey.getSnapshot().context.order?.status).toBe(STATUS.addition);
    expect(at()).toMatch(/additionalInfo/);
  });

  it('refusing: the page shows the refusal', async () => {
    const { journey, at, wait } = lived(seed('refuses'));
    journey.send(submit);
    await wait(2_000);
    expect(journey.getSnapshot().context.order?.status).toBe(STATUS.basicInfo);
    expect(at()).not.toMatch(/saving/);
  });

  it('silent: the form stays, with the reason', async () => {
    const { journey, at, wait } = lived(seed('silent'));
    journey.send(submit);
    await wait(700);
    expect(at()).toBe('places.apply.personalInfo.editing');
    expect(journey.getSnapshot().context.problem?.code).toBe(-1);
  });
});
