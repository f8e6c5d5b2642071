import { onApiError, output, place, stateConfig } from '../../setup.ts';

/** What was written to the lender, the newest first, with a dot where something was answered. */
export const feedbackList = stateConfig({
  ...place('feedbackList', 'Your messages'),
  route: {},
  initial: 'loading',
  on: { 'back.requested': '#me' },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadTickets',
        src: 'loadTickets',
        onDone: { target: 'listed', actions: { type: 'setTickets', params: ({ event }) => output({ event }) } },
        onError: onApiError('failed'),
      },
    },
    listed: { tags: ['stable'], on: { 'refresh.requested': 'loading' } },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
  },
});
