/** Fault injection on the chart that ships, and on mutants that hide failures. */
import { beforeAll, describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { onSessionLost } from '#machines/setup.ts';
import { smallModel } from './smallModel.ts';
import { explore, type Graph } from './explore.ts';
import { recordFailure } from './counterexamples.ts';
import { injectFaults, faultsOf, faultComplaints, faultTable, SILENT_CALLS, type Outcome } from './faultInjection.tsx';
import { nodesOf, runningCalls } from './model.ts';
import { mutated } from './mutate.ts';

let graph: Graph;
let outcomes: Outcome[];
beforeAll(async () => {
  graph = explore(journeyMachine);
  outcomes = await injectFaults(graph);
});

const calls = nodesOf(journeyMachine).flatMap((node) => node.invoke.map(({ id }) => id));

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
  ])('%s with %s: ends in %s', (call, fault, to, says) => {
    expect(outcomes.filter((one) => one.call === call && one.fault === fault && one.to === to).map((one) => one.shown)).toContainEqual(
      expect.stringMatching(says),
    );
  });

  it('table: has a row for every call', () => {
    const table = faultTable(outcomes).join('\n');
    for (const call of calls) expect(table).toContain(call);
    expect(table).toContain('notLoggedIn, tokenExpired, loggedInElsewhere, tokenInvalid');
  });
});

describe('mutant that hides a failure', () => {
  const injectedInto = async (...mutate: Parameters<typeof mutated>) => {
    const machine = mutated(...mutate);
    return { machine, outcomes: await injectFaults(explore(machine, smallModel)) };
  };
  /** A session code ends the session as ever. Any other failure leads to the target without setting the problem. */
  const withoutWords = (target: string) => [onSessionLost, { target }];

  it('failure leads home without a message: is reported with its shortest path', async () => {
    const silent = await injectedInto('places.repay.repayDetail.loading', ({ invoke }) => ({
      invoke: { ...(invoke as object), onError: withoutWords('#home') },
    }));
    const complaints = faultComplaints(silent.outcomes);
    expect(complaints).toContain('loadRepayment with network loss, from repay.repayDetail.loading to tabs.home.shown: fails silently');
    const outcome = silent.outcomes.find(({ call, fault }) => call === 'loadRepayment' && fault === 'network loss');
    const recording = await recordFailure(silent.machine, { message: outcome?.complaint ?? '', steps: outcome?.path ?? [] });
    expect(recording.steps[recording.steps.length - 1]?.event.type).toBe('xstate.error.actor.loadRepayment');
  });

  it('problem stored and not shown by the page: is reported', async () => {
    const { outcomes: unseen } = await injectedInto('places.userCenter.settings.loggingOut', ({ invoke }) => ({
      invoke: {
        ...(invoke as object),
        onError: { target: '#pdPop', actions: { type: 'setLocalProblem', params: { problem: 'unknown' } } },
      },
    }));
    expect(faultComplaints(unseen)).toContainEqual(
      expect.stringMatching(/^logOut with timeout, from userCenter\.settings\.loggingOut to policies\.pdPop: the page does not show it/),
    );
  });

  it('lost answer that no call can reconcile: is reported', async () => {
    const { outcomes: lost } = await injectedInto('places.borrow.confirmBorrow.reconciling', ({ invoke }) => ({
      invoke: { ...(invoke as object), id: 'refreshBalance' },
    }));
    expect(faultComplaints(lost).filter((complaint) => complaint.startsWith('drawLoan'))).not.toEqual([]);
  });
});
