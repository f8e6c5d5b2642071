/** Turns a recording into steps, in slices, so that a long one does not block the page. */
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { chartHash } from '#src/recording/chartHash.ts';
import type { Recording } from '#src/recording/format.ts';
import { foldRecording } from '#src/recording/replay.ts';
import type { Journey, Step } from './steps.ts';

/** Milliseconds of work per slice; a frame has 16. */
const SLICE = 10;

export interface LoadedRecording extends Journey {
  readonly recording: Recording;
  /** The recording was made on a chart with exactly this structure. */
  readonly isSameChart: boolean;
  /** Index of the first step with a difference to the present chart; null: none. */
  readonly partsAt: number | null;
}

const two = (part: number): string => String(part).padStart(2, '0');

/**
 * Title of a recording: the given title, else its start in local time, so that several untitled ones can be
 * distinguished.
 */
export function titleOf({ title, startedAt }: Pick<Recording, 'title' | 'startedAt'>): string {
  if (title) return title;
  const at = new Date(startedAt);
  return `Recording of ${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}, ${two(at.getHours())}:${two(at.getMinutes())}`;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export async function loadRecording(
  recording: Recording,
  { id, isCancelled = () => false, machine = journeyMachine }: { id: string; isCancelled?: () => boolean; machine?: JourneyMachine },
): Promise<LoadedRecording | null> {
  const steps: Step[] = [];
  let partsAt: number | null = null;
  let began = performance.now();
  for (const { index, step, snapshot, difference } of foldRecording(recording, machine)) {
    steps.push({ index, at: step?.at ?? 0, event: step?.event ?? null, snapshot, difference });
    if (difference && partsAt === null) partsAt = index;
    if (performance.now() - began < SLICE) continue;
    await nextTurn();
    if (isCancelled()) return null;
    began = performance.now();
  }
  return {
    id,
    title: titleOf(recording),
    steps,
    recording,
    isSameChart: recording.chart === chartHash(machine),
    partsAt,
  };
}
