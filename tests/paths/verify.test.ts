/** Verification of the chart that ships. */
import { beforeAll, describe as group, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { printFigures } from '../support/console.ts';
import { sampleOf } from '../support/effort.ts';
import { answersOfInvoke } from './cases.ts';
import { describe, verify, type Report } from './verify.ts';
import { INVARIANTS } from './invariants.ts';
import { nodesOf } from './model.ts';

let report: Report;
beforeAll(async () => {
  // Comparing all states would take two thirds of the time: `npm run paths` and the long run do that.
  ({ report } = await verify(journeyMachine, undefined, (keys) => sampleOf('states compared for soundness', keys, 900)));
  describe(report).forEach(printFigures);
});

group('journey chart', () => {
  it('explored: every state node is entered', () => expect(report.nodes.missing).toEqual([]));
  it('explored: every transition definition is taken', () => expect(report.definitions.missing).toEqual([]));
  it('paths on real actors: lead where the graph leads', () => expect(report.diverged).toEqual([]));
  it('projection: is sound', () => expect(report.unsound).toEqual([]));
  it.each(INVARIANTS.map(({ name }) => name))('invariant holds: %s', (name) => {
    expect(report.broken.find(({ invariant }) => invariant === name)?.breaches.slice(0, 5) ?? []).toEqual([]);
  });
});

group('specification', () => {
  it('every clause is covered, and every state and transition serves one', () => expect(report.unclaimed).toEqual([]));
});

group('cases of the model', () => {
  it('answers by invoke: name only calls of the chart', () => {
    const calls = nodesOf(journeyMachine).flatMap((node) => node.invoke.map(({ id }) => id));
    expect(Object.keys(answersOfInvoke).filter((id) => !calls.includes(id))).toEqual([]);
  });
});
