/** The lender's client as the app uses it; a chunk of its own, fetched beside the entry. */
import type { AppIdentity } from '#machines/context.ts';
import type { Problem } from '#machines/model/codes.ts';
import { createApi, type Api } from '#src/api/client.ts';
import { countingFetch } from '#src/api/progress.ts';
import { endLoggedOutSessions } from './endLoggedOutSessions.ts';
import { watchSession } from './sessionWatch.ts';
import type { LoggedOutStorage } from './storage.ts';

export interface LenderApiOptions {
  now: () => number;
  token: () => string | null;
  language: () => string;
  /** What the native app said of itself; this build's own names where it said nothing. */
  app: () => AppIdentity;
  onServerTime: (serverTime: number) => void;
  /** Counts sessions. */
  epoch: () => number;
  /** Keeps the sessions that were logged out and are still to be ended. */
  storage: LoggedOutStorage;
  /** The session with that count is over. */
  onSessionLost: (epoch: number, problem: Problem) => void;
}

export const openLenderApi = ({ now, token, language, app, onServerTime, epoch, storage, onSessionLost }: LenderApiOptions): Api =>
  watchSession(
    endLoggedOutSessions(
      createApi({
        fetch: window.fetch.bind(window),
        counting: countingFetch,
        baseUrl: '',
        packageName: () => app().packageName ?? __PACKAGE_NAME__,
        appName: () => app().appName ?? __APP_NAME__,
        now,
        random: Math.random,
        session: token,
        language,
        afid: () => app().afid ?? '',
        onServerTime,
        isOnline: () => navigator.onLine,
      }),
      storage,
    ),
    epoch,
    onSessionLost,
  );
