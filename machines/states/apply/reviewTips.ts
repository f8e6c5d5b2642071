import { STATUS } from '../../model/orderStatus.ts';
import {
  blockNavigation,
  failLoading,
  ofOrder,
  onApiError,
  onHomeAnswer,
  onMoneyError,
  onSessionLost,
  output,
  place,
  readWhenOnline,
  reenterOnRefresh,
  startLoading,
  stateConfig,
} from '../../setup.ts';

/**
 * The lender assesses the application: a countdown of the usual ten minutes, then "up to one working day".
 * After a rejection the page shows the products that may be applied for later, and offers a review by a person.
 */
export const reviewTips = stateConfig({
  ...place('reviewTips', 'Your application'),
  route: { guard: 'wasAssessed' },
  initial: 'arriving',
  // Every visit of the page loads the recommendation again.
  exit: startLoading('recommendation'),
  on: {
    'back.requested': '#home',
    'order.opened': '#routingByStatus',
    'application.opened': { guard: 'canRequestLoan', target: '#toBorrow' },
  },
  states: {
    arriving: {
      always: [{ guard: { type: 'orderIs', params: { status: STATUS.reject } }, target: 'recommending' }, { target: 'waiting' }],
    },
    /** The decision is shown also when the recommendation fails to load. */
    recommending: {
      tags: ['busy'],
      entry: startLoading('recommendation'),
      on: { 'review.requested': { guard: 'canAskReview', target: 'askingReview' } },
      invoke: {
        id: 'loadRecommendation',
        src: 'loadRecommendation',
        onDone: {
          target: 'waiting',
          actions: { type: 'setRecommendation', params: ({ event }) => ({ recommendation: output({ event }) }) },
        },
        onError: [onSessionLost, { target: 'waiting', actions: failLoading('recommendation') }],
      },
    },
    waiting: {
      tags: ['stable', 'ticking'],
      after: { POLL: { guard: 'isOrderWaiting', target: 'checking' } },
      on: {
        ...readWhenOnline('recommendation', 'recommending'),
        'refresh.requested': 'checking',
        'review.requested': { guard: 'canAskReview', target: 'askingReview' },
      },
    },
    checking: {
      tags: ['busy', 'ticking'],
      on: reenterOnRefresh('checking'),
      invoke: {
        id: 'checkReview',
        src: 'loadHome',
        input: { signedIn: true },
        onDone: onHomeAnswer('arriving'),
        onError: onApiError('waiting'),
      },
    },
    askingReview: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'requestReview',
        src: 'requestReview',
        input: ofOrder,
        onDone: {
          target: 'waiting',
          actions: { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) },
        },
        // The outcome is unknown, so the order is loaded.
        onError: onMoneyError('checking', 'waiting'),
      },
    },
  },
});
