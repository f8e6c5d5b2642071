import type { Values } from './application.ts';

/** Treats absent and empty values as the same. In a file of its own, so that it is not part of the first paint. */
export const isSameText = (a: Values, b: Values): boolean =>
  [...Object.keys(a), ...Object.keys(b)].every((name) => (a[name] ?? '') === (b[name] ?? ''));
