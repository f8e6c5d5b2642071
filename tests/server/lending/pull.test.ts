/** Payments at the paybill whose message was lost: a pull finds them, and each is booked once, after it was confirmed. */
import { afterEach, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { fromPullTime, toPullTime } from '#server/rail/darajaTime.ts';
import { readPulled } from '#server/rail/readCallback.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { PAYBILL_TOKEN, type Borrower } from '#tests/support/lendingFixture.ts';
import { createFaultyNetwork } from '../rail/faultyNetwork.ts';
import { setRailFixture } from './loanFixture.ts';

const EVERY = 10 * MINUTE;

test('times of the list: are written in Nairobi time, and read with their zone, or as Nairobi time without one', () => {
  const at = Date.parse('2026-06-01T21:30:05Z');
  expect(toPullTime(at)).toBe('2026-06-02 00:30:05');
  expect(['2026-06-01T21:30:05Z', '2026-06-02 00:30:05', '2026-06-02T00:30:05+03:00'].map(fromPullTime)).toEqual([at, at, at]);
  expect(['', '20260601', 'yesterday', null].map(fromPullTime)).toEqual([null, null, null, null]);
});

test('list, as documented: rows that are no payments are counted and left out', () => {
  const payment = { transactionId: 'yzlyrEsRG1', trxDate: '2020-08-05T10:13:00Z', billreference: '37207636392', amount: '168.00' };
  expect(readPulled({ Response: [[payment, { transactionId: null }, 'x']] })).toEqual({
    payments: [{ receipt: 'YZLYRESRG1', amount: 16_800, account: '37207636392', at: Date.parse('2020-08-05T10:13:00Z') }],
    listed: 2,
  });
  for (const none of [{ Response: [[]] }, { Response: '[[]]' }, {}]) expect(readPulled(none)).toEqual({ payments: [], listed: 0 });
});

onEitherDatabase((engine) => {
  const network = createFaultyNetwork();
  const fixture = setRailFixture(engine, network, { pullEvery: EVERY });
  const pulls = () => network.requests.filter(({ path }) => path === '/daraja/pulltransactions/v1/query').map(({ body }) => body);
  const firstPages = () => pulls().filter((body) => body['OffSetValue'] === '0');
  const paid = async (b: Borrower): Promise<number> => (await fixture.detail(b)).balance.paid;
  const reports = (receipt: string) =>
    fixture.store.db.selectFrom('reported_payment').select(['state']).where('receipt', '=', receipt).execute();
  async function start(): Promise<Borrower> {
    await fixture.rail.registerPull(PAYBILL_TOKEN);
    const b = await fixture.lent();
    await fixture.pass(EVERY);
    network.heal();
    return b;
  }
  afterEach(async () => fixture.simulator.setSwitches({ callbacks: 'normal' }));

  test('payment, message lost: is found, confirmed and booked once, however often it is listed', async () => {
    const b = await start();
    await fixture.simulator.setSwitches({ callbacks: 'lost' });
    const receipt = await fixture.payBill(b, b.orderNo, 100_000);
    expect(await paid(b)).toBe(0);
    await fixture.simulator.setSwitches({ callbacks: 'normal' });
    for (let round = 0; round < 4; round++) await fixture.pass(EVERY);
    expect(await paid(b)).toBe(100_000);
    expect(await reports(receipt)).toEqual([{ state: 'booked' }]);
    expect(network.requests.filter(({ path }) => path.includes('/transactionstatus/'))).toHaveLength(1);
  });

  test('payment, listed before its message arrives: is booked once', async () => {
    const b = await start();
    await fixture.simulator.setSwitches({ callbacks: 'late' });
    fixture.clock.pass(EVERY - MINUTE);
    await fixture.payBill(b, b.orderNo, 100_000);
    await fixture.simulator.setSwitches({ callbacks: 'normal' });
    await fixture.pass(MINUTE);
    expect(await paid(b)).toBe(100_000);
    await fixture.pass(MINUTE);
    expect(await paid(b)).toBe(100_000);
    const [first, ...others] = await fixture.store.db
      .selectFrom('rail_callback')
      .select('outcome')
      .where('route', '=', 'paybill')
      .where('account', '=', b.orderNo)
      .execute();
    expect([first?.outcome, others]).toEqual(['repeated', []]);
  });

  test('payment that the rail lists and does not confirm: is not booked', async () => {
    const b = await start();
    await fixture.simulator.setSwitches({ callbacks: 'lost' });
    await fixture.payBill(b, b.orderNo, 100_000);
    network.faults = [{ path: '/transactionstatus/', fault: 'never arrives', times: 10_000 }];
    await fixture.pass(EVERY);
    await fixture.pass(EVERY);
    expect(await paid(b)).toBe(0);
    expect((await fixture.detail(b)).reported).toHaveLength(1);
  });

  test('prompt paid, its message and the answer to its query lost: is found in the list', async () => {
    const b = await start();
    const { payOrderId } = await fixture.lending.startStk(b.userId, { orderNo: b.orderNo, amount: 50_000, requestId: 'pulled' });
    await fixture.settleDueWork();
    await fixture.simulator.setSwitches({ callbacks: 'lost' });
    network.faults = [{ path: '/stkpushquery/', fault: 'never arrives', times: 10_000 }];
    const [prompt] = await fixture.simulator.prompts(b.msisdn);
    await fixture.simulator.answer(prompt!.checkoutId, { pin: '1234' });
    await fixture.simulator.setSwitches({ callbacks: 'normal' });
    await fixture.pass(EVERY);
    expect((await fixture.lending.payment(b.userId, payOrderId)).state).toBe('paid');
    expect(await paid(b)).toBe(50_000);
  });

  test('list: windows overlap, reach back 47 hours at most, and continue where the last complete one ended', async () => {
    await start();
    const ended = fixture.clock.now();
    network.faults = [{ path: '/pulltransactions/', fault: { status: 500, body: {} }, times: 2 }];
    for (let round = 0; round < 2; round++) {
      fixture.clock.pass(EVERY);
      expect((await fixture.lending.runDue()).errors).toHaveLength(1);
    }
    network.heal();
    await fixture.pass(EVERY);
    expect(firstPages()).toEqual([
      expect.objectContaining({ StartDate: toPullTime(ended - 30 * MINUTE), EndDate: toPullTime(fixture.clock.now()), OffSetValue: '0' }),
    ]);
    network.heal();
    await fixture.pass(100 * HOUR);
    expect(pulls()[0]).toMatchObject({ StartDate: toPullTime(fixture.clock.now() - 47 * HOUR) });
  });

  test('list of several pages: is read to its end, each page from the end of the one before', async () => {
    const b = await start();
    await fixture.simulator.setSwitches({ callbacks: 'lost' });
    const at = fixture.clock.now() + MINUTE;
    for (let payment = 0; payment < 101; payment++)
      await fixture.railKnows({ receipt: `SPAGE${String(payment).padStart(5, '0')}`, amount: 1_000, account: b.orderNo, at });
    await fixture.simulator.setSwitches({ callbacks: 'normal' });
    await fixture.pass(EVERY);
    expect(
      pulls()
        .map((body) => Number(body['OffSetValue']))
        .slice(0, 2),
    ).toEqual([0, 100]);
    expect(pulls()).toHaveLength(3);
    for (let round = 0; round < 8; round++) await fixture.settleDueWork();
    expect(await paid(b)).toBe(101_000);
  });

  test('pull, two processes: one of them requests the list', async () => {
    await start();
    fixture.clock.pass(EVERY);
    await Promise.all([fixture.lending.runDue(), fixture.lending.runDue()]);
    expect(firstPages()).toHaveLength(1);
  });
});
