/** Converts a recording to steps, in slices, so that a long recording does not block the page. */
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { chartHash } from '#src/recording/chartHash.ts';
import { recordedViews, type Recording } from '#src/recording/format.ts';
import { foldRecording } from '#src/recording/replay.ts';
import { chartOfRecording } from '../charts/index.ts';
import type { InspectedChart } from '../charts/inspectedChart.ts';
import type { Journey, Step } from './journeyRun.ts';

/** Work of one slice; a frame has 16 ms. ms. */
const SLICE = 10;

export interface LoadedRecording extends Journey {
  readonly chart: InspectedChart;
  readonly recording: Recording;
  /** Whether the recording was made on a chart with exactly this structure. */
  readonly isSameChart: boolean;
  /** Index of the first step that differs on the present chart; null: none. */
  readonly partsAt: number | null;
}

const two = (part: number): string => String(part).padStart(2, '0');

/**
 * The title of a recording, or its start in local time, which distinguishes several untitled recordings.
 */
export function titleOf({ title, startedAt }: Pick<Recording, 'title' | 'startedAt'>): string {
  if (title) return title;
  const at = new Date(startedAt);
  return `Recording of ${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}, ${two(at.getHours())}:${two(at.getMinutes())}`;
}

type Shown = Pick<Step, 'index' | 'snapshot' | 'difference'> & { step: Recording['steps'][number] | null };

/** Steps with the recorded states, without a replay. Ends early at a state that is missing in the present chart. */
function* asRecorded(recording: Recording, machine: AnyStateMachine): Generator<Shown, void, void> {
  let snapshot: AnyMachineSnapshot = machine.resolveState({ value: {}, context: {} });
  for (const [index, { value, context }] of recordedViews(recording).entries()) {
    const step = recording.steps[index - 1] ?? null;
    try {
      snapshot = machine.resolveState({ value: value as AnyMachineSnapshot['value'], context });
    } catch (error) {
      const replayed = error instanceof Error ? error.message : String(error);
      yield { index, step, snapshot, difference: { path: ['failure'], recorded: undefined, replayed } };
      return;
    }
    yield { index, step, snapshot, difference: null };
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export async function loadRecording(
  recording: Recording,
  {
    id,
    title = titleOf(recording),
    isCancelled = () => false,
    machine,
  }: { id: string; title?: string | undefined; isCancelled?: () => boolean; machine?: AnyStateMachine },
): Promise<LoadedRecording | null> {
  const chart = chartOfRecording(recording);
  const shownOn = machine ?? chart.machine;
  const steps: Step[] = [];
  let partsAt: number | null = null;
  let began = performance.now();
  for (const { index, step, snapshot, difference } of chart.isReplayed
    ? foldRecording(recording, shownOn as JourneyMachine)
    : asRecorded(recording, shownOn)) {
    steps.push({ index, at: step?.at ?? 0, event: step?.event ?? null, snapshot, difference });
    if (difference && partsAt === null) partsAt = index;
    if (performance.now() - began < SLICE) continue;
    await nextTurn();
    if (isCancelled()) return null;
    began = performance.now();
  }
  return {
    id,
    chart,
    title,
    steps,
    recording,
    isSameChart: recording.chart === chartHash(shownOn),
    partsAt,
  };
}
