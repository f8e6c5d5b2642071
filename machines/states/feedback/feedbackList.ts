import { onApiError, output, place, reload, stateConfig } from '../../setup.ts';

/** The borrower's tickets, the newest first, with a dot at each unread answer. */
export const feedbackList = stateConfig({
  ...place('feedbackList', 'Your messages'),
  route: {},
  initial: 'loading',
  on: { 'back.requested': '#me' },
  states: {
    loading: {
      tags: ['busy'],
      entry: reload('tickets'),
      invoke: {
        id: 'loadTickets',
        src: 'loadTickets',
        onDone: { target: 'listed', actions: { type: 'setTickets', params: ({ event }) => output({ event }) } },
        onError: onApiError('failed', 'tickets'),
      },
    },
    listed: { tags: ['stable'], on: { 'refresh.requested': 'loading' } },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
  },
});
