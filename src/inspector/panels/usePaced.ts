import { useEffect, useMemo } from 'react';

export interface Paced<T> {
  /** Passes the value on in the next free frame. A later value replaces one that still waits. */
  next: (value: T) => void;
  /** Takes the value that still waits, which is then not passed on; null: none waits. */
  take: () => T | null;
}

function paced<T>(pass: (value: T) => void): Paced<T> {
  let waiting: { value: T } | null = null;
  let frame = 0;
  const take = (): T | null => {
    const value = waiting?.value ?? null;
    waiting = null;
    return value;
  };
  const show = (): void => {
    const value = take();
    frame = value === null ? 0 : requestAnimationFrame(rest);
    if (value !== null) pass(value);
  };
  const rest = (): void => {
    frame = waiting ? requestAnimationFrame(show) : 0;
  };
  return {
    next(value) {
      waiting = { value };
      if (frame === 0) frame = requestAnimationFrame(show);
    },
    take,
  };
}

/**
 * Passes values on in every second animation frame: drawing a step takes one frame for the chart, and the next one for the panel
 * whose turn it is.
 */
export function usePaced<T>(pass: (value: T) => void): Paced<T> {
  const made = useMemo(() => paced(pass), [pass]);
  useEffect(() => () => void made.take(), [made]);
  return made;
}
