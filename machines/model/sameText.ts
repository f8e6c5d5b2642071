import type { Values } from './application.ts';

/** Absent and empty are the same. */
export const isSameText = (a: Values, b: Values): boolean =>
  [...Object.keys(a), ...Object.keys(b)].every((name) => (a[name] ?? '') === (b[name] ?? ''));
