import { meta, onOrderError, output, region } from '../../setup.ts';

/** What is owed and how to pay it: all of it or a part, by M-PESA prompt or by paybill. */
export const repayDetail = region({
  id: 'repayDetail',
  route: { guard: 'canRepay' },
  initial: 'loading',
  meta: meta('repayDetail', 'Pay your loan'),
  on: { 'back.requested': '#home', 'payoutAccount.opened': { guard: 'canBindAccount', target: '#bankAccount' } },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadRepayment',
        src: 'loadRepayment',
        input: ({ context }) => ({ orderNo: context.order?.orderNo ?? '' }),
        onDone: {
          target: 'loaded',
          actions: ['clearProblem', { type: 'setRepayment', params: ({ event }) => ({ repayment: output({ event }) }) }],
        },
        onError: onOrderError('failed'),
      },
    },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
    /** A prompt that is still open, from this phone or another, is finished before a new one is sent. */
    loaded: { always: [{ guard: 'hasOpenPayment', target: '#cashier' }, { target: 'choosing' }] },
    choosing: {
      tags: ['stable', 'form'],
      on: {
        'repayment.amountChosen': [
          {
            guard: { type: 'isRepaymentAllowed', params: ({ event }) => event },
            target: '#cashier',
            actions: [
              'clearProblem',
              {
                type: 'setRepayRequest',
                params: ({ event }) => ({ request: { amount: event.amount, channel: event.channel, requestId: event.requestId } }),
              },
            ],
          },
          { actions: { type: 'setLocalProblem', params: { problem: 'amountNotAllowed' } } },
        ],
      },
    },
  },
});
