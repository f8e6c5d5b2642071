import type { JourneyContext } from '../../context.ts';
import type { RolloverDetail } from '../../model/rollover.ts';
import { chosenOf, eventOf } from '../../required.ts';
import {
  blockNavigation,
  ofOrder,
  onMoneyError,
  onOrderError,
  outcomeUnknown,
  output,
  place,
  reenterOnRefresh,
  startLoading,
  stateConfig,
} from '../../setup.ts';

type Answered = { event: { output: RolloverDetail } };
const params = ({ event }: Answered) => ({ rollover: output({ event }) });
const actions = { type: 'setRollover', params } as const;

/** The lender's answer decides the step: no option is chosen, one is chosen, or the fee of the chosen one is paid. */
const funded = { guard: { type: 'isRolloverFunded', params }, target: '#rollover.funded', actions } as const;
const byProgress = [
  funded,
  { guard: { type: 'isRolloverChosen', params }, target: '#rollover.paying', actions },
  { target: '#rollover.choosing', actions },
] as const;

const ofChosen = ({ context }: { context: JourneyContext }) => ({ ...ofOrder({ context }), extensionNo: chosenOf(context).extensionNo });

/** Moving the due date: its cost, the fee paid by hand to an account number of its own, then the confirmation. */
export const rollover = stateConfig({
  ...place('rollover', 'Need more time?'),
  route: { guard: 'isLoanRunning' },
  initial: 'loading',
  on: { 'back.requested': '#home' },
  states: {
    loading: {
      tags: ['busy'],
      entry: startLoading('rollover'),
      on: reenterOnRefresh('loading'),
      invoke: { id: 'loadRollover', src: 'loadRollover', input: ofOrder, onDone: byProgress, onError: onOrderError('failed', 'rollover') },
    },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
    choosing: {
      tags: ['stable', 'form'],
      on: { 'rollover.chosen': 'opening', 'refresh.requested': 'loading' },
    },
    opening: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'chooseRollover',
        src: 'chooseRollover',
        input: ({ context, event }) => ({ ...ofOrder({ context }), days: eventOf(event, 'rollover.chosen').days }),
        onDone: [funded, { target: 'paying', actions }],
        onError: onOrderError('choosing'),
      },
    },
    paying: {
      tags: ['stable'],
      after: { POLL: { target: 'checking', actions: 'countReconciling' } },
      on: {
        // A borrower who returns to the page may just have paid the fee.
        'refresh.requested': { target: 'checking', actions: 'reconcileSoon' },
        'rollover.reselectRequested': 'choosing',
        'rollover.withdrawn': 'withdrawing',
      },
    },
    checking: {
      tags: ['busy'],
      on: reenterOnRefresh('checking'),
      invoke: { id: 'checkRollover', src: 'loadRollover', input: ofOrder, onDone: byProgress, onError: onOrderError('paying') },
    },
    /** The fee has arrived. The due date is not moved yet. */
    funded: {
      tags: ['stable'],
      on: { 'rollover.confirmed': 'confirming', 'rollover.withdrawn': 'withdrawing' },
    },
    confirming: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'confirmRollover',
        src: 'confirmRollover',
        input: ofChosen,
        onDone: { target: 'moved', actions },
        onError: onMoneyError('reconciling', 'funded'),
      },
    },
    /** The answer to the confirmation was lost. The lender is queried whether the date has moved. */
    reconciling: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'reconcileRollover',
        src: 'loadRollover',
        input: ofOrder,
        onDone: [{ guard: { type: 'isRolloverConfirmed', params }, target: 'moved', actions }, ...byProgress],
        onError: onOrderError('unknown'),
      },
    },
    unknown: outcomeUnknown('reconciling'),
    withdrawing: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'withdrawRollover',
        src: 'withdrawRollover',
        input: ofChosen,
        onDone: { target: 'choosing', actions },
        onError: onOrderError('paying'),
      },
    },
    /** The due date has moved. */
    moved: { on: { 'receipt.closed': '#loadingHome', 'back.requested': '#loadingHome' } },
  },
});
