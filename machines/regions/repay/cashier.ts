import { heldInPlace, meta, onApiError, onMoneyError, onOrderError, output, region } from '../../setup.ts';

const orderNo = (order: { orderNo: string } | null) => order?.orderNo ?? '';

/**
 * One payment. The prompt has its own timer; "again" exists only after it has ended; paid is only
 * what the lender says; and no answer is said as no answer.
 */
export const cashier = region({
  id: 'cashier',
  // A link leads to a prompt that is open, and to nothing else: only the borrower's choice of an amount sends one.
  route: { guard: 'hasOpenPayment' },
  initial: 'starting',
  meta: meta('cashier', 'Pay with M-PESA', { replace: true }),
  // While a prompt is open the details would lead straight back here.
  on: { 'back.requested': [{ guard: 'hasOpenPayment', target: '#home' }, { target: '#repayDetail' }] },
  states: {
    starting: {
      always: [
        { guard: 'hasOpenPayment', target: 'waiting' },
        { guard: 'paysByPaybill', target: 'payingByPaybill' },
        { target: 'requesting' },
      ],
    },
    requesting: {
      tags: ['busy', 'overlay'],
      on: heldInPlace,
      invoke: {
        id: 'requestPayment',
        src: 'requestPayment',
        input: ({ context }) => ({
          orderNo: orderNo(context.order),
          amount: context.repayRequest?.amount ?? 0,
          requestId: context.repayRequest?.requestId ?? '',
        }),
        onDone: {
          target: 'looking',
          actions: ['clearProblem', { type: 'setPayment', params: ({ event }) => ({ payment: output({ event }) }) }],
        },
        onError: onMoneyError('asking', 'refused'),
      },
    },
    /** Did the request arrive? The lender lists an open payment, or one that was paid meanwhile, or nothing was sent. */
    asking: {
      tags: ['busy', 'overlay'],
      on: heldInPlace,
      invoke: {
        id: 'askPayment',
        src: 'loadRepayment',
        input: ({ context }) => ({ orderNo: orderNo(context.order) }),
        onDone: [
          {
            guard: { type: 'hasPaidMeanwhile', params: ({ event }) => ({ repayment: output({ event }) }) },
            target: 'closing',
            actions: ['clearProblem', { type: 'setPaidMeanwhile', params: ({ event }) => ({ repayment: output({ event }) }) }],
          },
          { target: 'asked', actions: { type: 'setRepayment', params: ({ event }) => ({ repayment: output({ event }) }) } },
        ],
        onError: onOrderError('unknown'),
      },
    },
    asked: { always: [{ guard: 'hasOpenPayment', target: 'waiting', actions: 'clearProblem' }, { target: 'refused' }] },
    unknown: { tags: ['stable'], on: { 'retry.requested': 'asking' } },
    waiting: {
      tags: ['stable', 'ticking'],
      after: { PAYMENT_POLL: 'checking' },
      on: { 'payment.checkRequested': 'checking' },
    },
    checking: {
      tags: ['busy', 'ticking'],
      invoke: {
        id: 'loadPayment',
        src: 'loadPayment',
        input: ({ context }) => ({ payOrderId: context.payment?.payOrderId ?? '' }),
        onDone: {
          target: 'looking',
          actions: ['clearProblem', { type: 'setPayment', params: ({ event }) => ({ payment: output({ event }) }) }],
        },
        onError: onOrderError('waiting'),
      },
    },
    looking: {
      always: [
        { guard: { type: 'paymentIs', params: { state: 'paid' } }, target: 'closing' },
        { guard: { type: 'paymentIs', params: { state: 'failed' } }, target: 'refused' },
        { target: 'waiting' },
      ],
    },
    /** Paid. What is left of the loan is read before the receipt is shown. */
    closing: {
      tags: ['busy'],
      on: heldInPlace,
      invoke: {
        id: 'closePayment',
        src: 'loadHome',
        input: { signedIn: true },
        onDone: { target: 'paid', actions: ['clearProblem', { type: 'setHome', params: ({ event }) => ({ home: output({ event }) }) }] },
        onError: onApiError('paid'),
      },
    },
    paid: {
      exit: 'forgetPayment',
      on: { 'receipt.closed': '#syncing', 'back.requested': '#syncing' },
    },
    refused: {
      tags: ['stable'],
      on: {
        'payment.retried': { target: '#repayDetail', actions: 'forgetPayment' },
        'payment.otherWayRequested': { target: 'payingByPaybill', actions: 'payByPaybill' },
      },
    },
    payingByPaybill: {
      tags: ['stable'],
      on: { 'refresh.requested': 'closing', 'receipt.closed': '#syncing' },
    },
  },
});
