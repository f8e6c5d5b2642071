/** The differences between two snapshots in readable form: path, before, after. */
import { changesBetween, partOf, pathText, type Path } from '#src/recording/canonical.ts';
import { viewOf } from '#src/recording/replay.ts';
import type { AnyMachineSnapshot } from 'xstate';
import { nameOf } from '../charts/index.ts';
import { leafOf, placeOf } from './journeyRun.ts';

export interface ValueChange {
  path: string;
  /** The change in words, if the values are no words: the names of two states. */
  says?: { before: string; after: string };
  /** Undefined: the part was missing. */
  before: unknown;
  after: unknown;
}

/** A path with a label for its first key. */
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

/** The place of a run in words: "Photos of your ID, uploading". */
export function placeWords(snapshot: AnyMachineSnapshot): string {
  const [place, leaf] = [placeOf(snapshot), leafOf(snapshot)];
  return place.id === leaf.id ? nameOf(place) : `${nameOf(place)}, ${nameOf(leaf).toLowerCase()}`;
}

/** Both places in words; within one page only the inner states. */
function whereWords(before: AnyMachineSnapshot, after: AnyMachineSnapshot): { before: string; after: string } {
  const isSamePlace = placeOf(before).id === placeOf(after).id;
  const words = (snapshot: AnyMachineSnapshot): string => (isSamePlace ? nameOf(leafOf(snapshot)) : placeWords(snapshot));
  return { before: words(before), after: words(after) };
}

/** The changes between two snapshots. The state is one line; other parts are listed leaf by leaf. */
export function changesOf(before: AnyMachineSnapshot, after: AnyMachineSnapshot): ValueChange[] {
  const [a, b] = [viewOf(before), viewOf(after)];
  const [from, to] = [stateText(a.value), stateText(b.value)];
  const state: ValueChange[] = from === to ? [] : [{ path: 'state', before: from, after: to, says: whereWords(before, after) }];
  const rest = [...changesBetween(a.context, b.context, ['context']), ...changesBetween(a.children, b.children, ['children'])].map(
    ([path]) => ({ path: readable(path), before: partOf(a, path), after: partOf(b, path) }),
  );
  return [...state, ...rest];
}

/** Recognises timestamps: milliseconds since 1970 of days from 2001 to 2128. Amounts are far smaller. */
const isMoment = (value: unknown): boolean => typeof value === 'number' && value > 1e12 && value < 5e12;
/** Stand-ins of redacted texts. They are numbered per recording, so equal numbers do not mean equal texts. */
export const isStandIn = (value: unknown): boolean => typeof value === 'string' && /^(?:\[[a-z]+ \d+\]|~\d+)\.*$/.test(value);

export interface Apart {
  /** The differences to show. */
  changes: readonly ValueChange[];
  /** Number of moments and of hidden texts that were left out. */
  moments: number;
  hidden: number;
}

/**
 * The differences between steps of two recordings, without timestamps and redacted texts, which always differ. A
 * timestamp or text that only one of them has is kept.
 */
export function apart(before: AnyMachineSnapshot, after: AnyMachineSnapshot): Apart {
  const all = changesOf(before, after);
  const both = (is: (value: unknown) => boolean) => all.filter((one) => is(one.before) && is(one.after));
  const [moments, hidden] = [both(isMoment), both(isStandIn)];
  const left = new Set([...moments, ...hidden]);
  return { changes: all.filter((one) => !left.has(one)), moments: moments.length, hidden: hidden.length };
}

export interface Leaf {
  path: string;
  value: unknown;
}

/** Every leaf of a value with its path. */
export function leavesOf(value: unknown, path: string): Leaf[] {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`));
  return value === undefined ? [] : [{ path, value }];
}

export const valuesOf = (snapshot: AnyMachineSnapshot): Leaf[] => [
  { path: 'state', value: stateText(snapshot.value) },
  ...leavesOf(snapshot.context, ''),
];

/** A value in one line: "none" for a missing one. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  return JSON.stringify(value);
}
