import { forgetting } from '../sessionEnded.ts';
import { eventOf } from '../../required.ts';
import { blockNavigation, onApiError, output, place, reload, stateConfig } from '../../setup.ts';

/** Signing out does not need the list, so it is possible before the list is loaded. */
const leaving = { 'signOutEverywhere.requested': 'confirming' } as const;

/** The devices on which the account was signed in, and signing out on all of them. */
export const devices = stateConfig({
  ...place('devices', 'Where you signed in'),
  route: {},
  initial: 'loading',
  on: { 'back.requested': '#settings' },
  states: {
    loading: {
      tags: ['busy'],
      entry: reload('loadDevices'),
      on: leaving,
      invoke: {
        id: 'loadDevices',
        src: 'loadDevices',
        onDone: { target: 'listed', actions: { type: 'setAnswer', params: ({ event }) => ({ loadDevices: output({ event }) }) } },
        onError: onApiError('failed', 'loadDevices'),
      },
    },
    failed: { tags: ['stable'], on: { ...leaving, 'retry.requested': 'loading' } },
    listed: { tags: ['stable'], on: { ...leaving, 'refresh.requested': 'loading', 'device.removed': 'removing' } },
    removing: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'removeDevice',
        src: 'removeDevice',
        input: ({ event }) => ({ id: eventOf(event, 'device.removed').id }),
        onDone: 'loading',
        onError: onApiError('listed'),
      },
    },
    confirming: {
      on: { 'signOutEverywhere.confirmed': 'signingOut', 'back.requested': 'loading' },
    },
    signingOut: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'signOutEverywhere',
        src: 'signOutEverywhere',
        onDone: 'forgetting',
        // The call may be repeated. If the lender has ended the session, a repeat is answered with a session code.
        onError: onApiError('confirming'),
      },
    },
    forgetting: forgetting('forgetSignedOut', 'forgetSession', 'signOutEverywhere'),
  },
});
