import { describe, expect, it, vi } from 'vitest';
import { fromPromise, type AnyStateMachine } from 'xstate';
import { initialContext } from '#machines/context.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import { PORT_NAMES } from '#machines/ports/index.ts';
import { journeySetup } from '#machines/setup.ts';
import { pathText } from '#src/recording/canonical.ts';
import { parseRecording, recordedViews, writeRecording, type Recording } from '#src/recording/format.ts';
import { foldRecording, replay, viewOf } from '#src/recording/replay.ts';
import { chartHash } from '#src/recording/chartHash.ts';
import { printFigures } from '../support/console.ts';
import { randomJourney } from './randomJourney.ts';

/** The first difference between recording and replay, as a tester reads it. */
const parting = (recording: Recording): string => {
  const { parted } = replay(recording, journeyMachine);
  if (!parted) return 'nowhere';
  const { path, recorded, replayed } = parted.difference as NonNullable<typeof parted.difference>;
  return `step ${parted.index} (${parted.step?.event.type}) at ${pathText(path)}: ${JSON.stringify(recorded)} became ${JSON.stringify(replayed)}`;
};

const readBack = (recording: Recording): Recording => {
  const parsed = parseRecording(writeRecording(recording));
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.recording;
};

describe('recording of random steps', () => {
  it('recording of random steps, replayed from its file: is equal', async () => {
    const partings: string[] = [];
    const seen = new Set<string>();
    for (let seed = 1; seed <= 40; seed++) {
      const { recording } = await randomJourney(seed, 60);
      recording.steps.forEach(({ event }) => seen.add(event.type));
      const where = parting(readBack(recording));
      if (where !== 'nowhere') partings.push(`randomJourney ${seed}, ${where}`);
    }
    expect(partings).toEqual([]);
    expect(seen.size, 'kinds of events recorded').toBeGreaterThan(50);
  });

  it('recording of random steps, replayed: ends in the state of the journey', async () => {
    const { recording, actor } = await randomJourney(7, 60);
    const { steps, isSameChart } = replay(recording, journeyMachine);
    const last = steps[steps.length - 1];
    expect(isSameChart).toBe(true);
    expect(last?.snapshot.value).toEqual(actor.getSnapshot().value);
    expect(viewOf(last?.snapshot ?? actor.getSnapshot()).children).toEqual(viewOf(actor.getSnapshot()).children);
  });
});

describe('replay', () => {
  it('replay: it calls no port and sets no timer', async () => {
    const { recording } = await randomJourney(3, 60);
    const called: string[] = [];
    const port = (name: string) =>
      fromPromise<never>(() => {
        called.push(name);
        return Promise.reject(new Error(name));
      });
    const machine = journeyMachine.provide({ actors: Object.fromEntries(PORT_NAMES.map((name) => [name, port(name)])) });
    vi.useFakeTimers();
    try {
      expect(replay(recording, machine).parted).toBeNull();
      expect(vi.getTimerCount()).toBe(0);
      await vi.runAllTimersAsync();
    } finally {
      vi.useRealTimers();
    }
    expect(called).toEqual([]);
  });

  it('replay, first difference: is reported by step and path, and the replay goes on', async () => {
    const { recording } = await randomJourney(7, 60);
    const at = recording.steps.findIndex(({ changes }) => changes.some(([path]) => path[0] === 'context' && path[1] === 'now'));
    const steps = recording.steps.map((step, index) =>
      index === at
        ? { ...step, changes: step.changes.map((change) => (change[0][1] === 'now' ? ([change[0], 1] as const) : change)) }
        : step,
    );
    const { parted, steps: replayed } = replay({ ...recording, steps }, journeyMachine);
    expect(parted?.index).toBe(at + 1);
    expect(parted?.difference).toMatchObject({ path: ['context', 'now'], recorded: 1 });
    expect(replayed).toHaveLength(recording.steps.length + 1);
  });

  it('replay on a changed chart: runs, is marked as made on another chart, and reports the first difference', async () => {
    const { recording } = await randomJourney(7, 60);
    const config = { ...journeyMachine.config, initial: 'sessionEnded' } as unknown as Parameters<typeof journeySetup.createMachine>[0];
    const changed = journeySetup.createMachine(config) as unknown as typeof journeyMachine;
    const { isSameChart, parted, steps } = replay(recording, changed);
    expect(isSameChart).toBe(false);
    expect(chartHash(changed)).not.toBe(chartHash(journeyMachine));
    expect(parted).toMatchObject({ index: 0, difference: { path: ['value'], recorded: 'boot', replayed: 'sessionEnded' } });
    expect(steps).toHaveLength(recording.steps.length + 1);
  });

  it('state removed from the chart: is reported without an exception', async () => {
    const { recording } = await randomJourney(7, 20);
    const start = { from: 'middle' as const, view: { ...recording.start.view, value: { places: 'gone' } } };
    const { parted } = replay({ ...recording, start }, journeyMachine);
    expect(parted?.index).toBe(0);
    expect(parted?.difference?.path).toEqual(['failure']);
  });

  it('replay, 2,000 events: applies each once and in order, and each step can be computed alone', async () => {
    const { recording } = await randomJourney(2, 3_000);
    const long = { ...recording, steps: recording.steps.slice(0, 2_000) };
    expect(long.steps).toHaveLength(2_000);
    const { parted, steps } = replay(long, journeyMachine);
    expect(parted).toBeNull();
    expect(steps.map(({ step }) => step)).toEqual([null, ...long.steps]);
    printFigures(`a file of 2,000 events has ${Math.round(writeRecording(long).length / 1000)} kB`);
    const fold = foldRecording(long, journeyMachine);
    expect(fold.next().value).toMatchObject({ index: 0, difference: null });
    expect(fold.next().value).toMatchObject({ index: 1, difference: null });
  });

  it('replay, snapshots: are rebuilt from the recorded changes', async () => {
    const { recording, actor } = await randomJourney(5, 60);
    const views = recordedViews(recording);
    expect(views).toHaveLength(recording.steps.length + 1);
    expect(views[views.length - 1]?.value).toEqual(actor.getSnapshot().value);
  });
});

describe('hash of the chart', () => {
  it('hash of the chart, text of a state or a function changed: stays the same', () => {
    const { config } = journeyMachine;
    const reworded = { ...config, description: 'The application', context: () => ({ ...initialContext }) };
    expect(chartHash({ config: reworded } as unknown as AnyStateMachine)).toBe(chartHash(journeyMachine));
  });

  it('hash of the chart, guard, target or state renamed: changes', () => {
    const hashes = [
      { states: { a: { on: { go: { target: 'b', guard: 'isIt' } } }, b: {} } },
      { states: { a: { on: { go: { target: 'b', guard: 'wasIt' } } }, b: {} } },
      { states: { a: { on: { go: { target: 'a', guard: 'isIt' } } }, b: {} } },
      { states: { a: { on: { go: { target: 'b', guard: 'isIt' } } }, b: {}, c: {} } },
    ].map((config) => chartHash({ config } as unknown as AnyStateMachine));
    expect(new Set(hashes).size).toBe(4);
  });
});
