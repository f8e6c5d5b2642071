/** Traces reach a collector. The packages for traces are loaded only when a collector is set. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { traceIdOf } from '#server/monitoring/tracing.ts';
import { storeCardPhotos } from '#tests/paths/lender/freshLenders.ts';
import { reachStatus } from '#tests/paths/lender/reachStatus.ts';
import { startLender } from '#tests/support/testLender.ts';

const loaded = vi.hoisted(() => ({ times: 0 }));
vi.mock('@opentelemetry/sdk-trace-base', async (original) => {
  loaded.times++;
  return original();
});

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

async function startCollector() {
  const spans: SentSpan[] = [];
  const server = createServer((request, to) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      to.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

it('lender without a collector: loads nothing for traces', async () => {
  const lender = await startLender();
  await lender.phone().call('productIndex', {});
  await lender.stop();
  expect(loaded.times).toBe(0);
});

it('loan that is paid out: the draw and the request to the rail are one trace, whose id follows from the id of the request', async () => {
  const collector = await startCollector();
  const lender = await startLender({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` } });
  try {
    const mobile = '254712345678';
    const phone = lender.phone();
    await phone.signIn(mobile);
    await storeCardPhotos(lender, Number((await phone.call('getUserInfo', {})).basicInfo.userId));
    await lender.sandbox.do('/decision', { mode: 'desk' });
    expect(await reachStatus({ lender, phone, mobile }, STATUS.repaying)).toBeNull();
    const [job] = await lender.inside().store.db.selectFrom('outbox').select('trace_id').where('topic', '=', 'rail.send').execute();
    await lender.stop();
    const ofDraw = collector.spans.filter(({ traceId }) => traceId === traceIdOf(job?.trace_id ?? ''));
    const [call] = ofDraw.filter(({ name }) => name === 'getMoney');
    expect(call?.spanId).toMatch(/^[0-9a-f]{16}$/);
    const toRail = ofDraw.filter(({ name }) => name.endsWith('paymentrequest'));
    expect(toRail.length).toBeGreaterThan(0);
    expect(new Set(toRail.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([call?.spanId]));
  } finally {
    collector.close();
  }
});
