/** Everything the journey can come to, proved on the chart that ships. */
import { beforeAll, describe as group, expect, it } from 'vitest';
import { existsSync } from 'node:fs';
import { NOT_OF_THE_CHART } from '#machines/clauses.ts';
import { initialContext } from '#machines/context.ts';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { journeySetup } from '#machines/setup.ts';
import { printFigures } from '../support/console.ts';
import { answersOfInvoke } from './cases.ts';
import { clauseComplaints } from './coverage.ts';
import { describe, prove, type Report } from './prove.ts';
import { INVARIANTS } from './invariants.ts';
import { nodesOf } from './model.ts';

let report: Report;
beforeAll(async () => {
  report = await prove(journeyMachine);
  describe(report).forEach(printFigures);
  // Twenty seconds of work, on a machine that may be busy with everything else.
}, 300_000);

group('the journey', () => {
  it('enters every state node', () => expect(report.nodes.missing).toEqual([]));
  it('takes every transition definition', () => expect(report.definitions.missing).toEqual([]));
  it('walks as the graph says, on real actors', () => expect(report.strayed).toEqual([]));
  it('is seen by a projection that forgets nothing', () => expect(report.unsound).toEqual([]));
  it.each(INVARIANTS.map(({ name }) => name))('keeps the invariant: %s', (name) => {
    expect(report.broken.find(({ invariant }) => invariant === name)?.states.slice(0, 5) ?? []).toEqual([]);
  });
});

group('the specification', () => {
  it('is proved clause by clause, and every state and transition serves one', () => expect(report.unclaimed).toEqual([]));

  it.each(Object.entries(NOT_OF_THE_CHART))('has a test of its own for the clause %s', (_, file) => expect(existsSync(file)).toBe(true));

  it('misses a clause that no path proves', () => {
    const broken = report.clauses.map((one) => (one.clause === '4.rollover' ? { ...one, paths: [] } : one));
    expect(clauseComplaints(journeyMachine, broken)).toEqual([expect.stringContaining('no path proves the clause 4.rollover')]);
  });

  it('misses what serves no clause', () => {
    const unbound = journeySetup.createMachine({
      id: 'journey',
      context: () => ({ ...initialContext }),
      initial: 'here',
      states: { here: { id: 'aPlaceWithoutClauses', on: { 'back.requested': {} } } },
    } as never) as unknown as JourneyMachine;
    expect(clauseComplaints(unbound, report.clauses)).toEqual([expect.stringContaining('serves no clause: state aPlaceWithoutClauses')]);
  });
});

group('the cases of the model', () => {
  it('narrow only calls that the chart makes', () => {
    const calls = nodesOf(journeyMachine).flatMap((node) => node.invoke.map(({ id }) => id));
    expect(Object.keys(answersOfInvoke).filter((id) => !calls.includes(id))).toEqual([]);
  });
});
