/** Where the native app is downloaded. */
import type { CallDeps } from './deps.ts';
import type { Handlers } from '#server/wire/handler.ts';

export const marketLinkCalls = ({ downloadUrl }: CallDeps): Handlers<'appDownloadAddress'> => ({
  appDownloadAddress: async () => ({ address: downloadUrl }),
});
