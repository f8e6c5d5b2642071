/**
 * `/healthz`, `/readyz` and `/metrics` for the operator, on a separate port that only the operator's network should reach.
 */
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { whyNotListening } from '#server/store/cannotStart.ts';
import type { Metrics, RequestCounts } from './metrics.ts';
import type { Readiness } from './readiness.ts';
import type { Readings } from './readings.ts';

export interface MonitorOptions {
  /** 0 lets the system choose. */
  port: number;
  host: string;
  metrics: Metrics;
  readiness: () => Promise<Readiness>;
  readings: () => Promise<Readings>;
  requests: () => RequestCounts;
}

export interface Monitor {
  port: number;
  close(): Promise<void>;
}

const TEXT = 'text/plain; charset=utf-8';

function answer(to: ServerResponse, status: number, type: string, body: string): void {
  to.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).end(body);
}

/** @throws CannotStart when the address is not available. */
export async function openMonitor({ port, host, metrics, readiness, readings, requests }: MonitorOptions): Promise<Monitor> {
  const pages: Readonly<Record<string, (to: ServerResponse) => Promise<void>>> = {
    // Checks only that the process answers: an outage of the database is no reason for restarting it.
    '/healthz': async (to) => answer(to, 200, TEXT, 'ok\n'),
    '/readyz': async (to) => {
      const { isReady, checks } = await readiness();
      answer(to, isReady ? 200 : 503, 'application/json', `${JSON.stringify({ ready: isReady, checks })}\n`);
    },
    '/metrics': async (to) => answer(to, 200, metrics.contentType, await metrics.expose(await readings(), requests())),
  };
  const server = createServer((request, to) => {
    const page = pages[request.url?.split('?')[0] ?? ''];
    if (!page) return answer(to, 404, TEXT, 'There is /healthz, /readyz and /metrics.\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(to, 405, TEXT, 'Only GET.\n');
    page(to).catch((error: unknown) => answer(to, 500, TEXT, `${error instanceof Error ? error.message : String(error)}\n`));
  });
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw whyNotListening(error, host, port, 'MONITOR_PORT');
  }
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close').catch(() => undefined);
    },
  };
}
