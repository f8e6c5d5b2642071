import { place, stateConfig } from '../../setup.ts';
import { codeStates, mobileOf, mobileTyped } from './signIn.ts';

export const register = stateConfig({
  ...place('register', 'Register'),
  route: { guard: 'isSignedOut' },
  initial: 'enteringMobile',
  states: {
    enteringMobile: {
      tags: ['form'],
      on: {
        ...mobileTyped,
        'terms.ticked': { actions: { type: 'setAcceptedTerms', params: ({ event }) => event } },
        'registration.submitted': [
          {
            guard: { type: 'canRegister', params: ({ event }) => event },
            target: 'sendingCode',
            actions: { type: 'setMobile', params: mobileOf },
          },
          {
            guard: { type: 'isMobile', params: mobileOf },
            actions: [
              { type: 'setMobile', params: mobileOf },
              { type: 'setLocalProblem', params: { problem: 'termsNotAccepted' } },
            ],
          },
          { actions: { type: 'refuseMobile', params: mobileOf } },
        ],
      },
    },
    ...codeStates('register'),
  },
});
