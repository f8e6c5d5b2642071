/** The figures that answer a question about a population: of the chosen recordings, and of those on the other side. */
import { useMemo } from 'react';
import { DAY } from '#machines/model/calendar.ts';
import type { Against, Asked } from '../asked.ts';
import type { Population } from '../compute/columns.ts';
import { byRelease, periodOf, selected, valuesOf, type Filter } from '../compute/filter.ts';
import { figuresOf, type Figures } from '../compute/placeFigures.ts';
import { placesOf } from '../compute/chartPlaces.ts';

export interface Study {
  figures: Figures;
  /** null: nothing is compared, or the other side has no recording. */
  other: { figures: Figures; words: string } | null;
  /** Label of this side of a comparison. */
  words: string;
  /** Label of the other side, also where it has no recording; empty: nothing is compared. */
  otherWords: string;
}

interface Sides {
  here: Uint32Array;
  there: Uint32Array | null;
  words: string;
  otherWords: string;
}

function sidesOf(population: Population, filter: Filter, against: Against): Sides {
  const chosen = selected(population, filter);
  const one = { here: chosen, there: null, words: 'Chosen', otherWords: '' };
  if (against === 'nothing') return one;
  if (against === 'others') {
    const inside = new Set(chosen);
    const everyone = selected(population, {});
    return { ...one, there: everyone.filter((at) => !inside.has(at)), otherWords: 'All others' };
  }
  if (against === 'weekBefore') {
    const last = periodOf(population)?.last ?? 0;
    const until = filter.until ?? last + 1;
    const [week, before] = [until - 7 * DAY, until - 14 * DAY];
    return {
      here: selected(population, { ...filter, since: week, until }),
      there: selected(population, { ...filter, since: before, until: week }),
      words: 'Last 7 days',
      otherWords: '7 days before',
    };
  }
  const releases = valuesOf(population, 'release')
    .map(({ value }) => value)
    .sort(byRelease);
  const release = filter.release ?? releases[releases.length - 1] ?? '';
  const { release: _release, ...rest } = filter;
  const { names, recordings } = population;
  const earlier = selected(population, rest).filter(
    (at) => byRelease(names.words[recordings.release[at] as number] as string, release) < 0,
  );
  return { here: selected(population, { ...rest, release }), there: earlier, words: `Release ${release}`, otherWords: 'Earlier releases' };
}

export function useStudy(population: Population, { filter, against }: Pick<Asked, 'filter' | 'against'>): Study {
  const places = useMemo(() => placesOf(population.names), [population]);
  const { here, there, words, otherWords } = useMemo(() => sidesOf(population, filter, against), [population, filter, against]);
  const figures = useMemo(() => figuresOf(population, here, places), [population, here, places]);
  const other = useMemo(
    () => (there && there.length > 0 ? { figures: figuresOf(population, there, places), words: otherWords } : null),
    [population, there, places, otherWords],
  );
  return { figures, other, words, otherWords };
}
