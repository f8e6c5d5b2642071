/** What changed between two snapshots, for reading: path, before, after. */
import { changesBetween, partOf, pathText, type Path } from '#src/recording/canonical.ts';
import { viewOf } from '#src/recording/replay.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';

export interface ValueChange {
  path: string;
  /** Undefined: nothing was there. */
  before: unknown;
  after: unknown;
}

/** What lies at the top of a view, in the words of people who read it. */
function readable([top, ...rest]: Path): string {
  if (top === 'context') return pathText(rest);
  return ['calls running', ...rest].join('.');
}

/** "places.apply.personalInfo.editing" */
export const stateText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, inner]) => [key, stateText(inner)].filter((part) => part !== '').join('.'))
    .join(' + ');
};

/** The state is one line, however deep it changed; the rest is as fine as it gets. */
export function changesOf(before: JourneySnapshot, after: JourneySnapshot): ValueChange[] {
  const [a, b] = [viewOf(before), viewOf(after)];
  const [from, to] = [stateText(a.value), stateText(b.value)];
  const state = from === to ? [] : [{ path: 'state', before: from, after: to }];
  const rest = [...changesBetween(a.context, b.context, ['context']), ...changesBetween(a.children, b.children, ['children'])].map(
    ([path]) => ({ path: readable(path), before: partOf(a, path), after: partOf(b, path) }),
  );
  return [...state, ...rest];
}

/** Every value with its path, leaves only. */
export function valuesOf(snapshot: JourneySnapshot): { path: string; value: unknown }[] {
  const out: { path: string; value: unknown }[] = [{ path: 'state', value: stateText(snapshot.value) }];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
      for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`);
    } else if (value !== undefined) out.push({ path, value });
  };
  walk(snapshot.context, '');
  return out;
}

/** A value in one line: "none" for what is not there. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  return JSON.stringify(value);
}
