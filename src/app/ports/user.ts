/** Signing in and registering, and the countries the lender serves. */
import { MINUTE, type Instant } from '#machines/model/calendar.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import type { Session } from '#machines/model/device.ts';
import type { JourneyEvent } from '#machines/events.ts';
import type { Api } from '#src/api/client.ts';
import type { GRANTS, RequestOf } from '#src/api/contract.ts';
import { signIn } from '#src/api/signInChallenge.ts';
import { newRequestId } from '#src/ui/requestId.ts';
import { yieldToPage } from '#src/ui/yieldToPage.ts';
import type { DeviceStorage } from '../storage.ts';
import { importOrReload } from '../importOrReload.ts';
import { deviceName } from '../deviceName.ts';
import { clientOf } from './lenderClient.ts';
import type { Works } from './binding.ts';

/** The work is given up after so many ms: by then the borrower has waited almost as long as without the work. */
const WORK_PATIENCE = 3 * MINUTE;

export interface UserDeps {
  api: () => Promise<Api>;
  now: () => Instant;
  storage: DeviceStorage;
  /** The browser's description of itself, for the name of this device. */
  userAgent: string;
  /** The actor that gets the progress of the work. */
  journey: () => { send: (event: JourneyEvent) => void };
}

type UserPortName = 'requestCode' | 'askCaptcha' | 'solveCaptcha' | 'logIn' | 'registerBorrower' | 'loadCountry';

export function userPorts({ api, now, storage, userAgent, journey }: UserDeps): Works<UserPortName> {
  const client = clientOf(api);
  async function open<N extends keyof typeof GRANTS>(name: N, request: RequestOf<N>): Promise<Session> {
    const body = { ...request, deviceName: deviceName(storage.app(), userAgent) };
    const { token, userId, mobile } = await signIn(await client(), name, body, newRequestId());
    const session: Session = { token, userId, mobile };
    storage.keepSession(session, 'app');
    return session;
  }
  return {
    requestCode: async ({ input }) => {
      // Opens the safe, so that the awaited code is stored: the web view may be closed while the borrower reads the SMS.
      const isPrepared = storage.prepare().catch(() => undefined);
      const { resendAfter } = await (await client()).call('getVerifyCode', input);
      await isPrepared;
      return { againAt: now() + resendAfter };
    },
    askCaptcha: async ({ input, signal }) => {
      const { captcha } = await (await client()).call('isRequiredVerificationCode', input, { signal });
      if (!captcha) return { captcha };
      const { waitFor, ...task } = captcha;
      return { captcha: { ...task, waitUntil: now() + waitFor } };
    },
    solveCaptcha: async ({ input, signal }) => {
      const { solveCaptcha } = await importOrReload(import('#src/api/captchaWork.ts'));
      const giveUpAt = performance.now() + WORK_PATIENCE;
      let reported = 0;
      const answer = await solveCaptcha(input, {
        clock: () => performance.now(),
        yieldToPage,
        progressed(solved) {
          if (solved > reported && !signal.aborted) journey().send({ type: 'captcha.progressed', solved: (reported = solved) });
          return !signal.aborted && performance.now() < giveUpAt;
        },
      });
      if (answer === null) throw { code: LOCAL.captchaFailed, message: '' } satisfies Problem;
      return { answer };
    },
    logIn: ({ input }) => open('login', input),
    registerBorrower: ({ input }) => open('register', { ...input, acceptedTerms: true }),
    loadCountry: async ({ input: { code }, signal }) => {
      const lender = await client();
      return code === null ? lender.call('countryByIp', {}, { signal }) : lender.call('countryByCode', { code }, { signal });
    },
  };
}
