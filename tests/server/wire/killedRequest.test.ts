/** A server is killed in the middle of a call, and the phone sends the call again to another server. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';
import { until } from '#tests/support/patience.ts';
import { sendRaw } from '#tests/support/rawCalls.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';

const ENV = { DATA_KEYS: 'cd'.repeat(32) };

let killed: TestLender;
let other: TestLender;
let aside: pg.Client;
let phone: Phone;

beforeAll(async () => {
  const databaseUrl = await postgresDatabase();
  other = await startLender({ databaseUrl, env: ENV });
  killed = await startLender({ databaseUrl, env: ENV, process: true });
  aside = new pg.Client({ connectionString: databaseUrl });
  await aside.connect();
  phone = other.phone();
  await phone.signIn('254712345678');
});
afterAll(async () => {
  await aside?.end();
  await killed?.stop();
  await other?.stop();
});

const unfinished = async (): Promise<number> =>
  (await aside.query('select from idempotent_answer where finished_at is null')).rowCount ?? 0;

/** A request with the same bytes for every lender. */
async function applyRequest() {
  const { product } = await phone.call('latestOrder', {});
  const payload = { productId: product.id, amount: product.firstLoanMax, termDays: product.termDays[0] ?? 0 };
  return { payload, timestamp: other.inside().clock.now(), token: phone.token };
}

/** Runs the work while the table of orders is locked, so that no order can be opened. */
async function whileOrdersAreLocked(work: () => Promise<void>): Promise<void> {
  await aside.query('begin');
  await aside.query('lock table loan_order in share row exclusive mode');
  try {
    await work();
  } finally {
    await aside.query('rollback');
  }
}

describe('call that opens an order', () => {
  it('call that opens an order, its server killed in the middle, the same bytes sent to another: is answered, and one order is opened', async () => {
    const request = await applyRequest();
    let first: Promise<unknown> | undefined;
    await whileOrdersAreLocked(async () => {
      first = sendRaw(killed.url, 'applyMarket', request).catch(() => 'no answer');
      await until(
        async () => (await unfinished()) === 1,
        () => 'the call did not begin',
      );
      await killed.kill();
    });
    expect(await first).toBe('no answer');
    const again = await sendRaw(other.url, 'applyMarket', request);
    expect(again.code).toBe(CODE.ok);
    expect((await aside.query('select from loan_order')).rowCount).toBe(1);
    expect(await unfinished()).toBe(0);
    // The answer was stored: the same bytes get it again.
    expect(await sendRaw(other.url, 'applyMarket', request)).toMatchObject({ code: CODE.ok, data: again.data });
  });
});
