import { blockNavigation, onOrderError, stateConfig } from '../../setup.ts';

/** A bank card is authorised for the coupon. Its number passes through and is kept nowhere. */
export const card = stateConfig({
  id: 'card',
  initial: 'entering',
  on: { 'back.requested': '#repayDetail.choosing' },
  states: {
    entering: { tags: ['form'], on: { 'card.submitted': { target: 'authorising', actions: 'clearProblem' } } },
    authorising: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'authoriseCard',
        src: 'authoriseCard',
        input: ({ context, event }) => {
          const { cardNumber, validTo, cvc } = event.type === 'card.submitted' ? event : { cardNumber: '', validTo: '', cvc: '' };
          return { orderNo: context.order?.orderNo ?? '', cardNumber, validTo, cvc };
        },
        onDone: { target: '#repayDetail.loading', actions: { type: 'notify', params: { key: 'couponTaken' } } },
        onError: onOrderError('entering'),
      },
    },
  },
});
