/** docs/coverage.md lists the states and paths that cover each clause. These tests need the chart and no path. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLAUSES, NOT_OF_THE_CHART } from '#machines/specification.ts';
import { initialContext } from '#machines/context.ts';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { journeySetup } from '#machines/setup.ts';
import { clauseComplaints, COVERAGE_FILE, coverClauses, coveragePage, pageWithoutPaths, servedBy, withoutPaths } from './coverage.ts';

const everything = coverClauses(journeyMachine, [new Set(servedBy(journeyMachine).keys())]);

describe('docs/coverage.md', () => {
  it('docs/coverage.md: equals the generated page, except for path numbers', () => {
    expect(withoutPaths(readFileSync(COVERAGE_FILE, 'utf8')), 'stale; run: npm run paths -- --coverage').toBe(
      pageWithoutPaths(journeyMachine),
    );
  });

  it('comparison without path numbers, another place: finds the difference', () => {
    const renumbered = everything.map((one) => ({ ...one, paths: one.paths.map((path) => path + 40) }));
    expect(withoutPaths(coveragePage(renumbered))).toBe(pageWithoutPaths(journeyMachine));
    const moved = everything.map((one) => (one.clause === '4.rollover' ? { ...one, places: ['another place'] } : one));
    expect(withoutPaths(coveragePage(moved))).not.toBe(pageWithoutPaths(journeyMachine));
    expect(withoutPaths(coveragePage(everything))).toContain(NOT_OF_THE_CHART['9.loan']);
  });

  it('docs/coverage.md: names every clause once', () => {
    const named = [...readFileSync(COVERAGE_FILE, 'utf8').matchAll(/^\| (\d\.\w+) \|/gm)].map(([, clause]) => clause);
    expect(named).toEqual(Object.keys(CLAUSES));
  });
});

describe('clause of the specification', () => {
  it('clause of the specification: is served by the chart or by a named test', () => {
    expect(clauseComplaints(journeyMachine, everything)).toEqual([]);
  });

  it.each(Object.entries(NOT_OF_THE_CHART))('clause %s: the named test exists', (_, file) => expect(existsSync(file)).toBe(true));

  it('clause covered by no path: is reported', () => {
    const broken = everything.map((one) => (one.clause === '4.rollover' ? { ...one, paths: [] } : one));
    expect(clauseComplaints(journeyMachine, broken)).toEqual([expect.stringContaining('no path covers the clause 4.rollover')]);
  });

  it('state that serves no clause: is reported', () => {
    const unbound = journeySetup.createMachine({
      id: 'journey',
      context: () => ({ ...initialContext }),
      initial: 'here',
      states: { here: { id: 'aPlaceWithoutClauses', on: { 'back.requested': {} } } },
    } as never) as unknown as JourneyMachine;
    expect(clauseComplaints(unbound, everything)).toEqual([expect.stringContaining('serves no clause: state aPlaceWithoutClauses')]);
  });
});
