/** The chart that ships: verified, and with a failure of every call in every state. One exploration serves both. */
import { beforeAll, describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { printFigures } from '../support/console.ts';
import { sampleOf } from '../support/effort.ts';
import { answersOfInvoke } from './cases/answers.ts';
import { createTable } from './expected/table.ts';
import { readTable } from './expected/tableRows.ts';
import { faultComplaints, faultTable, faultsOf, injectFaults, SILENT_CALLS, type Outcome } from './faultInjection.tsx';
import { describe as describeReport, verify, type Verification } from './verify.ts';
import { INVARIANTS } from './invariants.ts';
import { runningCalls } from './model.ts';
import { nodesOf } from './steps.ts';

let graph: Verification['graph'];
let report: Verification['report'];
let outcomes: Outcome[];
beforeAll(async () => {
  // Comparing all states would take two thirds of the time: `npm run paths` and the long run do that.
  ({ graph, report } = await verify(journeyMachine, undefined, (keys) => sampleOf('states compared for soundness', keys, 900), {
    table: createTable(readTable()),
  }));
  describeReport(report).forEach(printFigures);
  outcomes = await injectFaults(graph);
});

const calls = nodesOf(journeyMachine).flatMap((node) => node.invoke.map(({ id }) => id));

describe('journey chart', () => {
  it('journey chart, explored: every state node is entered', () => expect(report.nodes.missing).toEqual([]));
  it('journey chart, explored: every transition definition is taken', () => expect(report.definitions.missing).toEqual([]));
  it('paths on real actors: lead where the graph leads', () => expect(report.diverged).toEqual([]));
  it('journey chart, every step: has the outcome in docs/expected.md', () => expect(report.unexpected.slice(0, 10)).toEqual([]));
  it('every row of docs/expected.md: is needed', () => expect(report.needless).toEqual([]));
  it('journey chart, projection: is sound', () => expect(report.unsound).toEqual([]));
  it.each(INVARIANTS.map(({ name }) => name))('journey chart, invariant holds: %s', (name) => {
    expect(report.broken.find(({ invariant }) => invariant === name)?.breaches.slice(0, 5) ?? []).toEqual([]);
  });
});

describe('specification', () => {
  it('specification: every clause is covered, and every state and transition serves one', () => expect(report.unclaimed).toEqual([]));
});

describe('cases of the model', () => {
  it('answers by invoke: name only calls of the chart', () => {
    expect(Object.keys(answersOfInvoke).filter((id) => !calls.includes(id))).toEqual([]);
  });
});

describe('failed call', () => {
  it('every call, state and failure: the page shows it', () => expect(faultComplaints(outcomes)).toEqual([]));

  it('every call of the chart: fails in every way of its port', () => {
    const injected = new Map<string, Set<string>>();
    for (const { call, fault } of outcomes) injected.set(call, (injected.get(call) ?? new Set()).add(fault));
    expect([...injected.keys()].sort()).toEqual([...new Set(calls)].sort());
    const ports = new Map(
      [...graph.states.values()].flatMap((snapshot) => runningCalls(snapshot).map(({ id, port }) => [id, port] as const)),
    );
    for (const [call, faults] of injected) {
      const port = ports.get(call);
      expect([...faults].sort(), call).toEqual(Object.keys(port ? faultsOf(port) : {}).sort());
    }
    expect(Object.keys(faultsOf('drawLoan'))).toEqual([
      'timeout',
      'network loss',
      'garbage',
      'notLoggedIn',
      'tokenExpired',
      'loggedInElsewhere',
      'tokenInvalid',
      'answer lost after the server ran',
    ]);
  });

  it('silent calls: are calls of the chart', () => {
    expect(Object.keys(SILENT_CALLS).filter((call) => !calls.includes(call))).toEqual([]);
  });

  it.each([
    ['requestPayment', 'network loss', 'repay.cashier.unknown', /reconcilePayment fails as well: Oops, the network failed/],
    ['requestPayment', 'answer lost after the server ran', 'repay.cashier.waiting', /reconcilePayment receives "a prompt open"/],
    ['drawLoan', 'timeout', 'borrow.confirmBorrow.unknown', /The lender took too long/],
    ['drawLoan', 'answer lost after the server ran', 'tabs.home.shown', /reconcileDrawing receives "lending"/],
    ['closeAccount', 'answer lost after the server ran', 'sessionEnded', /Token invalid/],
    ['saveQuestionnaire', 'tokenExpired', 'sessionEnded', /Token expired, please login again/],
    ['uploadPhoto', 'garbage', 'apply.idPhotos.waiting', /The answer was not from the lender/],
    ['pickContact', 'no app around', 'apply.additionalInfo.editing', /only inside the app/],
  ])('failed call %s with %s: ends in %s', (call, fault, to, says) => {
    expect(outcomes.filter((one) => one.call === call && one.fault === fault && one.to === to).map((one) => one.shown)).toContainEqual(
      expect.stringMatching(says),
    );
  });

  it('failed call, table: has a row for every call', () => {
    const table = faultTable(outcomes).join('\n');
    for (const call of calls) expect(table).toContain(call);
    expect(table).toContain('notLoggedIn, tokenExpired, loggedInElsewhere, tokenInvalid');
  });
});
