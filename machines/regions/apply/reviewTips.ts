import { meta, onApiError, output, region } from '../../setup.ts';

/** The application is with the lender: a countdown of the usual ten minutes, then a calm "up to one working day". */
export const reviewTips = region({
  id: 'reviewTips',
  route: { guard: 'wasAssessed' },
  initial: 'waiting',
  meta: meta('reviewTips', 'Your application'),
  on: { 'back.requested': '#home', 'order.opened': '#followingStatus' },
  states: {
    waiting: {
      tags: ['stable', 'ticking'],
      after: { POLL: { guard: 'isOrderWaiting', target: 'checking' } },
      on: { 'refresh.requested': 'checking' },
    },
    checking: {
      tags: ['busy', 'ticking'],
      invoke: {
        id: 'checkReview',
        src: 'loadHome',
        input: { signedIn: true },
        onDone: { target: 'waiting', actions: ['clearProblem', { type: 'setHome', params: ({ event }) => ({ home: output({ event }) }) }] },
        onError: onApiError('waiting'),
      },
    },
  },
});
