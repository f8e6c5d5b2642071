import type { JourneyEvent } from '../../events.ts';
import { eventOf, required } from '../../required.ts';
import { ofOrder, onOrderError, output, place, reenterOnRefresh, startLoading, stateConfig } from '../../setup.ts';
import { card } from './card.ts';

type Chosen = { event: Extract<JourneyEvent, { type: 'repayment.amountChosen' }> };

const choiceEvents = {
  'repayment.amountChosen': [
    {
      guard: { type: 'isRepaymentAllowed', params: ({ event }: Chosen) => event },
      target: '#cashier',
      actions: {
        type: 'choosePayment',
        params: ({ event: { amount, channel, requestId } }: Chosen) => ({ amount: required('amount', amount), channel, requestId }),
      },
    },
    { actions: { type: 'setLocalProblem', params: { problem: 'amountNotAllowed' } } },
  ],
} as const;

/** The amount owed, and the ways to pay all or a part of it. */
export const repayDetail = stateConfig({
  ...place('repayDetail', 'Pay your loan'),
  route: { guard: 'canRepay' },
  initial: 'loading',
  exit: 'forgetSuggestion',
  on: { 'back.requested': '#home', 'payoutAccount.opened': { guard: 'canBindAccount', target: '#bankAccount' } },
  states: {
    loading: {
      tags: ['busy'],
      entry: startLoading('repayment'),
      on: reenterOnRefresh('loading'),
      invoke: {
        id: 'loadRepayment',
        src: 'loadRepayment',
        input: ofOrder,
        onDone: {
          target: 'loaded',
          actions: { type: 'setRepayment', params: ({ event }) => ({ repayment: output({ event }) }) },
        },
        onError: onOrderError('failed', 'repayment'),
      },
    },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
    /**
     * A loan that was repaid meanwhile needs no payment. Otherwise an open prompt, from this phone or
     * another one, is finished before a new one is sent.
     */
    loaded: {
      always: [
        { guard: 'isReportedByOtherDevice', target: '#loadingHome', actions: 'forgetPayment' },
        { guard: 'hasOpenPayment', target: '#cashier' },
        { target: 'choosing' },
      ],
    },
    choosing: {
      tags: ['stable', 'form'],
      on: {
        ...choiceEvents,
        'refresh.requested': 'refreshing',
        'retry.requested': 'refreshing',
        'channel.asked': 'askingChannel',
        'proofs.opened': { guard: 'isLoanRunning', target: '#proofs' },
        'card.opened': { guard: 'isLoanRunning', target: 'card' },
      },
    },
    /** Asks the lender about the channel. In Kenya the channel does not exist, and the page shows the refusal. */
    askingChannel: {
      tags: ['busy', 'form'],
      invoke: {
        id: 'askChannel',
        src: 'askChannel',
        input: ({ context, event }) => ({ ...ofOrder({ context }), channel: eventOf(event, 'channel.asked').channel }),
        onDone: 'choosing',
        onError: onOrderError('choosing'),
      },
    },
    card,
    /** Refreshes the balance while the page is open. The entered amount stays, and the borrower can pay meanwhile. */
    refreshing: {
      tags: ['busy', 'form'],
      on: { ...choiceEvents, ...reenterOnRefresh('refreshing') },
      invoke: {
        id: 'refreshRepayment',
        src: 'loadRepayment',
        input: ofOrder,
        onDone: {
          target: 'loaded',
          actions: { type: 'setRepayment', params: ({ event }) => ({ repayment: output({ event }) }) },
        },
        onError: onOrderError('choosing'),
      },
    },
  },
});
