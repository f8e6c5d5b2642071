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
    /** What the phone shared is deleted at the lender's, at once. */
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
    /** This phone forgets the borrower without waiting for the lender, who ends the session as soon as it is reached. */
    loggingOut: forgetting('logOut', 'logOut', 'loggedOut'),
  },
});
