import { meta, onApiError, output, stateConfig } from '../../setup.ts';

/** What was written to the lender, the newest first, with a dot where something was answered. */
export const feedbackList = stateConfig({
  id: 'feedbackList',
  route: {},
  initial: 'loading',
  meta: meta('feedbackList', 'Your messages'),
  on: { 'back.requested': '#me' },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadTickets',
        src: 'loadTickets',
        onDone: { target: 'listed', actions: ['clearProblem', { type: 'setTickets', params: ({ event }) => output({ event }) }] },
        onError: onApiError('failed'),
      },
    },
    listed: { tags: ['stable'], on: { 'refresh.requested': 'loading' } },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
  },
});
