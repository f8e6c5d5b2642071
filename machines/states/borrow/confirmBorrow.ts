import type { JourneyEvent } from '../../events.ts';
import { eventOf, loadedOf } from '../../required.ts';
import {
  blockNavigation,
  ofOrder,
  onApiError,
  onMoneyError,
  onOrderError,
  output,
  place,
  reenterOnRefresh,
  startLoading,
  stateConfig,
} from '../../setup.ts';
import { offerAsked } from './offerAsked.ts';

type Chosen = { event: Extract<JourneyEvent, { type: 'offer.choiceMade' }> };

const decisionEvents = {
  'agreement.opened': '#agreement',
  'agreement.ticked': { actions: [{ type: 'setAgreed', params: ({ event }: { event: { agreed: boolean } }) => event }, 'clearProblem'] },
  'offer.choiceMade': [
    { guard: { type: 'isChoiceOffered', params: ({ event }: Chosen) => event }, target: '#confirmBorrow.pricing', actions: 'clearProblem' },
    { actions: { type: 'setLocalProblem', params: { problem: 'amountNotAllowed' } } },
  ],
  'offer.accepted': [
    { guard: 'hasAgreed', target: '#confirmBorrow.drawing', actions: 'clearProblem' },
    { actions: { type: 'setLocalProblem', params: { problem: 'agreementMissing' } } },
  ],
  'offer.declined': { target: '#confirmBorrow.declining', actions: 'clearProblem' },
} as const;

/** Shows the cost of the loan before any consent, then draws it. */
export const confirmBorrow = stateConfig({
  ...place('confirmBorrow', 'Your loan offer'),
  route: { guard: 'hasOffer' },
  initial: 'loading',
  on: { 'back.requested': '#home' },
  states: {
    loading: {
      tags: ['busy'],
      entry: startLoading('offer'),
      on: reenterOnRefresh('loading'),
      invoke: {
        id: 'loadOffer',
        src: 'loadOffer',
        input: offerAsked,
        onDone: {
          target: 'deciding',
          actions: { type: 'setOffer', params: ({ event }) => ({ offer: output({ event }) }) },
        },
        onError: onOrderError('failed', 'offer'),
      },
    },
    failed: { tags: ['stable'], on: { 'retry.requested': { target: 'loading', actions: 'forgetChoice' } } },
    deciding: {
      tags: ['stable', 'form'],
      on: { ...decisionEvents, 'refresh.requested': 'refreshing' },
    },
    /** The lender prices another amount or term. */
    pricing: {
      tags: ['busy', 'form'],
      invoke: {
        id: 'priceOffer',
        src: 'loadOffer',
        input: ({ context, event }) => {
          const { amount, termDays } = eventOf(event, 'offer.choiceMade');
          return { ...ofOrder({ context }), amount, termDays };
        },
        onDone: {
          target: 'deciding',
          actions: { type: 'setOffer', params: ({ event }) => ({ offer: output({ event }) }) },
        },
        onError: onOrderError('deciding'),
      },
    },
    /** Refreshes the offer, which may end while its page is open. The consent stays and can be sent meanwhile. */
    refreshing: {
      tags: ['busy', 'form'],
      on: { ...decisionEvents, ...reenterOnRefresh('refreshing') },
      invoke: {
        id: 'refreshOffer',
        src: 'loadOffer',
        input: offerAsked,
        onDone: {
          target: 'deciding',
          actions: { type: 'setOffer', params: ({ event }) => ({ offer: output({ event }) }) },
        },
        onError: onOrderError('deciding'),
      },
    },
    drawing: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'drawLoan',
        src: 'drawLoan',
        input: ({ context }) => ({ offer: loadedOf('offer', context.offer) }),
        onDone: { target: '#routingByStatus', actions: { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) } },
        onError: onMoneyError('reconciling', 'deciding'),
      },
    },
    /** The answer to drawing was lost. The lender is asked whether the money is being sent. */
    reconciling: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'reconcileDrawing',
        src: 'loadHome',
        input: { signedIn: true },
        onDone: {
          target: '#routingByStatus',
          actions: { type: 'setHome', params: ({ event }) => ({ home: output({ event }) }) },
        },
        onError: onApiError('unknown'),
      },
    },
    unknown: { tags: ['stable'], on: { 'retry.requested': 'reconciling' } },
    declining: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'declineOffer',
        src: 'declineOffer',
        input: ofOrder,
        onDone: {
          target: '#home.refreshing',
          actions: [
            { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) },
            { type: 'notify', params: { key: 'offerDeclined' } },
          ],
        },
        onError: onMoneyError('reconciling', 'deciding'),
      },
    },
  },
});
