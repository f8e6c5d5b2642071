/** Signing in, the session, and the data that the phone stored. */
import { type AwaitedCode, type Captcha, type Session, type StoredDevice, withoutBorrower } from '../context.ts';
import { MINUTE } from '../model/calendar.ts';
import { CODE, endsSession, LOCAL, toProblem } from '../model/codes.ts';
import { toMsisdn } from '../model/phoneNumber.ts';
import { isPublicRoute } from '../routes.ts';
import { required } from '../required.ts';
import { assign, assignAnswer, part } from './base.ts';

/** How long a code is awaited after another one may be requested. Then the code has expired. */
const CODE_AWAITED_FOR = 9 * MINUTE;

export const session = part({
  guards: {
    hasSession: ({ context }) => context.session !== null,
    isSignedOut: ({ context }) => context.session === null,
    /** The session of the shell belongs to the borrower who is signed in: the shell may have renewed the token. */
    isOwnSession: ({ context }, p: { session: Session }) => context.session?.userId === p.session.userId,
    needsLogin: ({ context, event }) => event.type === 'xstate.route' && context.session === null && !isPublicRoute(event.to),
    isCurrentEpoch: ({ context }, p: { epoch: number }) => context.session !== null && p.epoch === context.epoch,
    /** Without a session a session code is an ordinary refusal. Treating it as the end of a session would load home in a loop. */
    endsSession: ({ context }, p: { error: unknown }) => context.session !== null && endsSession(toProblem(p.error).code),
    isMobile: (_, p: { mobile: string }) => toMsisdn(p.mobile) !== null,
    isCode: (_, p: { code: string }) => /^\d{6}$/.test(p.code),
    /** The app waits again for a code that may still arrive, unless a link leads elsewhere. */
    isCodeAwaited: ({ context: { awaitedCode, pendingRoute, session } }, p: { purpose: AwaitedCode['purpose']; now: number }) =>
      session === null &&
      awaitedCode?.purpose === p.purpose &&
      p.now - awaitedCode.codeAgainAt < CODE_AWAITED_FOR &&
      (pendingRoute === null || pendingRoute.to === '#login' || pendingRoute.to === '#register'),
    isRegistered: (_, p: { exists: boolean }) => p.exists,
    isCaptchaAsked: (_, p: { error: unknown }) => toProblem(p.error).code === CODE.captchaRequired,
    isReceivedCodeAsked: (_, p: { error: unknown }) => toProblem(p.error).code === CODE.receivedCodeRequired,
    /** The awaited code may not have been sent, because the received code may have been mistyped. */
    mayNotCome: ({ context }) => context.signIn.mayNotCome,
    hasCaptcha: (_, p: { captcha: Captcha | null }) => p.captcha !== null,
    canRegister: (_, p: { mobile: string; acceptedTerms: boolean }) => toMsisdn(p.mobile) !== null && p.acceptedTerms,
  },
  actions: {
    restore: assign((_, p: { device: StoredDevice }) => ({
      session: p.device.session,
      language: p.device.language,
      appearance: p.device.appearance ?? 'system',
      drafts: p.device.drafts,
      draftsOf: p.device.draftsOf ?? null,
      awaitedCode: p.device.awaitedCode ?? null,
      unsent: p.device.unsent ?? {},
      app: p.device.app ?? null,
      lostSession: p.device.session === null && p.device.lostSession === true,
    })),
    /** Remembers the stored place, to resume there, unless a link leads elsewhere. */
    resumeLater: assign(({ context }, p: { device: StoredDevice }) => ({
      pendingRoute: context.pendingRoute ?? (p.device.resume && p.device.session ? { to: p.device.resume, query: {} } : null),
    })),
    openSession: assignAnswer(({ context }, p: { session: Session }) => ({
      session: p.session,
      offeredSession: null,
      awaitedCode: null,
      epoch: context.epoch + 1,
      lostSession: false,
      signIn: { ...context.signIn, codeAgainAt: null, receivedCode: null, mayNotCome: false },
    })),
    renewSession: assign((_, p: { session: Session }) => ({ session: p.session })),
    offerSession: assign((_, p: { session: Session | null }) => ({ offeredSession: p.session })),
    setLostSession: assign((_, p: { lost: boolean }) => ({ lostSession: p.lost })),
    forgetBorrower: assign(({ context }) => withoutBorrower(context)),
    /** Another number drops the received code, which belongs to the number that it was typed for. */
    setMobile: assign(({ context }, p: { mobile: string }) => ({
      signIn: { ...context.signIn, mobile: p.mobile, receivedCode: null, mayNotCome: false },
    })),
    setReceivedCode: assign(({ context }, p: { code: string }) => ({
      signIn: { ...context.signIn, receivedCode: p.code, mayNotCome: true },
    })),
    /** The lender does not know the number, so the registration opens with it. */
    noteUnknownMobile: assign(({ context: { signIn } }) => ({ signIn: { ...signIn, unknownMobile: signIn.mobile } })),
    /** Keeps the typed number, and sets the problem that it has. */
    refuseMobile: assign(({ context }, { mobile }: { mobile: string }) => ({
      signIn: { ...context.signIn, mobile },
      problem: { code: mobile.trim() === '' ? LOCAL.mobileMissing : LOCAL.mobileInvalid, message: '' },
    })),
    setAcceptedTerms: assign(({ context }, p: { accepted: boolean }) => ({ signIn: { ...context.signIn, acceptedTerms: p.accepted } })),
    setCaptcha: assign(({ context }, { captcha }: { captcha: Captcha | null }) => ({
      signIn: { ...context.signIn, captcha, captchaSolved: 0, captchaAnswer: null },
    })),
    setCaptchaSolved: assign(({ context }, p: { solved: number }) => ({ signIn: { ...context.signIn, captchaSolved: p.solved } })),
    setCaptchaAnswer: assignAnswer(({ context }, p: { answer: readonly number[] }) => ({
      signIn: { ...context.signIn, captchaAnswer: p.answer },
    })),
    setCodeAgainAt: assignAnswer(({ context }, p: { againAt: number }) => ({ signIn: { ...context.signIn, codeAgainAt: p.againAt } })),
    awaitCodeAgain: assign(({ context }) => {
      const { mobile, codeAgainAt, pendingRoute, mayNotCome = false } = required('awaitedCode', context.awaitedCode);
      return { signIn: { ...context.signIn, mobile, codeAgainAt, mayNotCome }, pendingRoute };
    }),
    forgetAwaitedCode: assign({ awaitedCode: null }),
    /** The app opens without waiting for the code. The number stays, so that another code can be requested without typing it. */
    keepAwaitedNumber: assign(({ context: { awaitedCode, session, signIn } }) =>
      awaitedCode && session === null ? { signIn: { ...signIn, mobile: awaitedCode.mobile } } : {},
    ),
  },
});
