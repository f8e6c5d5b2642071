import { onSessionLost, output, place, stateConfig } from '../../setup.ts';

export const me = stateConfig({
  ...place('me', 'Me'),
  route: {},
  initial: 'opening',
  tags: ['stable'],
  states: {
    opening: { always: [{ guard: 'hasSession', target: 'checkingMessages' }, { target: 'shown' }] },
    /** Checks for unread messages. The rest of the page is shown meanwhile, also when the call fails. */
    checkingMessages: {
      tags: ['busy'],
      invoke: {
        id: 'checkMessages',
        src: 'loadRedDot',
        onDone: { target: 'shown', actions: { type: 'setHasUnread', params: ({ event }) => output({ event }) } },
        onError: [onSessionLost, { target: 'shown' }],
      },
    },
    shown: { on: { 'refresh.requested': 'opening', 'retry.requested': 'opening' } },
  },
});
