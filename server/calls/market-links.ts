/** Where the native app is downloaded. */
import type { CallDeps } from './deps.ts';
import type { Handlers } from './handler.ts';

export const marketLinkCalls = ({ downloadUrl }: CallDeps): Handlers<'appDownloadAddress'> => ({
  appDownloadAddress: async () => ({ address: downloadUrl }),
});
