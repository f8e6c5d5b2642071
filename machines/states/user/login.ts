import { error, output, place, stateConfig } from '../../setup.ts';
import { codeStates, mobileOf, mobileTyped } from './signIn.ts';

export const login = stateConfig({
  ...place('login', 'Sign in'),
  route: { guard: 'isSignedOut' },
  initial: 'enteringMobile',
  states: {
    enteringMobile: {
      tags: ['form'],
      on: {
        ...mobileTyped,
        'mobile.submitted': [
          {
            guard: { type: 'isMobile', params: mobileOf },
            target: 'findingMobile',
            actions: { type: 'setMobile', params: mobileOf },
          },
          { actions: { type: 'refuseMobile', params: mobileOf } },
        ],
      },
    },
    /** An unknown number leads to the registration, which opens with this number. */
    findingMobile: {
      tags: ['busy'],
      on: { 'xstate.route': {}, 'back.requested': {} },
      invoke: {
        id: 'findMobile',
        src: 'findMobile',
        input: ({ context }) => ({ mobile: context.signIn.mobile }),
        onDone: [
          { guard: { type: 'isRegistered', params: ({ event }) => output({ event }) }, target: 'sendingCode' },
          { target: '#register', actions: 'noteUnknownMobile' },
        ],
        onError: { target: 'enteringMobile', actions: { type: 'setProblem', params: error } },
      },
    },
    ...codeStates('login'),
  },
});
