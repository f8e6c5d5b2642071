/** Compares two journeys: equal steps, and the first difference. */
import { stateText } from './diff.ts';
import type { Step } from './journeyRun.ts';

export interface Comparison {
  /** By index in the first journey, the index of the equal step in the second. */
  readonly partnerOf: ReadonlyMap<number, number>;
  /** Indices in the first journey without an equal step in the second. */
  readonly onlyHere: readonly number[];
  /** Indices in the second journey without an equal step in the first. */
  readonly onlyThere: readonly number[];
  /** First index in the first journey without an equal step; null: none. */
  readonly partsAt: number | null;
}

/** Two steps are equal when event and resulting state are equal. The data may differ, as between two borrowers. */
const keyOf = ({ event, snapshot }: Step): string => `${event?.type ?? ''} ${stateText(snapshot.value)}`;

/** Maximum size of the table for the longest common subsequence. Beyond it, only the beginning and the end are matched. */
const MOST_CELLS = 9_000_000;

/** Pairs of the longest common subsequence of `a[from..]` and `b[from..]` up to the given ends. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  const [n, m] = [a.length, b.length];
  if (n === 0 || m === 0 || n * m > MOST_CELLS) return [];
  const width = m + 1;
  const table = new Uint16Array((n + 1) * width);
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      const at = i * width + j;
      table[at] = a[i] === b[j] ? (table[at + width + 1] as number) + 1 : Math.max(table[at + width] as number, table[at + 1] as number);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < n && j < m;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if ((table[(i + 1) * width + j] as number) >= (table[i * width + j + 1] as number)) i++;
    else j++;
  }
  return pairs;
}

export function compare(one: readonly Step[], other: readonly Step[]): Comparison {
  const [a, b] = [one.map(keyOf), other.map(keyOf)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const partnerOf = new Map<number, number>();
  for (let i = 0; i < start; i++) partnerOf.set(i, i);
  for (const [i, j] of common(a.slice(start, a.length - end), b.slice(start, b.length - end))) partnerOf.set(start + i, start + j);
  for (let i = 0; i < end; i++) partnerOf.set(a.length - 1 - i, b.length - 1 - i);
  const matched = new Set(partnerOf.values());
  const onlyHere = a.map((_, i) => i).filter((i) => !partnerOf.has(i));
  const onlyThere = b.map((_, j) => j).filter((j) => !matched.has(j));
  const isSame = onlyHere.length === 0 && onlyThere.length === 0;
  return { partnerOf, onlyHere, onlyThere, partsAt: isSame ? null : Math.min(start, a.length - 1) };
}

/** The step of the other journey to compare with: the equal step, or the partner of the last step that has one. */
export function otherIndex({ partnerOf }: Comparison, index: number): number {
  for (let i = index; i >= 0; i--) {
    const partner = partnerOf.get(i);
    if (partner !== undefined) return partner;
  }
  return 0;
}
