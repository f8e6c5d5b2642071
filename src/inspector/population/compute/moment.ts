/** The place of each journey at one moment since its start, for the animation. */
import type { Population } from './columns.ts';
import { quantile } from './placeFigures.ts';
import type { Places } from './chartPlaces.ts';
import { visitsOf } from './visits.ts';

/** The visits of all journeys in columns. A binary search finds the visit of a journey at a moment. */
export interface Tracks {
  /** Index of the first visit of each journey. A further entry at the end is the number of all visits. */
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

/** For this share of the whole time after it entered a place, a journey is drawn on the way to the place. */
const ON_THE_WAY = 1 / 60;

export interface Whereabouts {
  /** By place, the number of journeys at the place. */
  readonly at: Uint32Array;
  /** By `from * places + to`, the number of journeys on the way from one place to the other. */
  readonly between: ReadonlyMap<number, number>;
}

/**
 * Finds the place of each journey at a moment. The function remembers the last visit of each journey, because most journeys
 * are still in the same visit in the next frame, and a frame is too short for ten thousand searches.
 *
 * @param places Number of places.
 * @returns A function of the milliseconds since the start of each journey. Each call overwrites the answer of the last call.
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
      // Searches the last visit that has begun.
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
