/** Where the journeys are at one moment of their time, for the animation. */
import type { Population } from './columns.ts';
import { quantile } from './placeFigures.ts';
import type { Places } from './chartPlaces.ts';
import { visitsOf } from './visits.ts';

/** Visits of all journeys in columns: where a journey is at a moment is found by a binary search. */
export interface Tracks {
  /** Index of the first visit of each journey; one entry more than journeys. */
  readonly first: Uint32Array;
  readonly place: Uint16Array;
  readonly enteredAt: Float64Array;
  /** Milliseconds after which nine of ten journeys are over. */
  readonly longest: number;
}

export function tracksOf(population: Population, selection: Uint32Array, places: Places): Tracks {
  const first = new Uint32Array(selection.length + 1);
  const place: number[] = [];
  const enteredAt: number[] = [];
  const lengths: number[] = [];
  selection.forEach((recording, at) => {
    const visits = visitsOf(population, places, recording);
    for (const visit of visits) {
      place.push(visit.place);
      enteredAt.push(visit.enteredAt);
    }
    lengths.push(visits[visits.length - 1]?.leftAt ?? 0);
    first[at + 1] = place.length;
  });
  return {
    first,
    place: Uint16Array.from(place),
    enteredAt: Float64Array.from(enteredAt),
    longest: Math.max(
      1,
      quantile(
        lengths.sort((a, b) => a - b),
        0.9,
      ) ?? 1,
    ),
  };
}

/** A journey is drawn on its way for this part of the whole time after it entered a place. */
const ON_THE_WAY = 1 / 60;

export interface Whereabouts {
  /** By place, the number of journeys that are there. */
  readonly at: Uint32Array;
  /** By `from * places + to`, the number of journeys that have just gone that way. */
  readonly between: ReadonlyMap<number, number>;
}

/**
 * Follows the journeys through their time. It remembers where each was: while the slider moves most are there still, and a
 * frame has little time for ten thousand of them.
 *
 * @param places Number of places.
 * @returns A function of the milliseconds since the start of each journey. Its answer is overwritten by the next one.
 */
export function followTracks({ first, place, enteredAt, longest }: Tracks, places: number): (ms: number) => Whereabouts {
  const journeys = first.length - 1;
  const visits = first.slice(0, journeys);
  const at = new Uint32Array(places);
  const between = new Map<number, number>();
  return (ms) => {
    const recent = ms - longest * ON_THE_WAY;
    at.fill(0);
    between.clear();
    for (let journey = 0; journey < journeys; journey++) {
      let low = visits[journey] as number;
      let high = first[journey + 1] as number;
      const start = first[journey] as number;
      if ((enteredAt[low] as number) > ms) [low, high] = [start, low];
      else if (low + 1 === high || (enteredAt[low + 1] as number) > ms) high = low + 1;
      // The last visit that has begun.
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((enteredAt[middle] as number) <= ms) low = middle;
        else high = middle;
      }
      visits[journey] = low;
      const here = place[low] as number;
      at[here] = (at[here] as number) + 1;
      if (low > start && (enteredAt[low] as number) > recent) {
        const way = (place[low - 1] as number) * places + here;
        between.set(way, (between.get(way) ?? 0) + 1);
      }
    }
    return { at, between };
  };
}
