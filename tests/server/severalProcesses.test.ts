/** Three lenders on one PostgreSQL database, and a proxy that sends each request to another one than the request before. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { trialBalance } from '#server/books/ledger.ts';
import { startLender as startInProcess } from '#server/startLender.ts';
import { readConfig } from '#server/config.ts';
import { loadKeys } from '#server/store/keyRing.ts';
import { createTaskLeases } from '#server/store/taskLease.ts';
import { systemClock } from '#server/store/clock.ts';
import { openStore } from '#server/store/store.ts';
import { storeCardPhotos } from '#tests/paths/lender/freshLenders.ts';
import { reachStatus } from '#tests/paths/lender/reachStatus.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';
import { sendRaw } from '#tests/support/rawCalls.ts';
import { startRoundRobin, type RoundRobin } from '#tests/support/roundRobin.ts';
import { behind, type TestLender } from '#tests/support/testLender.ts';
import { startLenders, type SharedLenders } from '#tests/support/twoLenders.ts';

let lenders: SharedLenders;
let proxy: RoundRobin;
let front: TestLender;

beforeAll(async () => {
  lenders = await startLenders(3, { env: { LOOKUPS_PER_ADDRESS: '10', TOKEN_DAYS: '365' } });
  proxy = await startRoundRobin(lenders.all.map(({ url }) => url));
  front = behind(proxy.url, lenders.all[0] as TestLender);
});
afterAll(async () => {
  await proxy?.close();
  await lenders?.stop();
});

const inside = () => (lenders.all[0] as TestLender).inside();

describe('three lenders, each request to another one', () => {
  it('journey from registration to the repaid loan on three lenders: needs no memory of one process', async () => {
    const mobile = '254712345678';
    const phone = front.phone();
    await phone.signIn(mobile);
    const { basicInfo } = await phone.call('getUserInfo', {});
    await storeCardPhotos(front, Number(basicInfo.userId));
    await front.sandbox.do('/decision', { mode: 'desk' });
    expect(await reachStatus({ lender: front, phone, mobile }, STATUS.finish)).toBeNull();
    const { db } = inside().store;
    const [order] = await db.selectFrom('loan_order').select('status').orderBy('id', 'desc').execute();
    expect(order?.status).toBe(STATUS.finish);
    expect(await db.selectFrom('rail_intent').select('state').where('purpose', '=', 'disbursement').execute()).toEqual([{ state: 'OK' }]);
    expect(await db.selectFrom('sim_payout').select('state').execute()).toEqual([{ state: 'paid' }]);
    expect(await trialBalance(db)).toBe(0);
    for (const { url } of lenders.all) expect(proxy.sentTo(url)).toBeGreaterThan(5);
  });

  it('lookups of one address: are counted together', async () => {
    const lookUp = async (n: number) =>
      sendRaw(proxy.url, 'existsByMobile', {
        payload: { mobile: `25470000000${n}` },
        timestamp: inside().clock.now(),
        token: null,
        headers: { 'x-forwarded-for': '198.51.100.77', deviceId: '' },
      });
    const codes: number[] = [];
    for (let n = 0; n < 14; n++) codes.push((await lookUp(n % 10)).code);
    expect(codes.slice(0, 10)).toEqual(Array<number>(10).fill(CODE.ok));
    expect(codes.slice(10)).toEqual(Array<number>(4).fill(CODE.tooManyRequests));
  });

  it('the same request three times at once: is done once, and has one answer', async () => {
    const phone = front.phone();
    await phone.signIn('254712345679');
    const { product } = await phone.call('latestOrder', {});
    const request = {
      payload: { productId: product.id, amount: product.firstLoanMax, termDays: product.termDays[0] ?? 0 },
      timestamp: inside().clock.now(),
      token: phone.token,
    };
    const answers = await Promise.all([1, 2, 3].map(() => sendRaw(proxy.url, 'applyMarket', request)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { order } = await phone.call('latestOrder', {});
    const opened = await inside()
      .store.db.selectFrom('loan_order')
      .select('order_no')
      .where('order_no', '=', order?.orderNo ?? '')
      .execute();
    expect(opened).toHaveLength(1);
    expect(answers[0]?.code).toBe(CODE.ok);
  });

  it('session ended at one lender: is refused by the next', async () => {
    const phone = front.phone();
    await phone.signIn('254712345680');
    await phone.call('logOut', { token: phone.token ?? '' });
    for (let n = 0; n < 3; n++) await expect(phone.call('getUserInfo', {})).rejects.toMatchObject({ code: CODE.notLoggedIn });
  });

  it('clock moved at one lender: is the clock of all', async () => {
    await front.sandbox.advance(3_600_000);
    const times = await Promise.all(lenders.all.map(async (lender) => (await lender.sandbox.state()).ahead));
    expect(new Set(times).size).toBe(1);
  });
});

describe('tasks', () => {
  it('task of one process: the others skip it, and take it over when the process stops or dies', async () => {
    const databaseUrl = await postgresDatabase();
    const stores = await Promise.all([1, 2].map(() => openStore({ dataDir: '', databaseUrl, clock: systemClock })));
    const [one, two] = stores.map((store) => createTaskLeases(store));
    if (!one || !two || !stores[0]) throw new Error('no stores');
    try {
      const done = async () => 'done';
      const first = await Promise.all([one.run('orders', done), two.run('orders', done)]);
      expect(first.toSorted()).toEqual(['done', null]);
      const [holder, other] = first[0] === null ? [two, one] : [one, two];
      expect(await other.run('orders', done)).toBeNull();
      expect(await other.run('retention', done), 'another task').toBe('done');
      await holder.release();
      expect(await other.run('orders', done)).toBe('done');
      expect(await holder.run('orders', done)).toBeNull();
      // The process has died, and its lease has ended.
      await sql`update task_lease set until = clock_timestamp() - interval '1 second'`.execute(stores[0].db);
      expect(await holder.run('orders', done)).toBe('done');
      await other.takeOver();
      expect(await other.run('orders', done)).toBe('done');
    } finally {
      for (const store of stores) await store.close();
    }
  });
});

describe('keys', () => {
  const keysOf = (hex: string) => ({ keys: [{ id: 1, bytes: Buffer.from(hex.repeat(32), 'hex') }], keyFile: null, dataDir: '' });

  it('first start of two processes with different keys at once: one starts, and the other is refused', async () => {
    const databaseUrl = await postgresDatabase();
    const stores = await Promise.all([1, 2].map(() => openStore({ dataDir: '', databaseUrl, clock: systemClock })));
    try {
      const starts = await Promise.allSettled(stores.map((store, n) => loadKeys(keysOf(n === 0 ? 'a1' : 'b2'), store)));
      expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const refused = starts.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
      expect(String(refused.reason)).toMatch(/Key 1 of DATA_KEYS is not the key that the data in the database is encrypted with/);
    } finally {
      for (const store of stores) await store.close();
    }
  });

  it('process with another data key: is refused before it answers a request', async () => {
    const env = { SANDBOX: '1', PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: lenders.databaseUrl, DATA_KEYS: 'cd'.repeat(32) };
    await expect(startInProcess(readConfig(env))).rejects.toThrow(/^Key 1 of DATA_KEYS is not the key/);
  });
});
