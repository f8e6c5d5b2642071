/** Monitoring of a lender: health, readiness, metrics, and the id that connects a request with its work. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import { storeCardPhotos } from '#tests/paths/lender/freshLenders.ts';
import { payIn, reachStatus } from '#tests/paths/lender/reachStatus.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';
import { sendRaw } from '#tests/support/rawCalls.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';

const ENV = { MONITOR_PORT: '0', LOG_LEVEL: 'info', DATA_KEYS: 'ab'.repeat(32), TOKEN_DAYS: '365' };

let lender: TestLender;
let phone: Phone;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const log = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  lender = await startLender({ databaseUrl: await postgresDatabase(), env: ENV, log });
});
afterAll(() => lender?.stop());

const mobile = '254712345678';
const monitored = (path: string, of: TestLender = lender): Promise<Response> => fetch(`http://127.0.0.1:${of.inside().monitorPort}${path}`);
const readiness = async (of: TestLender = lender) => {
  const response = await monitored('/readyz', of);
  return { status: response.status, ...((await response.json()) as { ready: boolean; checks: Record<string, string> }) };
};
/** The value in the line of `/metrics` that begins like this; undefined: there is no such line. */
const metric = (text: string, start: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${start} `));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
};

describe('readiness', () => {
  it('lender that serves: is healthy and ready, and reports that the rail was not needed yet', async () => {
    expect(await (await monitored('/healthz')).text()).toBe('ok\n');
    const { status, ready, checks } = await readiness();
    expect({ status, ready }).toEqual({ status: 200, ready: true });
    expect(checks).toMatchObject({ process: 'ok', database: 'ok', migrations: 'ok', keys: 'ok', disk: 'ok' });
    expect((await monitored('/other')).status).toBe(404);
  });

  it('lender without a key that another process uses: is not ready, and names the key', async () => {
    const { db } = lender.inside().store;
    const [{ value }] = (await db.selectFrom('setting').select('value').where('key', '=', 'data keys').execute()) as [{ value: object }];
    const ring = value as { inUse: Record<string, string> };
    const write = (content: object) =>
      db.updateTable('setting').set({ value: JSON.stringify(content) }).where('key', '=', 'data keys').execute(); // oxfmt-ignore
    await write({ ...ring, inUse: { ...ring.inUse, 7: 'another' } });
    expect(await readiness()).toMatchObject({ status: 503, ready: false, checks: { keys: 'missing: 7' } });
    await write(ring);
    expect(await readiness()).toMatchObject({ status: 200, ready: true });
  });

  it('lender with a migration that the database lacks: is not ready, and names the migration', async () => {
    const { db } = lender.inside().store;
    await db.deleteFrom('migration').where('name', '=', '085-operation').execute();
    expect(await readiness()).toMatchObject({ status: 503, checks: { migrations: 'missing: 085-operation' } });
    await db.insertInto('migration').values({ name: '085-operation', at: 1 }).execute();
    expect((await readiness()).ready).toBe(true);
  });

  it('readiness, database not reachable: the lender is alive, and not ready', async () => {
    const other = await startLender({ databaseUrl: await postgresDatabase(), env: { ...ENV, LOG_LEVEL: 'silent' } });
    try {
      await other.inside().store.close();
      expect((await monitored('/healthz', other)).status).toBe(200);
      expect(await readiness(other)).toMatchObject({ status: 503, checks: { database: 'does not answer' } });
      const text = await (await monitored('/metrics', other)).text();
      expect(metric(text, 'lender_database_up')).toBe(0);
      expect(metric(text, 'lender_payouts_waiting'), 'unknown is not zero').toBeUndefined();
    } finally {
      await other.stop();
    }
  });

  it('port of the monitor in use: the start is refused in one sentence that names the setting', async () => {
    const env = { ...ENV, LOG_LEVEL: 'silent', MONITOR_PORT: String(lender.inside().monitorPort) };
    const start = startLender({ databaseUrl: await postgresDatabase(), env });
    await expect(start).rejects.toThrow(/^Port \d+ on 127\.0\.0\.1 is taken by another program: .* choose another with MONITOR_PORT\.$/);
    await expect(start).rejects.toBeInstanceOf(CannotStart);
  });
});

describe('metrics and ids of requests', () => {
  it('loan that is paid out: one id goes from the call through the outbox to the rail and into the log', async () => {
    phone = lender.phone();
    await phone.signIn(mobile);
    await storeCardPhotos(lender, Number((await phone.call('getUserInfo', {})).basicInfo.userId));
    await lender.sandbox.do('/decision', { mode: 'desk' });
    expect(await reachStatus({ lender, phone, mobile }, STATUS.repaying)).toBeNull();
    const { db } = lender.inside().store;
    const [job] = await db.selectFrom('outbox').select('trace_id').where('topic', '=', 'rail.send').execute();
    const id = job?.trace_id;
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    const ofRequest = lines.filter(({ reqId }) => reqId === id);
    expect(ofRequest).toContainEqual(expect.objectContaining({ msg: 'call', call: 'getMoney', code: 0 }));
    expect(ofRequest).toContainEqual(expect.objectContaining({ msg: 'rail', result: '2xx' }));
    expect((await readiness()).checks['rail']).toBe('ok');
  });

  it('lender with a running loan: measures calls, rail, texts, outbox, payouts and the ledger', async () => {
    const [order] = (await lender.sandbox.state()).orders;
    await payIn({ lender, phone, mobile }, order?.orderNo ?? '', 100_000);
    await vi.waitFor(async () => {
      const text = await (await monitored('/metrics')).text();
      expect(metric(text, 'lender_payouts_waiting')).toBe(0);
      expect(metric(text, 'lender_outbox_due_jobs')).toBe(0);
      expect(metric(text, 'lender_texts_due')).toBe(0);
    }, PATIENCE);
    const text = await (await monitored('/metrics')).text();
    expect(metric(text, 'lender_database_up')).toBe(1);
    expect(metric(text, 'lender_ledger_sum_cents')).toBe(0);
    expect(metric(text, 'lender_call_seconds_count{call="getMoney",code="0"}')).toBe(1);
    expect(metric(text, 'lender_texts_total{provider="sandbox",result="taken"}')).toBeGreaterThan(0);
    expect(text).toMatch(/^lender_rail_request_seconds_count\{operation="[\w/]+",result="2xx"\} [1-9]/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(metric(text, 'lender_database_connections_open')).toBeGreaterThan(0);
  });

  it('push, and message about a payment: each has the id of its request in the outbox and in the log of the rail', async () => {
    const [order] = (await lender.sandbox.state()).orders;
    const orderNo = order?.orderNo ?? '';
    await phone.call('mpesaRepayLink', { orderNo, amount: 100_000, requestId: 'one id' });
    const { db } = lender.inside().store;
    const newest = (topic: 'rail.send' | 'rail.confirm') =>
      db.selectFrom('outbox').select('trace_id').where('topic', '=', topic).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    const ofPush = (await newest('rail.send')).trace_id;
    const ofMessage = (await newest('rail.confirm')).trace_id;
    expect([ofPush, ofMessage]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), expect.stringMatching(/^[0-9a-f]{16}$/)]);
    const linesOf = (id: string | null) => lines.filter(({ reqId }) => reqId === id);
    expect(linesOf(ofPush)).toContainEqual(expect.objectContaining({ msg: 'call', call: 'mpesaRepayLink', code: 0 }));
    for (const id of [ofPush, ofMessage])
      await expect.poll(() => linesOf(id), { timeout: PATIENCE }).toContainEqual(expect.objectContaining({ msg: 'rail', result: '2xx' }));
  });

  it('payout that waits for the rail: is counted with its age', async () => {
    const { db } = lender.inside().store;
    const before = { state: 'OK', settled_at: null } as const;
    await db.updateTable('rail_intent').set({ state: 'UNKNOWN', created_at: lender.inside().clock.now() - 90_000, next_at: Number.MAX_SAFE_INTEGER }).where('purpose', '=', 'disbursement').execute(); // oxfmt-ignore
    const text = await (await monitored('/metrics')).text();
    expect(metric(text, 'lender_payouts_waiting')).toBe(1);
    expect(metric(text, 'lender_payouts_oldest_seconds')).toBeGreaterThanOrEqual(90);
    await db.updateTable('rail_intent').set(before).where('purpose', '=', 'disbursement').execute();
  });

  it('every metric of the lender: is explained in the operations manual', async () => {
    const manual = readFileSync(fileURLToPath(new URL('../../../docs/operations.md', import.meta.url)), 'utf8');
    const text = await (await monitored('/metrics')).text();
    const names = [...text.matchAll(/^# TYPE (lender_\w+)/gm)].map(([, name]) => name as string);
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
  });

  it.each([
    ['without a proxy', '0', false],
    ['behind a proxy', '1', true],
    ['from a caller that the list of proxies does not name', '10.0.0.0/8', false],
  ])('id that a request brings, %s: is used where a proxy may have set it', async (_, proxies, isUsed) => {
    const other = await startLender({ databaseUrl: await postgresDatabase(), env: { ...ENV, LOG_LEVEL: 'silent', TRUST_PROXY: proxies } });
    try {
      const answer = async (id: string) =>
        (await sendRaw(other.url, 'productIndex', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
      expect((await answer('from-the-proxy-1')) === 'from-the-proxy-1').toBe(isUsed);
      expect(await answer('no id: "quoted"')).toMatch(/^[0-9a-f]{16}$/);
    } finally {
      await other.stop();
    }
  });
});
