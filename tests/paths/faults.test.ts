/** The fault deck on the chart that ships, and on charts that fail in silence. */
import { beforeAll, describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { onSessionLost } from '#machines/setup.ts';
import { inTheCorner } from './corner.ts';
import { explore, type Graph } from './explore.ts';
import { recordFailure } from './failing.ts';
import { dealFaults, deckOf, faultComplaints, faultTable, QUIET, type Outcome } from './faults.tsx';
import { nodesOf, runningCalls } from './model.ts';
import { planted } from './plant.ts';

let graph: Graph;
let outcomes: Outcome[];
beforeAll(async () => {
  graph = explore(journeyMachine);
  outcomes = await dealFaults(graph);
});

const calls = nodesOf(journeyMachine).flatMap((node) => node.invoke.map(({ id }) => id));

describe('every call that fails', () => {
  it('ends in a place that says so', () => expect(faultComplaints(outcomes)).toEqual([]));

  it('is failed in every way there is, wherever it runs', () => {
    const dealt = new Map<string, Set<string>>();
    for (const { call, fault } of outcomes) dealt.set(call, (dealt.get(call) ?? new Set()).add(fault));
    expect([...dealt.keys()].sort()).toEqual([...new Set(calls)].sort());
    const ports = new Map(
      [...graph.states.values()].flatMap((snapshot) => runningCalls(snapshot).map(({ id, port }) => [id, port] as const)),
    );
    for (const [call, faults] of dealt) {
      const port = ports.get(call);
      expect([...faults].sort(), call).toEqual(Object.keys(port ? deckOf(port) : {}).sort());
    }
    expect(Object.keys(deckOf('drawLoan'))).toEqual([
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

  it('may be silent only where the chart has such a call', () => {
    expect(Object.keys(QUIET).filter((call) => !calls.includes(call))).toEqual([]);
  });

  it.each([
    ['requestPayment', 'network loss', 'repay.cashier.unknown', /reconcilePayment fails as well: Oops, the network failed/],
    ['requestPayment', 'answer lost after the server ran', 'repay.cashier.waiting', /reconcilePayment hears "a prompt open"/],
    ['drawLoan', 'timeout', 'borrow.confirmBorrow.unknown', /The lender took too long/],
    ['drawLoan', 'answer lost after the server ran', 'tabs.home.shown', /reconcileDrawing hears "lending"/],
    ['closeAccount', 'answer lost after the server ran', 'sessionEnded', /Token invalid/],
    ['saveQuestionnaire', 'tokenExpired', 'sessionEnded', /Token expired, please login again/],
    ['uploadPhoto', 'garbage', 'apply.idPhotos.waiting', /The answer was not from the lender/],
    ['pickContact', 'no app around', 'apply.additionalInfo.editing', /only inside the app/],
  ])('%s with %s ends at %s', (call, fault, to, says) => {
    expect(outcomes.filter((one) => one.call === call && one.fault === fault && one.to === to).map((one) => one.says)).toContainEqual(
      expect.stringMatching(says),
    );
  });

  it('has a line in the table', () => {
    const table = faultTable(outcomes).join('\n');
    for (const call of calls) expect(table).toContain(call);
    expect(table).toContain('notLoggedIn, tokenExpired, loggedInElsewhere, tokenInvalid');
  });
});

describe('a silent failure', () => {
  const dealtIn = async (...plant: Parameters<typeof planted>) => {
    const machine = planted(...plant);
    return { machine, outcomes: await dealFaults(explore(machine, inTheCorner)) };
  };
  /** A session code ends the session as ever. Any other failure leads to the target without setting the problem. */
  const withoutWords = (target: string) => [onSessionLost, { target }];

  it('that leads on as if nothing had happened is named, with the way there', async () => {
    const silent = await dealtIn('places.repay.repayDetail.loading', ({ invoke }) => ({
      invoke: { ...(invoke as object), onError: withoutWords('#home') },
    }));
    const complaints = faultComplaints(silent.outcomes);
    expect(complaints).toContain('loadRepayment with network loss, from repay.repayDetail.loading to tabs.home.shown: fails in silence');
    const outcome = silent.outcomes.find(({ call, fault }) => call === 'loadRepayment' && fault === 'network loss');
    const recording = await recordFailure(silent.machine, { says: outcome?.complaint ?? '', steps: outcome?.path ?? [] });
    expect(recording.steps[recording.steps.length - 1]?.event.type).toBe('xstate.error.actor.loadRepayment');
  });

  it('that is remembered and shown on no page is named', async () => {
    const { outcomes: unseen } = await dealtIn('places.userCenter.settings.loggingOut', ({ invoke }) => ({
      invoke: {
        ...(invoke as object),
        onError: { target: '#termsOfService', actions: { type: 'setLocalProblem', params: { problem: 'unknown' } } },
      },
    }));
    expect(faultComplaints(unseen)).toContainEqual(
      expect.stringMatching(
        /^logOut with timeout, from userCenter\.settings\.loggingOut to policies\.termsOfService: the page says nothing/,
      ),
    );
  });

  it('of which the lender can never say what became of it is named', async () => {
    const { outcomes: lost } = await dealtIn('places.borrow.confirmBorrow.reconciling', ({ invoke }) => ({
      invoke: { ...(invoke as object), id: 'refreshBalance' },
    }));
    expect(faultComplaints(lost).filter((complaint) => complaint.startsWith('drawLoan'))).not.toEqual([]);
  });
});
