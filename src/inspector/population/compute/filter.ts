/** Selects recordings by period, release, language, class of device, product and market. */
import type { Population } from './columns.ts';

export const CRITERIA = ['release', 'language', 'device', 'product', 'market'] as const;
export type Criterion = (typeof CRITERIA)[number];

export interface Filter extends Readonly<Partial<Record<Criterion, string>>> {
  /** Start of the period, milliseconds since 1970; absent: no limit. */
  readonly since?: number;
  /** First moment after the period, milliseconds since 1970; absent: no limit. */
  readonly until?: number;
}

/** Number of recordings for each value, most frequent first. '': the recording has no value. */
export function valuesOf({ names, recordings, count }: Population, criterion: Criterion): { value: string; recordings: number }[] {
  const counts = new Map<number, number>();
  const column = recordings[criterion];
  for (let at = 0; at < count; at++) counts.set(column[at] as number, (counts.get(column[at] as number) ?? 0) + 1);
  return [...counts]
    .map(([word, of]) => ({ value: names.words[word] as string, recordings: of }))
    .sort((a, b) => b.recordings - a.recordings);
}

/** Indices of the recordings that the filter matches, ascending. */
export function selected({ names, recordings, count }: Population, filter: Filter): Uint32Array {
  const { since = -Infinity, until = Infinity } = filter;
  const asked = CRITERIA.flatMap((criterion) => {
    const value = filter[criterion];
    return value === undefined ? [] : [{ column: recordings[criterion], word: names.words.indexOf(value) }];
  });
  const found = new Uint32Array(count);
  let length = 0;
  for (let at = 0; at < count; at++) {
    const time = recordings.time[at] as number;
    if (time < since || time >= until) continue;
    if (asked.every(({ column, word }) => column[at] === word)) found[length++] = at;
  }
  return found.slice(0, length);
}

/** First and last moment of the recordings; null: there are none. */
export function periodOf({ recordings: { time }, count }: Population): { first: number; last: number } | null {
  if (count === 0) return null;
  return { first: time.reduce((a, b) => Math.min(a, b)), last: time.reduce((a, b) => Math.max(a, b)) };
}

/** Sorts releases by version: 1.9.0 before 1.10.0. */
export const byRelease = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
