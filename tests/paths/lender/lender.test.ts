/** A sample of the online test with a real lender; `npm run paths -- --lender` runs the whole test. */
import { describe, expect, it } from 'vitest';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { printFigures } from '../../support/console.ts';
import { explore, type Graph } from '../explore.ts';
import { verdictOf } from '../verdict.ts';
import { mutated } from '../mutate.ts';
import { happyPath } from '../happyPath.ts';
import type { OnlineReport } from '../onlineTest.ts';
import { testWithLender } from './runWithLender.ts';

const exploration = happyPath();

/** Calls that change the order, and the reads between them. */
const ANSWERED =
  /--xstate\.done\.actor\.(startApplication|savePersonalInfo|saveAdditionalInfo|finishPhotos|bindAccount|saveQuestionnaire|loadOffer|drawLoan|requestPayment|verifyPayment)\W|actor\.(refreshBalance|uploadPhoto)\[1\]/;

const coverable = (graph: Graph, wanted: RegExp): Set<string> =>
  new Set([...graph.edges.values()].flat().flatMap(({ covers }) => covers.filter((name) => wanted.test(name))));

async function testWith(machine: JourneyMachine, wanted: RegExp): Promise<{ graph: Graph; report: OnlineReport }> {
  const graph = explore(machine, exploration);
  const obligations = coverable(graph, wanted);
  expect(obligations.size).toBeGreaterThan(0);
  return { graph, report: await testWithLender(machine, { obligations, mostPaths: 4, mostMismatches: 1 }, graph) };
}

describe('online test with a real lender', () => {
  it('online test with a real lender, chart that ships: from the first form to a payment, chart and lender have the same order', async () => {
    const { graph, report } = await testWith(journeyMachine, ANSWERED);
    printFigures(`${report.paths.length} paths with ${report.steps} steps, in ${report.took}`);
    expect(verdictOf(graph, report, []).complaints).toEqual([]);
  });

  it('online test with a real lender, mutant that ignores the drawn order: reports the difference', async () => {
    const forgetful = mutated('places.borrow.confirmBorrow.drawing', ({ invoke }) => ({
      invoke: { ...(invoke as object), onDone: { target: '#home' } },
    }));
    const { graph, report } = await testWith(forgetful, /--xstate\.done\.actor\.drawLoan\W/);
    expect(verdictOf(graph, report, []).complaints).toContainEqual(
      expect.stringMatching(/the chart has \w+ in status 14, the lender \w+ in status \d+$/),
    );
  });
});

describe('uncovered obligation', () => {
  const why = 'for a reason';
  const open = 'tabs --login.requested--> askingLogin';
  const graph = explore(journeyMachine, exploration);
  const report: OnlineReport = {
    paths: [],
    steps: 0,
    mismatches: [],
    covered: new Set(['state home']),
    open: new Map([[open, ['no button']]]),
    isCut: false,
    took: '0.0 s',
  };

  it('uncovered obligation, not listed: is a complaint, with the reasons of the environment', () =>
    expect(verdictOf(graph, report, []).complaints).toEqual([`not covered: ${open} (no button)`]));

  it('uncovered obligation, listed as unreachable: is no complaint', () => {
    const verdict = verdictOf(graph, report, [{ why, names: [open] }]);
    expect(verdict.complaints).toEqual([]);
    expect(verdict.unreachable).toEqual([{ why, names: [open] }]);
  });

  it('list with a covered or an unknown name: is a complaint', () =>
    expect(verdictOf(graph, report, [{ why, names: [open, 'state home', 'state unused'] }]).complaints).toEqual([
      'listed as unreachable, but not in the chart: state unused',
      'listed as unreachable, but covered: state home',
    ]));

  it('list with a covered name that a run covers by chance: is no complaint', () =>
    expect(verdictOf(graph, report, [{ why, unless: 'the shell is late', names: [open, 'state home'] }]).complaints).toEqual([]));
});
