/**
 * Replay: a pure fold of a recording's events over the chart. It calls no port, starts no timer and renders nothing.
 * Value, context and children of every step are compared with the recorded ones.
 */
import { initialTransition, transition, type AnyMachineSnapshot } from 'xstate';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { canonical, firstDifference, withChanges, type Json, type Path } from './canonical.ts';
import { chartHash } from './chartHash.ts';
import type { Recording, RecordedStep, View } from './format.ts';

/**
 * The first difference between recording and replay in one step. `path` begins with `value`, `context`, `children` or
 * `failure`.
 */
export interface Difference {
  readonly path: Path;
  /** Undefined: the part is missing. */
  readonly recorded: unknown;
  readonly replayed: unknown;
}

export interface ReplayedStep {
  /** 0 is the start; n is after the nth event. */
  readonly index: number;
  /** The event of this step; null at the start. */
  readonly step: RecordedStep | null;
  /** The snapshot of the replaying chart. */
  readonly snapshot: JourneySnapshot;
  /** The recorded view. */
  readonly recorded: View;
  readonly difference: Difference | null;
}

export interface Replay {
  /** The recording was made on a chart with exactly this structure. */
  readonly isSameChart: boolean;
  /** The start and all steps; fewer if the chart threw an error. */
  readonly steps: readonly ReplayedStep[];
  /** The first step with a difference; null: replay and recording are equal. */
  readonly parted: ReplayedStep | null;
}

/** A snapshot as a recording stores it. Parts of the context are the snapshot's own objects and must not be changed. */
export const viewOf = (snapshot: AnyMachineSnapshot): View => ({
  value: snapshot.value as Json,
  context: snapshot.context as View['context'],
  children: Object.keys(snapshot.children)
    .filter((id) => (snapshot.children as Record<string, unknown>)[id] !== undefined)
    .sort(),
});

/** Compares views. It skips pairs of objects known to be equal, because most of a context is unchanged from step to step. */
function createComparison(): (recorded: View, replayed: View) => Difference | null {
  const same = new Map<string, { recorded: unknown; replayed: unknown }>();
  return (recorded, replayed) => {
    const inValue = firstDifference({ value: recorded.value }, { value: replayed.value });
    if (inValue) return inValue;
    const keys = Array.from(new Set([...Object.keys(recorded.context), ...Object.keys(replayed.context)])).sort();
    for (const key of keys) {
      const [a, b] = [recorded.context[key], replayed.context[key]];
      const before = same.get(key);
      if (before && before.recorded === a && before.replayed === b) continue;
      const difference = firstDifference(a, b);
      if (difference) return { ...difference, path: ['context', key, ...difference.path] };
      same.set(key, { recorded: a, replayed: b });
    }
    return firstDifference({ children: recorded.children }, { children: replayed.children });
  };
}

function startOf(recording: Recording, machine: JourneyMachine): JourneySnapshot {
  if (recording.start.from === 'beginning') return initialTransition(machine)[0] as JourneySnapshot;
  const { value, context } = recording.start.view;
  return machine.resolveState({ value: value as JourneySnapshot['value'], context: context as unknown as JourneySnapshot['context'] });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Yields the steps one by one, so that a page can spread a long recording over several frames. Ends early if the chart throws
 * an error; the last step then has a difference at `failure`.
 */
export function* foldRecording(recording: Recording, machine: JourneyMachine): Generator<ReplayedStep, void, void> {
  const compare = createComparison();
  let recorded = recording.start.view;
  let snapshot: JourneySnapshot;
  try {
    snapshot = startOf(recording, machine);
  } catch (error) {
    const known = initialTransition(machine)[0] as JourneySnapshot;
    yield {
      index: 0,
      step: null,
      snapshot: known,
      recorded,
      difference: { path: ['failure'], recorded: canonical(recorded.value), replayed: messageOf(error) },
    };
    return;
  }
  yield { index: 0, step: null, snapshot, recorded, difference: compare(recorded, viewOf(snapshot)) };
  for (let i = 0; i < recording.steps.length; i++) {
    const step = recording.steps[i] as RecordedStep;
    recorded = withChanges(recorded as unknown as Json, step.changes) as unknown as View;
    try {
      snapshot = transition(machine, snapshot, step.event as never)[0] as JourneySnapshot;
    } catch (error) {
      yield { index: i + 1, step, snapshot, recorded, difference: { path: ['failure'], recorded: undefined, replayed: messageOf(error) } };
      return;
    }
    yield { index: i + 1, step, snapshot, recorded, difference: compare(recorded, viewOf(snapshot)) };
  }
}

/** Replays the whole recording, also after a difference and on another chart than the recorded one. */
export function replay(recording: Recording, machine: JourneyMachine): Replay {
  const steps = Array.from(foldRecording(recording, machine));
  return {
    isSameChart: recording.chart === chartHash(machine),
    steps,
    parted: steps.find(({ difference }) => difference !== null) ?? null,
  };
}
