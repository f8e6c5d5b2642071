import type { JourneyContext } from '../../context.ts';
import { isChannel } from '../../model/channel.ts';
import { captchaOf, eventOf } from '../../required.ts';
import { error, output, stateConfig } from '../../setup.ts';

const failed = { type: 'setProblem', params: error } as const;

export const mobileOf = ({ event }: { event: { mobile: string } }) => ({ mobile: event.mobile });
/** The typed number is kept while another page is read. */
export const mobileTyped = { 'mobile.typed': { actions: { type: 'setMobile', params: mobileOf } } } as const;

/** The channel of the link that led here. The lender refuses a registration with an invalid one. */
function channelOf({ pendingRoute }: JourneyContext): string | null {
  const named = pendingRoute?.query['channelId'];
  return isChannel(named) ? named : null;
}

/**
 * The second half of signing in, the same for login and registration: the code is sent, typed, checked.
 * A wrong code keeps the number. After many codes the lender wants a
 * captcha answered before it sends another one.
 */
export const codeStates = <const P extends 'login' | 'register'>(purpose: P) => {
  const port = purpose === 'login' ? 'logIn' : 'registerBorrower';
  return {
    sendingCode: stateConfig({
      tags: ['busy'],
      on: { 'xstate.route': {}, 'back.requested': {} },
      invoke: {
        id: `requestCode.${purpose}`,
        src: 'requestCode',
        input: ({ context, event }) => ({
          mobile: context.signIn.mobile,
          purpose,
          captcha: event.type === 'captcha.answered' ? { id: captchaOf(context).id, answer: event.answer } : null,
        }),
        onDone: { target: 'enteringCode', actions: { type: 'setCodeAgainAt', params: ({ event }) => output({ event }) } },
        onError: [
          { guard: { type: 'isCaptchaAsked', params: error }, target: 'askingCaptcha', actions: failed },
          { target: 'enteringMobile', actions: failed },
        ],
      },
    }),
    askingCaptcha: stateConfig({
      tags: ['busy'],
      on: { 'xstate.route': {}, 'back.requested': {} },
      invoke: {
        id: `askCaptcha.${purpose}`,
        src: 'askCaptcha',
        input: ({ context }) => ({ mobile: context.signIn.mobile }),
        onDone: [
          {
            guard: { type: 'hasCaptcha', params: output },
            target: 'answeringCaptcha',
            actions: { type: 'setCaptcha', params: output },
          },
          { target: 'sendingCode' },
        ],
        onError: { target: 'enteringMobile', actions: failed },
      },
    }),
    answeringCaptcha: stateConfig({
      tags: ['form'],
      on: {
        'captcha.answered': [
          { guard: { type: 'isAnswered', params: ({ event }) => event }, target: 'sendingCode', actions: 'clearProblem' },
          { actions: { type: 'setLocalProblem', params: { problem: 'captchaMissing' } } },
        ],
        'mobile.changeRequested': { target: 'enteringMobile', actions: 'clearProblem' },
        'back.requested': { target: 'enteringMobile', actions: 'clearProblem' },
      },
    }),
    enteringCode: stateConfig({
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
    verifying: stateConfig({
      tags: ['busy', 'overlay'],
      on: { 'xstate.route': {}, 'back.requested': {} },
      invoke: {
        id: port,
        src: port,
        input: ({ context, event }) => ({
          mobile: context.signIn.mobile,
          code: eventOf(event, 'code.submitted').code,
          ...(purpose === 'register' ? { channelId: channelOf(context) } : {}),
        }),
        onDone: {
          target: '#loadingHome',
          actions: { type: 'openSession', params: ({ event }) => ({ session: output({ event }) }) },
        },
        onError: { target: 'enteringCode', actions: failed },
      },
    }),
  };
};
