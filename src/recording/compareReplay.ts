/** Compares a replay with its recording. `recordings:check` uses it for every stored recording. */
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { canonical } from './canonical.ts';
import type { Recording } from './format.ts';
import { replay, type ReplayedStep } from './replay.ts';

export interface ReplayComparison {
  isSameChart: boolean;
  /** The first step after which the state or the running calls differ from the recorded ones; null: none. */
  elsewhere: ReplayedStep | null;
  /** The first step with another context. A changed chart may store more and still reach the same state. */
  remembers: ReplayedStep | null;
}

const landsElsewhere = ({ difference, recorded, snapshot }: ReplayedStep): boolean =>
  difference !== null &&
  (difference.path[0] !== 'context' ||
    canonical(recorded.value) !== canonical(snapshot.value) ||
    runs(snapshot) !== canonical(recorded.children));

const runs = ({ children }: ReplayedStep['snapshot']): string =>
  canonical(
    Object.keys(children)
      .filter((id) => (children as Record<string, unknown>)[id] !== undefined)
      .sort(),
  );

export function compareReplay(recording: Recording, machine: JourneyMachine): ReplayComparison {
  const { isSameChart, steps, parted } = replay(recording, machine);
  return { isSameChart, elsewhere: steps.find(landsElsewhere) ?? null, remembers: parted };
}
