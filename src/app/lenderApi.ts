/** The lender's client as the app uses it; a chunk of its own, fetched beside the entry. */
import { createApi, type Api } from '#src/api/client.ts';

export interface LenderApiOptions {
  now: () => number;
  token: () => string | null;
  language: () => string;
  onServerTime: (serverTime: number) => void;
}

export const openLenderApi = ({ now, token, language, onServerTime }: LenderApiOptions): Api =>
  createApi({
    fetch: window.fetch.bind(window),
    baseUrl: '',
    packageName: __PACKAGE_NAME__,
    appName: __APP_NAME__,
    now,
    random: Math.random,
    session: token,
    language,
    afid: () => '',
    onServerTime,
    isOnline: () => navigator.onLine,
  });
