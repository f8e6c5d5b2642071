import type { Values } from './application.ts';

/** Absent and empty are the same. A file of its own, because the first files of the page have no use for it. */
export const isSameText = (a: Values, b: Values): boolean =>
  [...Object.keys(a), ...Object.keys(b)].every((name) => (a[name] ?? '') === (b[name] ?? ''));
