import { eventOf, sessionOf, walletOf } from '../../required.ts';
import { blockNavigation, onApiError, onOrderError, ofOrder, output, place, stateConfig } from '../../setup.ts';
import { backToReview } from './loanQuestion.ts';
import { opensPicker, picking } from './picking.ts';

/** The payout account, confirmed by a code to the registered number, and by one to the M-PESA number if that is another one. */
export const bankAccount = stateConfig({
  ...place('bankAccount', 'Where we pay you'),
  route: { guard: 'canBindAccount' },
  initial: 'editing',
  on: { 'back.requested': backToReview('home') },
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
      on: blockNavigation,
      invoke: {
        id: 'requestCode.bindCard',
        src: 'requestCode',
        input: ({ context }) => ({ mobile: sessionOf(context).mobile, purpose: 'bindCard' as const }),
        onDone: { target: 'editing', actions: { type: 'setOwnCodeAgainAt', params: ({ event }) => output({ event }) } },
        onError: onApiError('editing'),
      },
    },
    sendingWalletCode: {
      tags: ['busy', 'form'],
      on: blockNavigation,
      invoke: {
        id: 'requestCode.wallet',
        src: 'requestCode',
        input: ({ context, event }) => ({
          mobile: walletOf(context).mobile,
          purpose: 'bindCard' as const,
          verificationCode: eventOf(event, 'walletCode.requested').verificationCode,
        }),
        onDone: {
          target: 'editing',
          actions: { type: 'setWalletCodeAgainAt', params: ({ event }) => output({ event }) },
        },
        onError: onApiError('editing'),
      },
    },
    saving: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'bindAccount',
        src: 'bindAccount',
        input: ({ context, event }) => ({ ...ofOrder({ context }), values: eventOf(event, 'bankAccount.submitted').values }),
        onDone: {
          target: '#routingByStatus',
          actions: { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) },
        },
        onError: onOrderError('editing'),
      },
    },
  },
});
