/** The calls of the account pages: the devices, the support, and the address of the native app. */
import { queueAccountText } from '#server/books/textMessages.ts';
import type { Handlers } from '#server/wire/handler.ts';
import type { CallDeps } from './deps.ts';
import { invalidField, readText } from './readRequest.ts';

type UserCenterCalls = 'customerService' | 'appDownloadAddress' | 'listDevices' | 'removeDevice' | 'signOutEverywhere' | 'agreeRecordings';

export function userCenterCalls({ store, clock, sessions, recordings, support, downloadUrl }: CallDeps): Handlers<UserCenterCalls> {
  return {
    customerService: async () => support,
    appDownloadAddress: async () => ({ address: downloadUrl }),

    listDevices: async (_request, caller) => ({ devices: await sessions.devices(await caller.signedIn()) }),
    async removeDevice(request, caller) {
      await sessions.removeDevice(await caller.signedIn(), readText(request, 'id', caller.language));
      return null;
    },
    async agreeRecordings(request, caller) {
      const userId = await caller.signedIn();
      const { agreed } = request;
      if (typeof agreed !== 'boolean') throw invalidField('agreed', 'field.option', caller.language);
      await recordings.agree(userId, agreed, readText(request, 'version', caller.language, 20));
      return { agreed };
    },
    async signOutEverywhere(_request, caller) {
      const userId = await caller.signedIn();
      await store.tx(async (tx) => {
        await sessions.endAll(tx, userId);
        await queueAccountText(tx, { userId, language: caller.language }, 'signedOutEverywhere', { email: support.email }, clock.now());
      });
      return null;
    },
  };
}
