/** The shown journey, recorded or live, with the lender's log and the comparison with another journey. */
import { useMemo } from 'react';
import { initialTransition } from 'xstate';
import { journeyMachine } from '#machines/journey.machine.ts';
import { chartOf } from '../charts/index.ts';
import type { Feed } from '../live/feed.ts';
import type { Source } from '../panels/Head.tsx';
import { compare, otherIndex, type Comparison } from './compareJourneys.ts';
import { trailOf, type Journey, type Step } from './journeyRun.ts';
import { placeTransitions, reportedChanges } from './lenderLog.ts';
import type { LoadedRecording } from './loadRecording.ts';
import { useLenderLog } from './useLenderLog.ts';
import type { Journeys } from './useJourneys.ts';
import { usePlayer } from './usePlayer.ts';

const START: Step = { index: 0, at: 0, event: null, snapshot: initialTransition(journeyMachine)[0], difference: null };

/** Shown before a recording is opened: a journey at its start. */
const NOTHING: Journey = { id: 'nothing', title: 'Open a recording', steps: [START] };
const NOBODY: Journey = { id: 'nobody', title: 'Live', steps: [START] };

/** The other journey of a comparison. */
export interface Compared {
  other: LoadedRecording;
  comparison: Comparison;
  /** Marks in the list of events, by index of the step. */
  marks: ReadonlyMap<number, 'only here'>;
  /** The step of the other journey that belongs to the shown one; absent: none. */
  partner: Step | undefined;
}

/** @param feed the steps published by a running app; null: no app runs. */
export function useShownJourney(source: Source, { recording, other }: Pick<Journeys, 'recording' | 'other'>, feed: Feed | null) {
  const journey: Journey = useMemo(() => {
    if (source !== 'live') return recording ?? NOTHING;
    return feed ? { id: `live ${feed.sessionId} ${feed.startedAt}`, title: 'Live', steps: feed.steps } : NOBODY;
  }, [source, recording, feed]);
  const { steps } = journey;

  const player = usePlayer(journey, source === 'live');
  const chart = chartOf(player.step.snapshot);

  const trail = useMemo(() => trailOf(steps), [steps]);
  const lenderLog = useLenderLog(source === 'recording' ? (recording?.recording.order ?? null) : null, journey.id);
  const lines = useMemo(
    () => (chart.id !== 'journey' ? [] : lenderLog.lines ? placeTransitions(steps, lenderLog.lines) : reportedChanges(steps)),
    [chart, lenderLog.lines, steps],
  );
  const comparison = useMemo(() => (other && source === 'recording' ? compare(steps, other.steps) : null), [steps, other, source]);
  const marks = useMemo(() => new Map(comparison?.onlyHere.map((at) => [at, 'only here' as const])), [comparison]);
  const compared: Compared | null =
    other && comparison ? { marks, other, comparison, partner: other.steps[otherIndex(comparison, player.index)] } : null;

  return { journey, ...player, chart, trail, lenderLog, lines, compared };
}
