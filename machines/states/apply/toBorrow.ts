import { blockNavigation, onOrderError, onSessionLost, output, place, stateConfig } from '../../setup.ts';

/** Which loan, how much, for how long: the order is opened here. */
export const toBorrow = stateConfig({
  ...place('toBorrow', 'Choose your loan'),
  route: { guard: 'canRequestLoan' },
  initial: 'loadingMarket',
  on: { 'back.requested': '#home' },
  states: {
    /** Loads the products on offer. If that fails, home's product can be chosen. */
    loadingMarket: {
      tags: ['busy'],
      invoke: {
        id: 'loadMarket',
        src: 'loadMarket',
        onDone: { target: 'choosing', actions: { type: 'setMarket', params: ({ event }) => output({ event }) } },
        onError: [onSessionLost, { target: 'choosing' }],
      },
    },
    choosing: {
      tags: ['stable', 'form'],
      on: {
        'loan.requested': [
          { guard: { type: 'isAmountOffered', params: ({ event }) => event }, target: 'opening', actions: 'clearProblem' },
          { actions: { type: 'setLocalProblem', params: { problem: 'amountNotAllowed' } } },
        ],
      },
    },
    opening: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'startApplication',
        src: 'startApplication',
        input: ({ context: { order, product }, event }) => {
          if (event.type !== 'loan.requested') throw new Error('opening without a wish');
          const { amount, termDays, productId = product?.id ?? '' } = event;
          return { productId, amount, termDays, again: order !== null };
        },
        onDone: { target: '#loadingSavedSections', actions: { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) } },
        onError: onOrderError('choosing'),
      },
    },
  },
});
