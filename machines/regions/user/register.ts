import { meta, region } from '../../setup.ts';
import { codeStates } from './signIn.ts';

export const register = region({
  id: 'register',
  route: { guard: 'isSignedOut' },
  initial: 'enteringMobile',
  meta: meta('register', 'Register'),
  states: {
    enteringMobile: {
      tags: ['form'],
      on: {
        'registration.submitted': [
          {
            guard: { type: 'canRegister', params: ({ event }) => event },
            target: 'sendingCode',
            actions: ['clearProblem', { type: 'setMobile', params: ({ event }) => event }],
          },
          {
            guard: { type: 'isMobile', params: ({ event }) => event },
            actions: [
              { type: 'setMobile', params: ({ event }) => event },
              { type: 'setLocalProblem', params: { problem: 'termsNotAccepted' } },
            ],
          },
          { actions: { type: 'setLocalProblem', params: { problem: 'mobileInvalid' } } },
        ],
      },
    },
    ...codeStates('register'),
  },
});
