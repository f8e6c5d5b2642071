import { heldInPlace, meta, onApiError, onOrderError, output, region } from '../../setup.ts';
import { backTo } from './backTo.ts';
import { opensPicker, picking } from './picking.ts';

/** Where the money goes: an M-PESA number or a bank account, confirmed by a code to the registered number, and to the M-PESA number where that is another one. */
export const bankAccount = region({
  id: 'bankAccount',
  route: { guard: 'canBindAccount' },
  initial: 'editing',
  meta: meta('bankAccount', 'Where we send the money'),
  on: { 'back.requested': backTo('home') },
  states: {
    editing: {
      tags: ['form', 'stable', 'ticking'],
      on: {
        ...opensPicker,
        'bankCode.requested': 'sendingCode',
        'walletCode.requested': {
          guard: { type: 'isOtherWallet', params: ({ event }) => event },
          target: 'sendingWalletCode',
          actions: { type: 'nameWallet', params: ({ event }) => event },
        },
        'bankAccount.submitted': 'saving',
      },
    },
    picking,
    sendingCode: {
      tags: ['busy', 'form'],
      on: heldInPlace,
      invoke: {
        id: 'requestCode.bindCard',
        src: 'requestCode',
        input: ({ context }) => ({ mobile: context.session?.mobile ?? '', purpose: 'bindCard' as const }),
        onDone: { target: 'editing', actions: ['clearProblem', { type: 'setCodeAgainAt', params: ({ event }) => output({ event }) }] },
        onError: onApiError('editing'),
      },
    },
    sendingWalletCode: {
      tags: ['busy', 'form'],
      on: heldInPlace,
      invoke: {
        id: 'requestCode.wallet',
        src: 'requestCode',
        input: ({ context }) => ({ mobile: context.walletCode?.mobile ?? '', purpose: 'bindCard' as const }),
        onDone: {
          target: 'editing',
          actions: ['clearProblem', { type: 'setWalletCodeAgainAt', params: ({ event }) => output({ event }) }],
        },
        onError: onApiError('editing'),
      },
    },
    saving: {
      tags: ['busy', 'overlay'],
      on: heldInPlace,
      invoke: {
        id: 'bindAccount',
        src: 'bindAccount',
        input: ({ context, event }) => ({
          orderNo: context.order?.orderNo ?? '',
          values: event.type === 'bankAccount.submitted' ? event.values : {},
        }),
        onDone: {
          target: '#followingStatus',
          actions: ['clearProblem', { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) }],
        },
        onError: onOrderError('editing'),
      },
    },
  },
});
