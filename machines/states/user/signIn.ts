import type { JourneyContext } from '../../context.ts';
import { isChannel } from '../../model/channel.ts';
import { captchaOf, eventOf } from '../../required.ts';
import { error, output, stateConfig } from '../../setup.ts';

/** The result of the phone's work for another code, empty if the borrower waited instead; null: neither. */
const solutionOf = ({ signIn: { captcha, captchaAnswer } }: JourneyContext) =>
  captcha && captchaAnswer ? { token: captcha.token, answer: captchaAnswer } : null;

export const leaving = {
  'mobile.changeRequested': 'enteringMobile',
  'back.requested': 'enteringMobile',
} as const;

/** A further code is sent only if the received code was right, so Back leads to the received code first. */
const leavingCode = {
  ...leaving,
  'back.requested': [{ guard: 'mayNotCome', target: 'enteringReceivedCode' }, leaving['back.requested']],
} as const;

const failed = { type: 'setProblem', params: error } as const;

export const mobileOf = ({ event }: { event: { mobile: string } }) => ({ mobile: event.mobile });
/** Keeps the typed number while the borrower reads another page. */
export const mobileTyped = { 'mobile.typed': { actions: { type: 'setMobile', params: mobileOf } } } as const;

/** The channel of the link that led here. The lender refuses a registration with an invalid one. */
function channelOf({ pendingRoute }: JourneyContext): string | null {
  const named = pendingRoute?.query['channelId'];
  return isChannel(named) ? named : null;
}

/**
 * The second half of signing in, the same for login and registration: the code is sent, typed, checked.
 * A wrong code keeps the number. After many codes the lender requires work of the phone before it sends another one; if the
 * phone cannot do the work, the borrower waits. When strangers have used up the codes of the number, the borrower types a
 * received code and gets another one.
 */
export const codeStates = <const P extends 'login' | 'register'>(purpose: P) => {
  const port = purpose === 'login' ? 'logIn' : 'registerBorrower';
  return {
    sendingCode: stateConfig({
      tags: ['busy'],
      on: { 'xstate.route': {}, 'back.requested': {} },
      // The lender accepts a solution only once.
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
    /** The borrower types a received code. The lender does not say whether it is right, so the code form follows in any case. */
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
    /** The borrower may leave the page, which ends the work. */
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
