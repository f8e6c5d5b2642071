/** Variants: journeys with the same pages in the same order, and the same end, are one variant. */
import { endsSession } from '#machines/model/codes.ts';
import { statusWords } from '#machines/words.ts';
import type { Population } from './columns.ts';
import { offersOf } from './countedAnswers.ts';
import { lostVisit, problemOfLost } from './lostStep.ts';
import { eventKindsOf, quantile, type Figures } from './placeFigures.ts';
import { visitsOf } from './visits.ts';

export interface Variant {
  /** Names of the pages in their order. */
  readonly pages: readonly string[];
  /** The end of the journeys: "gave up at Personal information", "offer declined", "being assessed". */
  readonly end: string;
  readonly recordings: Uint32Array;
  /** Median length in milliseconds. */
  readonly usualMs: number;
}

/** The end of each selected journey: a declined or lapsed offer, else the loss with its page, else the order's last status. */
function endsOf(population: Population, figures: Figures): string[] {
  const { names, recordings, steps } = population;
  const { selection, places } = figures;
  const kinds = eventKindsOf(names);
  const offers = offersOf(population, selection);
  const [declined, lapsed] = [new Set(offers.declined), new Set(offers.lapsed)];
  return [...selection].map((recording, position) => {
    if (declined.has(recording)) return 'offer declined';
    if (lapsed.has(recording)) return 'offer lapsed';
    const lost = lostVisit(population, figures, position);
    if (lost) {
      const page = places.all[lost.visit.place]?.name ?? '';
      const problem = problemOfLost(population, kinds, lost);
      if (problem === 0) return `gave up at ${page}`;
      return `${endsSession(names.problems[problem]?.code ?? 0) ? 'session ended' : 'ended in a problem'} at ${page}`;
    }
    const status = steps.status[(recordings.first[recording + 1] as number) - 1] as number;
    return status === 0 ? 'no loan asked for' : statusWords(status);
  });
}

/** All variants, most frequent first. */
export function variantsOf(population: Population, figures: Figures): Variant[] {
  const { selection, places } = figures;
  const ends = endsOf(population, figures);
  const found = new Map<string, { way: readonly number[]; end: string; recordings: number[] }>();
  selection.forEach((recording, position) => {
    const way: number[] = [];
    for (const { place } of visitsOf(population, places, recording))
      if (!places.all[place]?.isPassing && way[way.length - 1] !== place) way.push(place);
    const end = ends[position] as string;
    const key = `${way.join()} ${end}`;
    const of = found.get(key);
    if (of) of.recordings.push(recording);
    else found.set(key, { way, end, recordings: [recording] });
  });
  const { recordings: columns, steps } = population;
  return [...found.values()]
    .map(({ way, end, recordings }): Variant => {
      const lengths = recordings.map((one) => steps.at[(columns.first[one + 1] as number) - 1] as number).sort((a, b) => a - b);
      return {
        pages: way.map((place) => places.all[place]?.name ?? ''),
        end,
        recordings: Uint32Array.from(recordings),
        usualMs: quantile(lengths, 0.5) ?? 0,
      };
    })
    .sort((a, b) => b.recordings.length - a.recordings.length || a.pages.length - b.pages.length);
}
