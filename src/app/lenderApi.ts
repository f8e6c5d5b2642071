/** The lender's client as the app configures it. It is a chunk of its own, fetched in parallel with the entry. */
import type { AppIdentity } from '#machines/context.ts';
import type { Problem } from '#machines/model/codes.ts';
import { createApi, type Api } from '#src/api/client.ts';
import { endLoggedOutSessions } from './endLoggedOutSessions.ts';
import { importOrReload, reloadOldPage } from './importOrReload.ts';
import { reloadOutdated } from './reloadOutdated.ts';
import { watchSession } from './sessionWatch.ts';
import type { LoggedOutStorage } from './storage.ts';

export interface LenderApiOptions {
  now: () => number;
  token: () => string | null;
  language: () => string;
  /** What the native app reported about itself; the constants of this build where it reported nothing. */
  app: () => AppIdentity;
  onServerTime: (serverTime: number) => void;
  /** Number of the current session, counted from the start of the page. */
  epoch: () => number;
  /** Random id of this installation; rejects where the chunk of the safe that holds it could not be fetched. */
  device: () => Promise<string>;
  /** Stores the sessions that were logged out and that the lender has not ended yet. */
  storage: LoggedOutStorage;
  /** Called when the lender has ended the session with that number. */
  onSessionLost: (epoch: number, problem: Problem) => void;
}

export const openLenderApi = ({ now, token, language, app, device, onServerTime, epoch, storage, onSessionLost }: LenderApiOptions): Api =>
  watchSession(
    endLoggedOutSessions(
      reloadOutdated(
        createApi({
          fetch: window.fetch.bind(window),
          counting: async () => (await import('#src/api/progress.ts')).countingFetch,
          baseUrl: '',
          packageName: () => app().packageName ?? __PACKAGE_NAME__,
          appName: () => app().appName ?? __APP_NAME__,
          now,
          random: Math.random,
          session: token,
          language,
          afid: () => app().afid ?? '',
          device: () => importOrReload(device()),
          onServerTime,
          isOnline: () => navigator.onLine,
        }),
        reloadOldPage,
      ),
      storage,
    ),
    epoch,
    onSessionLost,
  );
