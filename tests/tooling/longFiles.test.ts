/** The choice of long test files for a usual run. */
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GROUPS, leftOut, LONG_FILES } from '../support/longFiles.ts';

const SEEDS = Array.from({ length: 500 }, (_, seed) => seed);

const secondsOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + (LONG_FILES[file] ?? Number.NaN), 0);

describe('long test files', () => {
  it('table of the long test files: names files that exist, longest first', () => {
    for (const file of Object.keys(LONG_FILES)) expect(fs.existsSync(file), file).toBe(true);
    const seconds = Object.values(LONG_FILES);
    expect(seconds).toEqual(seconds.toSorted((a, b) => b - a));
  });

  it('long test files, usual run: contains one file of each group, the same ones for the same seed', () => {
    const out = leftOut(7);
    expect(leftOut(7)).toEqual(out);
    for (const group of GROUPS) expect(group.filter((file) => !out.includes(file))).toHaveLength(1);
  });

  it('long test files, many usual runs: every file is in one of them', () => {
    const never = SEEDS.map(leftOut).reduce((before, out) => before.filter((file) => out.includes(file)), GROUPS.flat());
    expect(never).toEqual([]);
  });

  it('long test files, any usual run: draws less than a third of the work of all', () => {
    const all = secondsOf(GROUPS.flat());
    for (const seed of SEEDS) expect(all - secondsOf(leftOut(seed)), `seed ${seed}`).toBeLessThan(all / 3);
  });
});
