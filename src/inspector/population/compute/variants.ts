/** Variants: journeys that went through the same pages in the same order are one. */
import type { Population } from './columns.ts';
import { quantile } from './placeFigures.ts';
import type { Places } from './chartPlaces.ts';
import { visitsOf } from './visits.ts';

export interface Variant {
  /** Names of the pages in their order. */
  readonly pages: readonly string[];
  readonly recordings: Uint32Array;
  /** Median length in milliseconds. */
  readonly usualMs: number;
}

/** All variants, most frequent first. */
export function variantsOf(population: Population, selection: Uint32Array, places: Places): Variant[] {
  const found = new Map<string, number[]>();
  for (const recording of selection) {
    const way: number[] = [];
    for (const { place } of visitsOf(population, places, recording))
      if (!places.all[place]?.isPassing && way[way.length - 1] !== place) way.push(place);
    const key = way.join();
    const of = found.get(key);
    if (of) of.push(recording);
    else found.set(key, [recording]);
  }
  const { recordings: columns, steps } = population;
  return [...found]
    .map(([key, recordings]): Variant => {
      const lengths = recordings.map((one) => steps.at[(columns.first[one + 1] as number) - 1] as number).sort((a, b) => a - b);
      return {
        pages: key === '' ? [] : key.split(',').map((place) => places.all[Number(place)]?.name ?? ''),
        recordings: Uint32Array.from(recordings),
        usualMs: quantile(lengths, 0.5) ?? 0,
      };
    })
    .sort((a, b) => b.recordings.length - a.recordings.length || a.pages.length - b.pages.length);
}
