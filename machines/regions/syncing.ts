import { onApiError, output, region } from '../setup.ts';
import { ROUTES } from '../routes.ts';

/** Server truth first: nothing is shown of an order before the lender was asked. Then the link is followed. */
export const syncing = region({
  id: 'syncing',
  initial: 'loading',
  meta: { route: ROUTES.home, title: 'Home' },
  on: {
    'xstate.route': { actions: 'rememberRoute' },
    // Which drafts still count is known when the lender has answered.
    'draft.saved': { guard: 'hasSession', actions: { type: 'keepDraft', params: ({ event }) => event } },
    'draft.changedElsewhere': { guard: 'hasSession', actions: { type: 'takeDrafts', params: ({ event }) => event } },
    'application.sentElsewhere': { actions: 'dropDrafts' },
  },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadHome',
        src: 'loadHome',
        input: ({ context }) => ({ signedIn: context.session !== null }),
        onDone: {
          target: '#home',
          actions: ['clearProblem', { type: 'setHome', params: ({ event }) => ({ home: output({ event }) }) }, 'resumeRoute'],
        },
        onError: onApiError('failed'),
      },
    },
    failed: {
      on: {
        'retry.requested': 'loading',
        'network.changed': {
          guard: { type: 'isOnline', params: ({ event }) => event },
          target: 'loading',
          actions: { type: 'setOnline', params: ({ event }) => ({ online: event.online }) },
        },
      },
    },
  },
});
