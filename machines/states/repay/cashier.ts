import type { Payment } from '../../model/order.ts';
import { heldInPlace, meta, onApiError, onMoneyError, onOrderError, output, readsAnew, stateConfig } from '../../setup.ts';

const orderNo = (order: { orderNo: string } | null) => order?.orderNo ?? '';

/** One look at the payment; what it says is decided upon in `looking`. */
const looks = {
  input: ({ context }: { context: { payment: Payment | null } }) => ({ payOrderId: context.payment?.payOrderId ?? '' }),
  onDone: {
    target: 'looking',
    actions: [
      'clearProblem',
      { type: 'setPayment', params: ({ event }: { event: { output: Payment } }) => ({ payment: output({ event }) }) },
    ],
  },
  onError: onOrderError('waiting'),
} as const;

/**
 * One payment. The prompt has its own timer; "again" exists only after it has ended; paid is only
 * what the lender says; and no answer is said as no answer.
 */
export const cashier = stateConfig({
  id: 'cashier',
  // A link leads to a prompt that is open, and to nothing else: only the borrower's choice of an amount sends one.
  route: { guard: 'hasOpenPayment' },
  initial: 'starting',
  meta: meta('cashier', 'Pay with M-PESA', { replace: true }),
  exit: 'forgetRepayRequest',
  // While a prompt is open the details would lead straight back here.
  on: { 'back.requested': [{ guard: 'hasOpenPayment', target: '#home' }, { target: '#repayDetail' }] },
  states: {
    starting: {
      always: [
        { guard: 'hasOpenPayment', target: 'waiting' },
        { guard: 'paysByPaybill', target: 'payingByPaybill' },
        { guard: 'paysToAccount', target: 'openingAccount' },
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
      on: { 'payment.checkRequested': 'proving' },
    },
    checking: {
      tags: ['busy', 'ticking'],
      invoke: {
        id: 'loadPayment',
        src: 'loadPayment',
        ...looks,
      },
    },
    /** A person wants to know: the rail is asked, and only its word counts. */
    proving: {
      tags: ['busy', 'ticking'],
      invoke: { id: 'provePayment', src: 'provePayment', ...looks },
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
        'payment.retried': { target: '#repayDetail', actions: 'retryPayment' },
        'payment.otherWayRequested': { target: 'payingByPaybill', actions: 'payByPaybill' },
      },
    },
    openingAccount: {
      tags: ['busy'],
      invoke: {
        id: 'openAccount',
        src: 'openAccount',
        input: ({ context }) => ({ orderNo: orderNo(context.order) }),
        onDone: {
          target: 'payingByPaybill',
          actions: ['clearProblem', { type: 'setAccount', params: ({ event }) => ({ account: output({ event }) }) }],
        },
        onError: onOrderError('#repayDetail.choosing'),
      },
    },
    payingByPaybill: {
      tags: ['stable'],
      on: { 'refresh.requested': 'findingPayment', 'receipt.closed': '#syncing' },
    },
    /** Has anything arrived since? The statement says so, or it has not. */
    findingPayment: {
      tags: ['busy'],
      on: readsAnew('findingPayment'),
      invoke: {
        id: 'findPayment',
        src: 'loadRepayment',
        input: ({ context }) => ({ orderNo: orderNo(context.order) }),
        onDone: [
          {
            guard: { type: 'hasArrived', params: ({ event }) => ({ repayment: output({ event }) }) },
            target: 'closing',
            actions: ['clearProblem', { type: 'setArrived', params: ({ event }) => ({ repayment: output({ event }) }) }],
          },
          { target: 'notArrived', actions: 'clearProblem' },
        ],
        onError: onOrderError('payingByPaybill'),
      },
    },
    notArrived: {
      tags: ['stable'],
      on: {
        'refresh.requested': 'findingPayment',
        'receipt.closed': '#syncing',
        'proofs.opened': { target: '#proofs', actions: 'forgetPayment' },
      },
    },
  },
});
