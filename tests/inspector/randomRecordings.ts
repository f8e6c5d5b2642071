/** Recordings of random steps on the real chart, as the inspector opens them. */
import { loadRecording, type LoadedRecording } from '#src/inspector/journey/loadRecording.ts';
import type { Recording } from '#src/recording/format.ts';
import { randomJourney } from '#tests/recording/randomJourney.ts';

export async function recordedWalk(seed: number, steps: number): Promise<Recording> {
  const { recording, actor } = await randomJourney(seed, steps);
  actor.stop();
  return recording;
}

export async function opened(recording: Recording): Promise<LoadedRecording> {
  const loaded = await loadRecording(recording, { id: 'test' });
  if (!loaded) throw new Error('loading was cancelled');
  return loaded;
}

export const openedWalk = async (seed: number, steps: number): Promise<LoadedRecording> => opened(await recordedWalk(seed, steps));
