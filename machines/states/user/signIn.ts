import type { JourneyContext } from '../../context.ts';
import { isChannel } from '../../model/channel.ts';
import { captchaOf, eventOf } from '../../required.ts';
import { error, output, stateConfig } from '../../setup.ts';

/** What the phone did for another code, or that it waited; null: nothing. */
const solutionOf = ({ signIn: { captcha, captchaAnswer } }: JourneyContext) =>
  captcha && captchaAnswer ? { token: captcha.token, answer: captchaAnswer } : null;

export const leaving = {
  'mobile.changeRequested': 'enteringMobile',
  'back.requested': 'enteringMobile',
} as const;

/** A further code comes only if the received one was right: back leads to that one first. */
const leavingCode = {
  ...leaving,
  'back.requested': [{ guard: 'mayNotCome', target: 'enteringReceivedCode' }, leaving['back.requested']],
} as const;

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
 * A wrong code keeps the number. After many codes the lender wants work of the phone before it sends another one; a
 * phone that cannot do it waits instead. Where strangers have used up the codes of the number, who reads its SMS types one
 * of them and gets a code all the same.
 */
export const codeStates = <const P extends 'login' | 'register'>(purpose: P) => {
  const port = purpose === 'login' ? 'logIn' : 'registerBorrower';
  return {
    sendingCode: stateConfig({
      tags: ['busy'],
      on: { 'xstate.route': {}, 'back.requested': {} },
      // A solution is good once.
      exit: { type: 'setCaptcha', params: { captcha: null } },
      invoke: {
        id: `requestCode.${purpose}`,
        src: 'requestCode',
        input: ({ context }) => ({
          mobile: context.signIn.mobile,
          purpose,
          captcha: solutionOf(context),
          receivedCode: context.signIn.receivedCode,
        }),
        onDone: { target: 'enteringCode', actions: { type: 'setCodeAgainAt', params: ({ event }) => output({ event }) } },
        onError: [
          { guard: { type: 'isReceivedCodeAsked', params: error }, target: 'enteringReceivedCode', actions: failed },
          { guard: { type: 'isCaptchaAsked', params: error }, target: 'askingCaptcha', actions: failed },
          { target: 'enteringMobile', actions: failed },
        ],
      },
    }),
    /** The lender does not say whether the code is right, so the borrower waits for another code. */
    enteringReceivedCode: stateConfig({
      tags: ['form'],
      on: {
        'receivedCode.submitted': [
          {
            guard: { type: 'isCode', params: ({ event }) => event },
            target: 'sendingCode',
            actions: { type: 'setReceivedCode', params: ({ event }) => event },
          },
          { actions: { type: 'setLocalProblem', params: { problem: 'codeInvalid' } } },
        ],
        ...leaving,
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
            target: 'solvingCaptcha',
            actions: { type: 'setCaptcha', params: output },
          },
          { target: 'sendingCode' },
        ],
        onError: { target: 'enteringMobile', actions: failed },
      },
    }),
    /** The page stays usable: leaving this state ends the work. */
    solvingCaptcha: stateConfig({
      tags: ['busy'],
      on: {
        'captcha.progressed': { actions: { type: 'setCaptchaSolved', params: ({ event }) => event } },
        'captcha.waitChosen': 'waitingCaptcha',
        ...leaving,
      },
      invoke: {
        id: `solveCaptcha.${purpose}`,
        src: 'solveCaptcha',
        input: ({ context }) => captchaOf(context),
        onDone: { target: 'sendingCode', actions: { type: 'setCaptchaAnswer', params: output } },
        onError: { target: 'waitingCaptcha', actions: failed },
      },
    }),
    waitingCaptcha: stateConfig({
      tags: ['form', 'ticking'],
      on: {
        'code.requestedAgain': {
          target: 'sendingCode',
          actions: { type: 'setCaptchaAnswer', params: { answer: [] } },
        },
        'captcha.workChosen': 'solvingCaptcha',
        ...leaving,
      },
    }),
    enteringCode: stateConfig({
      tags: ['form', 'ticking'],
      on: {
        'code.submitted': [
          { guard: { type: 'isCode', params: ({ event }) => ({ code: event.code }) }, target: 'verifying' },
          { actions: { type: 'setLocalProblem', params: { problem: 'codeInvalid' } } },
        ],
        'code.requestedAgain': 'sendingCode',
        ...leavingCode,
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
