/** Statistics of all recordings about one state: the recordings with a visit, the time spent there, and the problems. */
import type { Summary } from './recordingSummary.ts';

export interface Insight<T> {
  /** Recordings with a visit to the state, those with most problems first. */
  through: readonly T[];
  of: number;
  /** Number of recordings that end here. */
  ended: number;
  /** Number of recordings that were given up in the state: the person left and did nothing more. */
  givenUp: number;
  /** Number of recordings with a problem here. */
  troubled: number;
  /** Problems as sentences, with their code ('' without one) and the number of recordings; most frequent first. */
  problems: readonly { sentence: string; code: string; recordings: number }[];
  /** Names of the next places, with the number of recordings; most frequent first. */
  leftFor: readonly { place: string; recordings: number }[];
  /** Median of the milliseconds spent in the state; null: no recording visits it. */
  usualMs: number | null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

export function insightInto<T extends { summary: Summary | null }>(entries: readonly T[], stateId: string): Insight<T> {
  const stayOf = ({ summary }: T) => summary?.stays[stateId] ?? null;
  const through = entries.filter((entry) => stayOf(entry) !== null);
  /** Number of recordings per key, most frequent first. */
  const counted = (keysOf: (entry: T) => readonly string[]): [string, number][] => {
    const counts = new Map<string, number>();
    for (const key of through.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]);
  };
  const troubles = (entry: T): number => sum(Object.values(stayOf(entry)?.problems ?? {}));
  const times = through.map((entry) => stayOf(entry)?.ms ?? 0).sort((a, b) => a - b);
  return {
    through: [...through].sort((a, b) => troubles(b) - troubles(a)),
    of: entries.length,
    ended: through.filter((entry) => stayOf(entry)?.isEnd).length,
    givenUp: through.filter((entry) => stayOf(entry)?.isGivenUp).length,
    troubled: through.filter((entry) => troubles(entry) > 0).length,
    problems: counted((entry) => Object.keys(stayOf(entry)?.problems ?? {})).map(([sentence, recordings]) => ({
      sentence,
      code: through.find(({ summary }) => summary?.codes[sentence])?.summary?.codes[sentence] ?? '',
      recordings,
    })),
    leftFor: counted((entry) => Object.keys(stayOf(entry)?.leftFor ?? {})).map(([place, recordings]) => ({ place, recordings })),
    usualMs: times[Math.floor(times.length / 2)] ?? null,
  };
}
