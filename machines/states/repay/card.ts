import { eventOf } from '../../required.ts';
import { blockNavigation, ofOrder, onOrderError, stateConfig } from '../../setup.ts';

/** Authorises a bank card for the coupon. The card number is sent once and stored nowhere. */
export const card = stateConfig({
  id: 'card',
  initial: 'entering',
  on: { 'back.requested': '#repayDetail.choosing' },
  states: {
    entering: { tags: ['form'], on: { 'card.submitted': 'authorising' } },
    authorising: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'authoriseCard',
        src: 'authoriseCard',
        input: ({ context, event }) => {
          const { cardNumber, validTo, cvc } = eventOf(event, 'card.submitted');
          return { ...ofOrder({ context }), cardNumber, validTo, cvc };
        },
        onDone: { target: '#repayDetail.loading', actions: { type: 'notify', params: { key: 'couponTaken' } } },
        onError: onOrderError('entering'),
      },
    },
  },
});
