import { output, region } from '../../setup.ts';

const failed = { type: 'setProblem', params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }) } as const;

/**
 * The second half of signing in, the same for login and registration: the code is sent, typed, checked.
 * A wrong code is no reason to lose the number.
 */
export const codeStates = <const P extends 'login' | 'register'>(purpose: P) => {
  const port = purpose === 'login' ? 'logIn' : 'registerBorrower';
  return {
    sendingCode: region({
      tags: ['busy'],
      on: { 'xstate.route': {}, 'back.requested': {} },
      invoke: {
        id: `requestCode.${purpose}`,
        src: 'requestCode',
        input: ({ context }) => ({ mobile: context.mobile, purpose }),
        onDone: { target: 'enteringCode', actions: ['clearProblem', { type: 'setCodeAgainAt', params: ({ event }) => output({ event }) }] },
        onError: { target: 'enteringMobile', actions: failed },
      },
    }),
    enteringCode: region({
      tags: ['form', 'ticking'],
      on: {
        'code.submitted': [
          { guard: { type: 'isCode', params: ({ event }) => ({ code: event.code }) }, target: 'verifying', actions: 'clearProblem' },
          { actions: { type: 'setLocalProblem', params: { problem: 'codeInvalid' } } },
        ],
        'code.requestedAgain': 'sendingCode',
        'mobile.changeRequested': { target: 'enteringMobile', actions: 'clearProblem' },
        'back.requested': { target: 'enteringMobile', actions: 'clearProblem' },
      },
    }),
    verifying: region({
      tags: ['busy', 'overlay'],
      on: { 'xstate.route': {}, 'back.requested': {} },
      invoke: {
        id: port,
        src: port,
        input: ({ context, event }) => ({ mobile: context.mobile, code: event.type === 'code.submitted' ? event.code : '' }),
        onDone: {
          target: '#syncing',
          actions: ['clearProblem', { type: 'openSession', params: ({ event }) => ({ session: output({ event }) }) }],
        },
        onError: { target: 'enteringCode', actions: failed },
      },
    }),
  };
};
