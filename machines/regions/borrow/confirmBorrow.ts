import { heldInPlace, meta, onApiError, onMoneyError, onOrderError, output, region } from '../../setup.ts';

/** What the loan costs, before any consent; then the one act that draws it. */
export const confirmBorrow = region({
  id: 'confirmBorrow',
  route: { guard: 'hasOffer' },
  initial: 'loading',
  meta: meta('confirmBorrow', 'Your loan offer'),
  on: { 'back.requested': '#home' },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadOffer',
        src: 'loadOffer',
        input: ({ context }) => ({ orderNo: context.order?.orderNo ?? '' }),
        onDone: {
          target: 'deciding',
          actions: ['clearProblem', { type: 'setOffer', params: ({ event }) => ({ offer: output({ event }) }) }],
        },
        onError: onOrderError('failed'),
      },
    },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
    deciding: {
      tags: ['stable', 'form'],
      on: {
        'agreement.opened': '#agreement',
        'agreement.ticked': { actions: [{ type: 'setAgreed', params: ({ event }) => event }, 'clearProblem'] },
        'offer.accepted': [
          { guard: 'hasAgreed', target: 'drawing', actions: 'clearProblem' },
          { actions: { type: 'setLocalProblem', params: { problem: 'agreementMissing' } } },
        ],
        'offer.declined': { target: 'declining', actions: 'clearProblem' },
      },
    },
    drawing: {
      tags: ['busy', 'overlay'],
      on: heldInPlace,
      invoke: {
        id: 'drawLoan',
        src: 'drawLoan',
        input: ({ context }) => {
          if (!context.offer) throw new Error('drawing without an offer');
          return { offer: context.offer };
        },
        onDone: { target: '#followingStatus', actions: { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) } },
        onError: onMoneyError('asking', 'deciding'),
      },
    },
    /** No answer came. Whether the money is on its way is the lender's to say. */
    asking: {
      tags: ['busy', 'overlay'],
      on: heldInPlace,
      invoke: {
        id: 'askDrawn',
        src: 'loadHome',
        input: { signedIn: true },
        onDone: {
          target: '#followingStatus',
          actions: ['clearProblem', { type: 'setHome', params: ({ event }) => ({ home: output({ event }) }) }],
        },
        onError: onApiError('unknown'),
      },
    },
    unknown: { tags: ['stable'], on: { 'retry.requested': 'asking' } },
    declining: {
      tags: ['busy', 'overlay'],
      on: heldInPlace,
      invoke: {
        id: 'declineOffer',
        src: 'declineOffer',
        input: ({ context }) => ({ orderNo: context.order?.orderNo ?? '' }),
        onDone: {
          target: '#home.refreshing',
          actions: [
            { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) },
            { type: 'notify', params: { key: 'offerDeclined' } },
          ],
        },
        onError: onMoneyError('asking', 'deciding'),
      },
    },
  },
});
