/** A recording as steps, a little per frame, so that a long one does not freeze the page. */
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { chartHash } from '#src/recording/chartHash.ts';
import type { Recording } from '#src/recording/format.ts';
import { foldRecording } from '#src/recording/replay.ts';
import type { Journey, Step } from './steps.ts';

/** Work of one slice, ms: a frame has 16. */
const SLICE = 10;

export interface LoadedRecording extends Journey {
  readonly recording: Recording;
  /** Recorded on a chart of exactly this structure. */
  readonly isSameChart: boolean;
  /** Index of the first step in which the present chart does something else; null: it never does. */
  readonly partsAt: number | null;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** What a recording is called: as a person did, else by its moment, in the time of this desk: several without a name can be told apart. */
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
