import { onApiError, output, place, reenterOnRefresh, stateConfig } from '../../setup.ts';

/** Home: one amount, one date and one button, which depend on the order's status. */
export const home = stateConfig({
  ...place('home', 'Home'),
  route: {},
  initial: 'shown',
  on: {
    'application.opened': [
      { guard: 'hasApplication', target: '#loadingSavedSections' },
      { guard: 'canRequestLoan', target: '#toBorrow' },
      { guard: 'hasSession' },
      { target: '#askingLogin', actions: 'rememberApplying' },
    ],
    'order.opened': '#routingByStatus',
    'review.requested': { guard: 'canAskReview', target: '#reviewTips.askingReview' },
    // After signing in here the borrower sees home.
    'login.requested': { guard: 'isSignedOut', target: '#askingLogin' },
    'lostSession.noted': { actions: { type: 'setLostSession', params: { lost: false } } },
    // A visitor on home is not in the middle of anything, so the session of the shell can be used at once.
    'shellSession.found': { guard: 'isSignedOut', target: '#takingSession' },
    'payoutAccount.opened': { guard: 'canBindAccount', target: '#bankAccount' },
  },
  states: {
    shown: {
      tags: ['stable'],
      after: { POLL: { guard: 'isOrderWaiting', target: 'refreshing' } },
      on: { 'refresh.requested': 'refreshing', 'retry.requested': 'refreshing' },
    },
    refreshing: {
      tags: ['busy'],
      on: reenterOnRefresh('refreshing'),
      invoke: {
        id: 'refreshHome',
        src: 'loadHome',
        input: ({ context }) => ({ signedIn: context.session !== null }),
        onDone: { target: 'shown', actions: { type: 'setHome', params: ({ event }) => ({ home: output({ event }) }) } },
        onError: onApiError('shown'),
      },
    },
  },
});
