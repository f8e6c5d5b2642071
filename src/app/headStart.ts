/**
 * Sends the first call of home before the chart has loaded. The first file of the app contains what a call needs, so
 * the answer travels while the other files arrive.
 */
import type { Api } from '#src/api/client.ts';

/** The calls that the chart begins with. */
export type FirstCall = 'latestOrder' | 'productIndex';

export interface HeadStart {
  api: Api;
  /** Sends the call. The next call of the same name, in the same session, gets its answer. */
  send: (name: FirstCall) => void;
}

/** An answer older than this is not used, and the call is sent again. ms. */
const FRESH_FOR = 30_000;

/** @param token of the session; null when signed out. @param clock ms, only ever forward. */
export function withHeadStart(api: Api, token: () => string | null, clock: () => number = () => performance.now()): HeadStart {
  let sent: { name: string; token: string | null; at: number; answer: Promise<unknown> } | null = null;
  const call = (...[name, request, options]: Parameters<Api['call']>): Promise<unknown> => {
    const ahead = sent;
    if (ahead?.name !== name) return api.call(name, request, options);
    sent = null;
    const isUsable = ahead.token === token() && clock() - ahead.at < FRESH_FOR;
    return isUsable ? ahead.answer : api.call(name, request, options);
  };
  return {
    api: { call: call as Api['call'] },
    send: (name) => {
      const answer = api.call(name, {});
      // The caller that takes the answer handles a failure. Where no caller takes it, the failure is nobody's concern.
      answer.catch(() => undefined);
      sent = { name, token: token(), at: clock(), answer };
    },
  };
}
