/**
 * Sends the first call of home before the chart has loaded. The first file of the app contains the code for a call, so the
 * answer arrives while the other files load.
 */
import type { Api } from '#src/api/client.ts';

/** The call that the chart makes first: for a borrower or for a visitor. */
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
      // The caller that gets the answer handles a failure. If no caller gets it, the failure has no effect.
      answer.catch(() => undefined);
      sent = { name, token: token(), at: clock(), answer };
    },
  };
}
