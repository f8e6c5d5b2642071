import { blockNavigation, meta, onApiError, onOrderError, output, stateConfig } from '../../setup.ts';
import { backTo } from './backTo.ts';
import { opensPicker, picking } from './picking.ts';

/** Where the money goes: an M-PESA number or a bank account, confirmed by a code to the borrower's own number. */
export const bankAccount = stateConfig({
  id: 'bankAccount',
  route: { guard: 'canBindAccount' },
  initial: 'editing',
  meta: meta('bankAccount', 'Where we send the money'),
  exit: 'clearProblem',
  on: { 'back.requested': backTo('home') },
  states: {
    editing: {
      tags: ['form', 'stable', 'ticking'],
      on: { ...opensPicker, 'bankCode.requested': 'sendingCode', 'bankAccount.submitted': 'saving' },
    },
    picking,
    sendingCode: {
      tags: ['busy', 'form'],
      on: blockNavigation,
      invoke: {
        id: 'requestCode.bindCard',
        src: 'requestCode',
        input: ({ context }) => ({ mobile: context.session?.mobile ?? '', purpose: 'bindCard' as const }),
        onDone: { target: 'editing', actions: ['clearProblem', { type: 'setCodeAgainAt', params: ({ event }) => output({ event }) }] },
        onError: onApiError('editing'),
      },
    },
    saving: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'bindAccount',
        src: 'bindAccount',
        input: ({ context, event }) => ({
          orderNo: context.order?.orderNo ?? '',
          values: event.type === 'bankAccount.submitted' ? event.values : {},
        }),
        onDone: {
          target: '#routingByStatus',
          actions: ['clearProblem', { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) }],
        },
        onError: onOrderError('editing'),
      },
    },
  },
});
