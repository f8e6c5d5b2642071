/** Signing in and registering, and the countries the lender serves. */
import type { Instant } from '#machines/model/calendar.ts';
import type { Session } from '#machines/model/device.ts';
import type { Api } from '#src/api/client.ts';
import type { GRANTS, RequestOf } from '#src/api/contract.ts';
import { signIn } from '#src/api/signIn.ts';
import { newRequestId } from '#src/ui/requestId.ts';
import type { DeviceStorage } from '../storage.ts';
import { deviceName } from '../deviceName.ts';
import { clientOf } from './lenderClient.ts';
import type { Works } from './binding.ts';

export interface UserDeps {
  api: () => Promise<Api>;
  now: () => Instant;
  storage: DeviceStorage;
}

type UserPortName = 'requestCode' | 'askCaptcha' | 'logIn' | 'registerBorrower' | 'loadCountry';

export function userPorts({ api, now, storage }: UserDeps): Works<UserPortName> {
  const client = clientOf(api);
  async function open<N extends keyof typeof GRANTS>(name: N, request: RequestOf<N>): Promise<Session> {
    const said = { ...request, deviceName: deviceName(storage.app(), navigator.userAgent) };
    const { token, userId, mobile } = await signIn(await client(), name, said, newRequestId());
    const session: Session = { token, userId, mobile };
    storage.keepSession(session, 'app');
    return session;
  }
  return {
    requestCode: async ({ input }) => {
      const { resendAfter } = await (await client()).call('getVerifyCode', input);
      return { againAt: now() + resendAfter };
    },
    askCaptcha: async ({ input, signal }) => {
      const { captcha } = await (await client()).call('isRequiredVerificationCode', input, { signal });
      return { captcha };
    },
    logIn: ({ input }) => open('login', input),
    registerBorrower: ({ input }) => open('register', { ...input, acceptedTerms: true }),
    loadCountry: async ({ input: { code }, signal }) => {
      const lender = await client();
      return code === null ? lender.call('countryByIp', {}, { signal }) : lender.call('countryByCode', { code }, { signal });
    },
  };
}
