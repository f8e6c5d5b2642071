/** Everything the journey can come to, proved on the chart that ships. */
import { beforeAll, describe as group, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { printFigures } from '../support/console.ts';
import { sampleOf } from '../support/effort.ts';
import { answersOfInvoke } from './cases.ts';
import { describe, prove, type Report } from './verify.ts';
import { INVARIANTS } from './invariants.ts';
import { nodesOf } from './model.ts';

let report: Report;
beforeAll(async () => {
  // Two thirds of the time would go into comparing all of them: `npm run paths` and the long run do.
  ({ report } = await prove(journeyMachine, undefined, (keys) => sampleOf('states compared by what follows', keys, 900)));
  describe(report).forEach(printFigures);
});

group('the journey', () => {
  it('enters every state node', () => expect(report.nodes.missing).toEqual([]));
  it('takes every transition definition', () => expect(report.definitions.missing).toEqual([]));
  it('walks as the graph says, on real actors', () => expect(report.strayed).toEqual([]));
  it('is seen by a projection that forgets nothing', () => expect(report.unsound).toEqual([]));
  it.each(INVARIANTS.map(({ name }) => name))('keeps the invariant: %s', (name) => {
    expect(report.broken.find(({ invariant }) => invariant === name)?.breaches.slice(0, 5) ?? []).toEqual([]);
  });
});

group('the specification', () => {
  it('is proved clause by clause, and every state and transition serves one', () => expect(report.unclaimed).toEqual([]));
});

group('the cases of the model', () => {
  it('narrow only calls that the chart makes', () => {
    const calls = nodesOf(journeyMachine).flatMap((node) => node.invoke.map(({ id }) => id));
    expect(Object.keys(answersOfInvoke).filter((id) => !calls.includes(id))).toEqual([]);
  });
});
