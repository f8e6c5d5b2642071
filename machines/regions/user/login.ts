import { meta, output, region } from '../../setup.ts';
import { codeStates } from './signIn.ts';

export const login = region({
  id: 'login',
  route: { guard: 'isSignedOut' },
  initial: 'enteringMobile',
  meta: meta('login', 'Sign in'),
  states: {
    enteringMobile: {
      tags: ['form'],
      on: {
        'mobile.submitted': [
          {
            guard: { type: 'isMobile', params: ({ event }) => ({ mobile: event.mobile }) },
            target: 'findingMobile',
            actions: ['clearProblem', { type: 'setMobile', params: ({ event }) => ({ mobile: event.mobile }) }],
          },
          { actions: { type: 'setLocalProblem', params: { problem: 'mobileInvalid' } } },
        ],
      },
    },
    /** A number the lender does not know goes on to registration, without typing it again. */
    findingMobile: {
      tags: ['busy'],
      on: { 'xstate.route': {}, 'back.requested': {} },
      invoke: {
        id: 'findMobile',
        src: 'findMobile',
        input: ({ context }) => ({ mobile: context.mobile }),
        onDone: [
          { guard: { type: 'isRegistered', params: ({ event }) => output({ event }) }, target: 'sendingCode' },
          { target: '#register' },
        ],
        onError: { target: 'enteringMobile', actions: { type: 'setProblem', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    ...codeStates('login'),
  },
});
