/** A sample of the paths with a real lender; all of them are walked by `npm run paths -- --lender`. */
import { describe, expect, it } from 'vitest';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { printFigures } from '../../support/console.ts';
import { explore, type Graph } from '../explore.ts';
import { judge } from '../verdict.ts';
import { planted } from '../mutate.ts';
import { street } from '../happyPath.ts';
import type { WalkReport } from '../onlineTest.ts';
import { walkWithLender } from './run.ts';

const world = street();

/** Calls that move the order, money among them, and what is read between them. */
const ANSWERED =
  /--xstate\.done\.actor\.(startApplication|savePersonalInfo|saveAdditionalInfo|uploadPhoto|finishPhotos|bindAccount|saveQuestionnaire|loadOffer|drawLoan|requestPayment|verifyPayment|refreshBalance)\W/;

const provable = (graph: Graph, wanted: RegExp): Set<string> =>
  new Set([...graph.edges.values()].flat().flatMap(({ proves }) => proves.filter((name) => wanted.test(name))));

async function walk(machine: JourneyMachine, wanted: RegExp): Promise<{ graph: Graph; report: WalkReport }> {
  const graph = explore(machine, world);
  const goals = provable(graph, wanted);
  expect(goals.size).toBeGreaterThan(0);
  return { graph, report: await walkWithLender(machine, { goals, mostPaths: 4, mostMismatches: 1 }, graph) };
}

describe('the paths with a real lender', () => {
  it('lead from the first form to a payment, and the chart has the order of the lender all the way', async () => {
    const { graph, report } = await walk(journeyMachine, ANSWERED);
    printFigures(`${report.paths.length} paths with ${report.steps} steps, in ${report.took}`);
    expect(judge(graph, report, []).complaints).toEqual([]);
  });

  it('find a chart that does not take over what became of the order', async () => {
    const forgetful = planted('places.borrow.confirmBorrow.drawing', ({ invoke }) => ({
      invoke: { ...(invoke as object), onDone: { target: '#home' } },
    }));
    const { graph, report } = await walk(forgetful, /--xstate\.done\.actor\.drawLoan\W/);
    expect(judge(graph, report, []).complaints).toContainEqual(
      expect.stringMatching(/the chart has \w+ in status 14, the lender \w+ in status \d+$/),
    );
  });
});

describe('what a walk leaves open', () => {
  const why = 'for a reason';
  const open = 'tabs --login.requested--> askingLogin';
  const graph = explore(journeyMachine, world);
  const report: WalkReport = {
    paths: [],
    steps: 0,
    mismatches: [],
    proved: new Set(['state home']),
    open: new Map([[open, ['no button']]]),
    took: '0.0 s',
  };

  it('is a complaint, with what was met on the way', () =>
    expect(judge(graph, report, []).complaints).toEqual([`not proved: ${open} (no button)`]));

  it('may be known to be beyond this world', () => {
    const verdict = judge(graph, report, [{ why, names: [open] }]);
    expect(verdict.complaints).toEqual([]);
    expect(verdict.beyond).toEqual([{ why, names: [open] }]);
  });

  it('is not excused by a reason that does not hold, or is about nothing', () =>
    expect(judge(graph, report, [{ why, names: [open, 'state home', 'state attic'] }]).complaints).toEqual([
      'said to be beyond this world, but not in the chart: state attic',
      'said to be beyond this world, but proved: state home',
    ]));
});
