/** Populations of stored recordings and of random journeys. */
import { buildPopulation, type Population } from '#src/inspector/population/compute/columns.ts';
import { addRecording } from '#src/inspector/population/compute/digest.ts';
import type { Recording } from '#src/recording/format.ts';
import { recordedWalk } from '../randomRecordings.ts';

export function populationOf(recordings: readonly Recording[]): Population {
  const builder = buildPopulation();
  recordings.forEach((recording, at) => addRecording(builder, recording, { source: 0, from: at * 100, size: 100 }));
  return builder.build();
}

export const randomPopulation = async (seeds: readonly number[], steps: number): Promise<Population> =>
  populationOf(await Promise.all(seeds.map((seed) => recordedWalk(seed, steps))));
