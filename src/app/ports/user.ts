/** Signing in and registering, and the countries the lender serves. */
import type { Instant } from '#machines/model/calendar.ts';
import type { Session } from '#machines/model/device.ts';
import type { Api } from '#src/api/client.ts';
import type { SessionGrant } from '#src/api/payloads.ts';
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
  const open = (grant: SessionGrant): Session => {
    const session: Session = { token: grant.token, userId: grant.userId, mobile: grant.mobile };
    storage.keepSession(session, 'app');
    return session;
  };
  const ownName = (): string => deviceName(storage.app(), navigator.userAgent);
  return {
    requestCode: async ({ input }) => {
      const { resendAfter } = await (await client()).call('getVerifyCode', input);
      return { againAt: now() + resendAfter };
    },
    askCaptcha: async ({ input, signal }) => {
      const { captcha } = await (await client()).call('isRequiredVerificationCode', input, { signal });
      return { captcha };
    },
    logIn: async ({ input }) => open(await (await client()).call('login', { ...input, deviceName: ownName() })),
    registerBorrower: async ({ input }) =>
      open(await (await client()).call('register', { ...input, acceptedTerms: true, deviceName: ownName() })),
    loadCountry: async ({ input: { code }, signal }) => {
      const lender = await client();
      return code === null ? lender.call('countryByIp', {}, { signal }) : lender.call('countryByCode', { code }, { signal });
    },
  };
}
