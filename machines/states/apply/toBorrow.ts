import { WISH } from '../../model/feedback.ts';
import { eventOf, homeOf } from '../../required.ts';
import {
  blockNavigation,
  failLoading,
  onOrderError,
  onSessionLost,
  output,
  place,
  readWhenOnline,
  startLoading,
  stateConfig,
} from '../../setup.ts';
import { drafting } from '../feedback/unsentMessage.ts';

/** The borrower chooses product, amount and term. Then the order is opened. */
export const toBorrow = stateConfig({
  ...place('toBorrow', 'Choose your loan'),
  route: { guard: 'canRequestLoan' },
  initial: 'loadingMarket',
  on: { 'back.requested': '#home' },
  states: {
    /** Loads the products on offer. If that fails, home's product can be chosen. */
    loadingMarket: {
      tags: ['busy'],
      entry: startLoading('market'),
      invoke: {
        id: 'loadMarket',
        src: 'loadMarket',
        onDone: { target: 'choosing', actions: { type: 'setMarket', params: ({ event }) => output({ event }) } },
        onError: [onSessionLost, { target: 'choosing', actions: failLoading('market') }],
      },
    },
    choosing: {
      tags: ['stable', 'form'],
      on: {
        ...drafting,
        ...readWhenOnline('market', 'loadingMarket'),
        'loan.requested': [
          { guard: { type: 'isAmountOffered', params: ({ event }) => event }, target: 'opening' },
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
        input: ({ context, event }) => {
          const { amount, termDays, productId = homeOf(context).product.id } = eventOf(event, 'loan.requested');
          return { productId, amount, termDays, again: context.order !== null };
        },
        onDone: {
          target: '#loadingSavedSections',
          actions: [
            { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) },
            { type: 'dropUnsent', params: { about: WISH } },
          ],
        },
        onError: onOrderError('choosing'),
      },
    },
  },
});
