import { meta, onSessionLost, output, stateConfig } from '../../setup.ts';

export const me = stateConfig({
  id: 'me',
  route: {},
  initial: 'opening',
  meta: meta('me', 'Me'),
  tags: ['stable'],
  states: {
    opening: { always: [{ guard: 'hasSession', target: 'looking' }, { target: 'shown' }] },
    /** Has the lender written something? Everything else is there meanwhile, and stays when no answer comes. */
    looking: {
      tags: ['busy'],
      invoke: {
        id: 'lookForMessages',
        src: 'loadRedDot',
        onDone: { target: 'shown', actions: { type: 'setHasUnread', params: ({ event }) => output({ event }) } },
        onError: [onSessionLost, { target: 'shown' }],
      },
    },
    shown: { on: { 'refresh.requested': 'opening' } },
  },
});
