/** Sizes of the panels. A person can change them, and the browser stores them. */
import { useCallback, useState } from 'react';

export interface Sizes {
  /** Shares of the width: chart, screen, events. They add up to 100. */
  columns: readonly [number, number, number];
  /** Height of the details below the events, px. */
  details: number;
}

export const FIRST_SIZES: Sizes = { columns: [39, 26, 35], details: 216 };
/** Minimum share of a column. */
const LEAST = 18;
export const DETAILS_RANGE = { least: 96, most: 520 } as const;

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Moves the border behind a column. Only the two columns beside it change. @param by a share of the width. */
export function withBorderMoved(sizes: Sizes, border: 0 | 1, by: number): Sizes {
  const columns: [number, number, number] = [...sizes.columns];
  const both = columns[border] + columns[(border + 1) as 1 | 2];
  const first = between(columns[border] + by, LEAST, both - LEAST);
  columns[border] = first;
  columns[(border + 1) as 1 | 2] = both - first;
  return { ...sizes, columns };
}

export const withDetails = (sizes: Sizes, details: number): Sizes => ({
  ...sizes,
  details: between(details, DETAILS_RANGE.least, DETAILS_RANGE.most),
});

/** Range of the column whose right border moves. */
export const rangeOf = ({ columns }: Sizes, border: 0 | 1): { least: number; most: number } => ({
  least: LEAST,
  most: columns[border] + columns[(border + 1) as 1 | 2] - LEAST,
});

const KEY = 'inspector.sizes';

/** Parses stored sizes. Invalid sizes are replaced by the initial ones. */
export function readSizes(text: string | null): Sizes {
  try {
    const { columns, details } = JSON.parse(text ?? '') as { columns: unknown; details: unknown };
    const isShare = (one: unknown): one is number => typeof one === 'number' && one >= LEAST - 1;
    if (!Array.isArray(columns) || columns.length !== 3 || !columns.every(isShare) || typeof details !== 'number') return FIRST_SIZES;
    const [a, b, c] = columns as [number, number, number];
    return Math.abs(a + b + c - 100) < 1 ? withDetails({ columns: [a, b, c], details }, details) : FIRST_SIZES;
  } catch {
    return FIRST_SIZES;
  }
}

/** The stored sizes; null if the browser stores nothing. */
const kept = (): string | null => {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

export type ChangeSizes = (change: (sizes: Sizes) => Sizes) => void;

export function useSizes(): [Sizes, ChangeSizes] {
  const [sizes, setSizes] = useState(() => readSizes(kept()));
  const change = useCallback((by: (sizes: Sizes) => Sizes) => {
    setSizes((before) => {
      const next = by(before);
      try {
        window.localStorage.setItem(KEY, JSON.stringify(next));
      } catch {
        // Without storage, the sizes last until the page is closed.
      }
      return next;
    });
  }, []);
  return [sizes, change];
}
