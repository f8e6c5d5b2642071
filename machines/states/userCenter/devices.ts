import { eventOf } from '../../required.ts';
import { blockNavigation, onApiError, output, place, reload, stateConfig } from '../../setup.ts';

const gone = { target: '#loadingHome', actions: [{ type: 'notify', params: { key: 'signedOutEverywhere' } }, 'forgetBorrower'] } as const;

/** Signing out needs no list, so it is possible without one. */
const leaving = { 'signOutEverywhere.requested': { target: 'confirming', actions: 'clearProblem' } } as const;

/** The devices that the account was signed in on, and signing out on all of them. */
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
      on: { 'signOutEverywhere.confirmed': 'signingOut', 'signOutEverywhere.withdrawn': 'loading', 'back.requested': 'loading' },
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
    /** The lender has ended the session. The phone erases it too. */
    forgetting: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'forgetSignedOut',
        src: 'forgetSession',
        input: ({ context }) => ({ language: context.language }),
        onDone: gone,
        onError: gone,
      },
    },
  },
});
