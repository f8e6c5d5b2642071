import { forgetting } from '../sessionEnded.ts';
import { eventOf } from '../../required.ts';
import { blockNavigation, meta, ofOrder, onApiError, output, stateConfig } from '../../setup.ts';

export const settings = stateConfig({
  id: 'settings',
  route: {},
  initial: 'shown',
  meta: meta('settings', 'Settings'),
  states: {
    shown: {
      tags: ['stable'],
      on: {
        'appearance.chosen': { actions: { type: 'setAppearance', params: ({ event }) => event } },
        'logout.requested': 'loggingOut',
        'consent.withdrawn': { guard: 'hasOrder', target: 'withdrawing' },
      },
    },
    /** Withdraws the consent to one kind of data. The lender deletes the collected data of this kind at once. */
    withdrawing: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'withdrawConsent',
        src: 'saveConsents',
        input: ({ context, event }) => ({ ...ofOrder({ context }), consents: { [eventOf(event, 'consent.withdrawn').kind]: false } }),
        onDone: { target: 'shown', actions: { type: 'setCollection', params: ({ event }) => ({ collection: output({ event }) }) } },
        onError: onApiError('shown'),
      },
    },
    /** The phone deletes the borrower's data at once. The lender ends the session when the stored request reaches it. */
    loggingOut: forgetting('logOut', 'logOut', 'loggedOut'),
  },
});
