/** Watches the requests to the rail: how they end, how long they take, and for whose request they are made. */
import { currentRequestId } from '#server/store/requestContext.ts';
import type { Metrics, RailResult } from './metrics.ts';

export interface RailContact {
  /** `ok`, `not asked yet`, or since how many seconds nothing was answered. */
  state(): string;
}

export interface WatchedRail extends RailContact {
  fetch: typeof fetch;
}

/** One line per request. The path names no borrower; the address of a receipt's question is in the body. */
type Log = (line: { operation: string; result: RailResult; ms: number; reqId: string | null }) => void;

/** `stkpush/v1/processrequest`: what stands behind the base address. */
function operationOf(url: string): string {
  const [, operation] = /\/(?:mpesa|oauth)\/([\w/-]{1,80})$/.exec(new URL(url).pathname) ?? [];
  return operation ?? 'other';
}

export function watchRail(metrics: Pick<Metrics, 'railRequest'>, log: Log, send: typeof fetch = fetch): WatchedRail {
  let lastAnswer: number | null = null;
  let unansweredSince: number | null = null;

  return {
    state() {
      if (unansweredSince !== null) return `no answer for ${Math.round((performance.now() - unansweredSince) / 1_000)} seconds`;
      return lastAnswer === null ? 'not asked yet' : 'ok';
    },
    async fetch(input, init) {
      const operation = operationOf(input instanceof Request ? input.url : String(input));
      const askedAt = performance.now();
      const end = (result: RailResult): void => {
        const took = performance.now() - askedAt;
        metrics.railRequest(operation, result, took / 1_000);
        log({ operation, result, ms: Math.round(took), reqId: currentRequestId() });
      };
      try {
        const response = await send(input, init);
        const isServerError = response.status >= 500;
        if (isServerError) unansweredSince ??= askedAt;
        else unansweredSince = null;
        lastAnswer = askedAt;
        end(`${Math.floor(response.status / 100)}xx` as RailResult);
        return response;
      } catch (error) {
        unansweredSince ??= askedAt;
        end('none');
        throw error;
      }
    },
  };
}
