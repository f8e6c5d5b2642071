/** The changes of a step as rows of a table, in business words or in the spelling of the code. */
import type { Names } from '../names.ts';
import { isStandIn, leavesOf, valueText, type ValueChange } from './diff.ts';
import { pathWords, valueWords } from './valueWords.ts';

export interface ChangeRow {
  path: string;
  label: string;
  before: string;
  after: string;
  /** The full values, for a row that shortens them. */
  whole: { before: string; after: string };
}

export interface ChangeRows {
  rows: ChangeRow[];
  /** Number of changes that are invisible in words, such as moments within the same second. */
  finer: number;
}

/** Maximum number of values of an added or removed part that are listed one by one. */
const MOST_LEAVES = 8;

/** Shortens a long path at its beginning, because the end is more specific. */
const shortPath = (path: string): string => {
  const parts = path.split('.');
  while (parts.length > 1 && parts.join('.').length > 20) parts.shift();
  const end = parts.join('.');
  return end === path ? path : `…${end}`;
};

/** Shortens a state to its innermost parts. */
const shortValue = (path: string, value: unknown): string => {
  const parts = path === 'state' ? valueText(value).split('.') : [];
  return parts.length > 2 ? `…${parts.slice(-2).join('.')}` : valueText(value);
};

function codeRow({ path, before, after }: ValueChange): ChangeRow {
  return {
    path,
    label: shortPath(path),
    before: shortValue(path, before),
    after: shortValue(path, after),
    whole: { before: valueText(before), after: valueText(after) },
  };
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** An added or removed part as one row for each value. */
function partsOf(change: ValueChange): ValueChange[] {
  const { path, before, after } = change;
  if (isMissing(before) === isMissing(after)) return [change];
  const leaves = leavesOf(before ?? after, path);
  if (leaves.length > MOST_LEAVES || leaves.every((leaf) => leaf.path === path)) return [change];
  return leaves.map((leaf) => ({
    path: leaf.path,
    before: isMissing(before) ? undefined : leaf.value,
    after: isMissing(before) ? leaf.value : undefined,
  }));
}

function plainRow({ path, says, before, after }: ValueChange): ChangeRow {
  const words = says ?? { before: valueWords(path, before), after: valueWords(path, after) };
  const isOther = words.before === words.after && isStandIn(before) && isStandIn(after);
  const described = isOther ? { ...words, after: `another ${words.after}` } : words;
  return { path, label: pathWords(path), ...described, whole: described };
}

export function changeRows(changes: readonly ValueChange[], names: Names): ChangeRows {
  if (names === 'code') return { rows: changes.map(codeRow), finer: 0 };
  const described = changes.flatMap(partsOf).map(plainRow);
  const rows = described.filter(({ before, after }) => before !== after);
  return { rows, finer: described.length - rows.length };
}
