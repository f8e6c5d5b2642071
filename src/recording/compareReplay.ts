/** Whether a recording still leads where it led: what `recordings:check` asks of every stored one. */
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { canonical } from './canonical.ts';
import type { Recording } from './format.ts';
import { replay, type ReplayedStep } from './replay.ts';

export interface ReplayComparison {
  isSameChart: boolean;
  /** The first step after which the journey stands in another state, or runs other calls, than recorded; null: in none. */
  elsewhere: ReplayedStep | null;
  /** The first step that remembers something else: a chart that learned to remember more lands in the same place. */
  remembers: ReplayedStep | null;
}

const standsElsewhere = ({ difference, recorded, snapshot }: ReplayedStep): boolean =>
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
  return { isSameChart, elsewhere: steps.find(standsElsewhere) ?? null, remembers: parted };
}
