/** The lender's client as the app configures it. It is a chunk of its own, fetched in parallel with the entry. */
import type { AppIdentity, Language } from '#machines/context.ts';
import type { Problem } from '#machines/model/codes.ts';
import { adapter } from '#src/api/adapter.ts';
import { createApi, type Api } from '#src/api/client.ts';
import type { Settings } from '#src/market/pageSettings.ts';
import { endLoggedOutSessions } from './endLoggedOutSessions.ts';
import { withHeadStart, type HeadStart } from './headStart.ts';
import { importOrReload, reloadOldPage } from './importOrReload.ts';
import { reloadOutdated } from './reloadOutdated.ts';
import { watchSession } from './sessionWatch.ts';
import type { LoggedOutStorage } from './storage.ts';

export interface LenderApiOptions {
  settings: Settings;
  now: () => number;
  token: () => string | null;
  language: () => Language;
  /** The identity that the native app reported; the settings of the page replace what is missing. */
  app: () => AppIdentity;
  onServerTime: (serverTime: number) => void;
  /** Number of the current session, counted from the start of the page. */
  epoch: () => number;
  /** Random id of this installation; rejects if the chunk of the safe, which stores the id, could not be fetched. */
  device: () => Promise<string>;
  /** Stores the sessions that were logged out and that the lender has not ended yet. */
  storage: LoggedOutStorage;
  /** Called when the lender has ended the session with that number. */
  onSessionLost: (epoch: number, problem: Problem) => void;
}

export interface LenderApi {
  api: Api;
  /** Sends the first call before the chart makes it. */
  sendAhead: HeadStart['send'];
}

/** Rejects when one of its chunks could not be fetched. */
export async function openLenderApi({
  settings: { packageName, appName, backEnd = '', envelope },
  now,
  token,
  language,
  app,
  device,
  onServerTime,
  epoch,
  storage,
  onSessionLost,
}: LenderApiOptions): Promise<LenderApi> {
  const ahead = withHeadStart(
    createApi({
      fetch: window.fetch.bind(window),
      counting: async () => (await import('#src/api/progress.ts')).countingFetch,
      baseUrl: backEnd,
      write: envelope === false ? (await import('#src/api/plainWire.ts')).plainRequest : undefined,
      adapter,
      packageName: () => app().packageName ?? packageName,
      appName: () => app().appName ?? appName,
      now,
      random: Math.random,
      session: token,
      fallbackText: (code) =>
        import('#src/api/fallbackTexts.ts').then(({ fallbackText }) => fallbackText(code, language())).catch(() => ''),
      language,
      afid: () => app().afid ?? '',
      device: () => importOrReload(device()),
      onServerTime,
      isOnline: () => navigator.onLine,
    }),
    token,
  );
  const api = watchSession(endLoggedOutSessions(reloadOutdated(ahead.api, reloadOldPage), storage), epoch, onSessionLost);
  return { api, sendAhead: ahead.send };
}
