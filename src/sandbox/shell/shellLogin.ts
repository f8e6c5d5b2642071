/** The shell's own login. It makes the lender's calls itself, as a native app would. */
import { fromPromise } from 'xstate';
import { createApi, type Api } from '#src/api/client.ts';
import { solveCaptcha } from '#src/api/captchaWork.ts';
import type { CaptchaSolution, CodePurpose } from '#src/api/payloads.ts';
import { signIn } from '#src/api/signInChallenge.ts';
import { APP_NAME } from '#src/market/app.ts';
import { SETTINGS } from '#src/market/pageSettings.ts';
import type { ShellSession } from '#src/bridge/messages.ts';
import { newRequestId } from '#src/ui/requestId.ts';
import { yieldToPage } from '#src/ui/yieldToPage.ts';
import { installationId } from './memory.ts';
import { SIMULATED_APP } from './shell.machine.ts';

/** The lender's clock may differ from this machine's by days, so it is read from every answer. */
export function createShellApi(): Api {
  let ahead = 0;
  return createApi({
    fetch: (input, init) => window.fetch(input, init),
    baseUrl: '',
    packageName: () => SETTINGS?.packageName ?? '',
    appName: () => APP_NAME,
    now: () => Date.now() + ahead,
    random: () => Math.random(),
    session: () => null,
    language: () => 'en',
    afid: () => '',
    device: () => installationId(localStorage),
    onServerTime: (time) => {
      ahead = time - Date.now();
    },
  });
}

/** The solved work that the lender requires for another code; null: none is required. */
async function solutionFor(api: Api, mobile: string): Promise<CaptchaSolution | null> {
  const { captcha } = await api.call('isRequiredVerificationCode', { mobile });
  if (!captcha) return null;
  const answer = await solveCaptcha(captcha, { clock: () => performance.now(), yieldToPage, progressed: () => true });
  return answer && { token: captcha.token, answer };
}

export const signInActors = (api: Api) => ({
  /** Sends a code to the number: to sign in, or to register a number that the lender does not know. */
  requestCode: fromPromise<{ purpose: CodePurpose }, { mobile: string }>(async ({ input }) => {
    const { exists } = await api.call('existsByMobile', { mobile: input.mobile });
    const purpose = exists ? 'login' : 'register';
    await api.call('getVerifyCode', { mobile: input.mobile, purpose, captcha: await solutionFor(api, input.mobile) });
    return { purpose };
  }),
  signIn: fromPromise<ShellSession, { mobile: string; code: string; purpose: CodePurpose }>(
    async ({ input: { mobile, code, purpose } }) => {
      const request = { mobile, code, deviceName: SIMULATED_APP.deviceMsg ?? '' };
      const granted =
        purpose === 'register'
          ? await signIn(api, 'register', { ...request, acceptedTerms: true }, newRequestId())
          : await signIn(api, 'login', request, newRequestId());
      return { token: granted.token, userId: granted.userId, mobile: granted.mobile };
    },
  ),
});
