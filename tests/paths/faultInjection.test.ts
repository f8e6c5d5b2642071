/** Fault injection finds failures that mutants of the chart hide. */
import { describe, expect, it } from 'vitest';
import { onSessionLost } from '#machines/setup.ts';
import { smallModel } from './smallModel.ts';
import { explore } from './explore.ts';
import { recordFailure } from './counterexamples.ts';
import { injectFaults, faultComplaints } from './faultInjection.tsx';
import { mutated } from './mutate.ts';

describe('mutant that hides a failure', () => {
  const injectedInto = async (...mutate: Parameters<typeof mutated>) => {
    const machine = mutated(...mutate);
    return { machine, outcomes: await injectFaults(explore(machine, smallModel)) };
  };
  /** A session code ends the session, as in the chart that ships. Any other failure leads to the target without a problem. */
  const withoutWords = (target: string) => [onSessionLost, { target }];

  it('failure that leads home without a message: is reported with its shortest path', async () => {
    const silent = await injectedInto('places.repay.repayDetail.loading', ({ invoke }) => ({
      invoke: { ...(invoke as object), onError: withoutWords('#home') },
    }));
    const complaints = faultComplaints(silent.outcomes);
    expect(complaints).toContain('loadRepayment with network loss, from repay.repayDetail.loading to tabs.home.shown: fails silently');
    const outcome = silent.outcomes.find(({ call, fault }) => call === 'loadRepayment' && fault === 'network loss');
    const recording = await recordFailure(silent.machine, { message: outcome?.complaint ?? '', steps: outcome?.path ?? [] });
    expect(recording.steps[recording.steps.length - 1]?.event.type).toBe('xstate.error.actor.loadRepayment');
  });

  it('problem that is stored and not shown by the page: is reported', async () => {
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
