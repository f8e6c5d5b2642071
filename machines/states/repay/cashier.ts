import type { JourneyContext } from '../../context.ts';
import type { Payment } from '../../model/order.ts';
import { payingOf, promptOf, required } from '../../required.ts';
import {
  blockNavigation,
  ofOrder,
  onApiError,
  onHomeAnswer,
  onMoneyError,
  onOrderError,
  outcomeUnknown,
  output,
  place,
  reenterOnRefresh,
  stateConfig,
} from '../../setup.ts';

/** Stores the payment's state at the lender. `evaluating` decides the next state. */
const readsPayment = {
  input: ({ context }: { context: JourneyContext }) => ({ payOrderId: promptOf(context).payOrderId }),
  onDone: {
    target: 'evaluating',
    actions: [{ type: 'setPayment', params: ({ event }: { event: { output: Payment } }) => ({ payment: output({ event }) }) }],
  },
  onError: onOrderError('waiting'),
} as const;

/**
 * One payment. The prompt has a timer of its own, and a retry is offered only after the prompt has ended. A payment counts
 * as paid only when the lender has confirmed it. After a lost answer the page shows that the outcome is unknown.
 */
export const cashier = stateConfig({
  ...place('cashier', 'Pay with M-PESA', { replace: true }),
  // A link opens the cashier only while a prompt is open. Only the choice of an amount sends a prompt.
  route: { guard: 'hasOpenPayment' },
  initial: 'starting',
  exit: 'leavePayment',
  // While a prompt is open, the repayment details would route back here.
  on: { 'back.requested': [{ guard: 'hasOpenPayment', target: '#home' }, { target: '#repayDetail' }] },
  states: {
    starting: {
      always: [
        { guard: 'hasOpenPayment', target: 'waiting' },
        { guard: { type: 'paysBy', params: { channel: 'paybill' } }, target: 'payingByPaybill' },
        { guard: { type: 'paysBy', params: { channel: 'dedicated' } }, target: 'openingAccount' },
        { target: 'requesting' },
      ],
    },
    requesting: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'requestPayment',
        src: 'requestPayment',
        input: ({ context }) => {
          const { amount, requestId } = payingOf(context);
          return { ...ofOrder({ context }), amount, requestId: required('requestId', requestId) };
        },
        onDone: {
          target: 'evaluating',
          actions: { type: 'setPayment', params: ({ event }) => ({ payment: output({ event }) }) },
        },
        onError: onMoneyError('reconciling', 'refused'),
      },
    },
    /** The answer to the request was lost. The statement lists an open payment, a payment that was made meanwhile, or neither. */
    reconciling: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'reconcilePayment',
        src: 'loadRepayment',
        input: ofOrder,
        onDone: [
          {
            guard: { type: 'hasPaidMeanwhile', params: ({ event }) => ({ repayment: output({ event }) }) },
            target: 'refreshingBalance',
            actions: { type: 'setPaidMeanwhile', params: ({ event }) => ({ repayment: output({ event }) }) },
          },
          {
            guard: { type: 'hasOpenPaymentIn', params: ({ event }) => ({ repayment: output({ event }) }) },
            target: 'waiting',
            actions: { type: 'setOpenPayment', params: ({ event }) => ({ repayment: output({ event }) }) },
          },
          {
            target: 'refused',
            actions: { type: 'setUnsentPayment', params: ({ event }) => ({ repayment: output({ event }) }) },
          },
        ],
        onError: onOrderError('unknown'),
      },
    },
    unknown: outcomeUnknown('reconciling'),
    waiting: {
      tags: ['stable', 'ticking'],
      after: { PAYMENT_POLL: 'polling' },
      on: { 'payment.checkRequested': 'verifying' },
    },
    polling: {
      tags: ['busy', 'ticking'],
      invoke: {
        id: 'loadPayment',
        src: 'loadPayment',
        ...readsPayment,
      },
    },
    /** The borrower asks for the outcome, and the lender queries the rail. */
    verifying: {
      tags: ['busy', 'ticking'],
      invoke: { id: 'verifyPayment', src: 'verifyPayment', ...readsPayment },
    },
    evaluating: {
      always: [
        { guard: { type: 'paymentIs', params: { state: 'paid' } }, target: 'refreshingBalance' },
        { guard: { type: 'paymentIs', params: { state: 'failed' } }, target: 'refused' },
        { target: 'waiting' },
      ],
    },
    /** The payment was received. The balance is read before the receipt is shown. */
    refreshingBalance: {
      tags: ['busy'],
      on: blockNavigation,
      invoke: {
        id: 'refreshBalance',
        src: 'loadHome',
        input: { signedIn: true },
        onDone: onHomeAnswer('paid'),
        onError: onApiError('paid'),
      },
    },
    paid: {
      exit: 'forgetPayment',
      on: { 'receipt.closed': '#loadingHome', 'back.requested': '#loadingHome' },
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
        input: ofOrder,
        onDone: {
          target: 'payingByPaybill',
          actions: { type: 'setAccount', params: ({ event }) => ({ account: output({ event }) }) },
        },
        onError: onOrderError('#repayDetail.choosing'),
      },
    },
    payingByPaybill: {
      tags: ['stable'],
      on: { 'refresh.requested': 'searchingPayment', 'receipt.closed': '#loadingHome' },
    },
    /** Searches the statement for a payment by hand. */
    searchingPayment: {
      tags: ['busy'],
      on: reenterOnRefresh('searchingPayment'),
      invoke: {
        id: 'searchPayment',
        src: 'loadRepayment',
        input: ofOrder,
        onDone: [
          {
            guard: { type: 'hasArrived', params: ({ event }) => ({ repayment: output({ event }) }) },
            target: 'refreshingBalance',
            actions: { type: 'setArrived', params: ({ event }) => ({ repayment: output({ event }) }) },
          },
          {
            target: 'notArrived',
            // The page shows reported payments, which M-PESA has not confirmed.
            actions: { type: 'setUnsentPayment', params: ({ event }) => ({ repayment: output({ event }) }) },
          },
        ],
        onError: onOrderError('payingByPaybill'),
      },
    },
    notArrived: {
      tags: ['stable'],
      on: {
        'refresh.requested': 'searchingPayment',
        'receipt.closed': '#loadingHome',
        'proofs.opened': { target: '#proofs', actions: 'forgetPayment' },
      },
    },
  },
});
