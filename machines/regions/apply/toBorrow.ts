import { heldInPlace, meta, onOrderError, output, region } from '../../setup.ts';

/** How much, for how long: the order is opened here. */
export const toBorrow = region({
  id: 'toBorrow',
  route: { guard: 'canRequestLoan' },
  initial: 'choosing',
  meta: meta('toBorrow', 'Choose your loan'),
  on: { 'back.requested': '#home' },
  states: {
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
      on: heldInPlace,
      invoke: {
        id: 'startApplication',
        src: 'startApplication',
        input: ({ context, event }) => {
          const asked = event.type === 'loan.requested' ? event : { amount: 0, termDays: 0 };
          return { productId: context.product?.id ?? '', amount: asked.amount, termDays: asked.termDays };
        },
        onDone: { target: '#recalling', actions: { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) } },
        onError: onOrderError('choosing'),
      },
    },
  },
});
