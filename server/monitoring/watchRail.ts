/** Measures and logs the requests to the rail: result, duration, and the request that they belong to. */
import type { Metrics, RailResult } from './metrics.ts';

export interface RailContact {
  /** `ok`, `not asked yet`, or the number of seconds without an answer. */
  state(): string;
}

/** Sends a request to the rail. @param traceId id of the request that it works for; null: it works for none. */
type Send = (url: string, init: RequestInit, traceId: string | null) => Promise<Response>;

export interface WatchedRail extends RailContact {
  fetch: Send;
}

/** Logs one request. The path of a request contains no personal data. */
type Log = (line: { operation: string; result: RailResult; ms: number; reqId: string | null }) => void;

/** The path after the base address, such as `stkpush/v1/processrequest`. */
function operationOf(url: string): string {
  const [, operation] = /\/(?:mpesa|oauth)\/([\w/-]{1,80})$/.exec(new URL(url).pathname) ?? [];
  return operation ?? 'other';
}

export function watchRail(metrics: Pick<Metrics, 'railRequest'>, log: Log, send: Send = fetch): WatchedRail {
  let lastAnswer: number | null = null;
  let unansweredSince: number | null = null;

  return {
    state() {
      if (unansweredSince !== null) return `no answer for ${Math.round((performance.now() - unansweredSince) / 1_000)} seconds`;
      return lastAnswer === null ? 'not asked yet' : 'ok';
    },
    async fetch(url, init, traceId) {
      const operation = operationOf(url);
      const askedAt = performance.now();
      const end = (result: RailResult): void => {
        const took = performance.now() - askedAt;
        metrics.railRequest(operation, result, took / 1_000);
        log({ operation, result, ms: Math.round(took), reqId: traceId });
      };
      try {
        const response = await send(url, init, traceId);
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
