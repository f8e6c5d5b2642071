/** The float: it is queried by schedule, operators are alarmed before it is empty, and payouts wait for it instead of failing. */
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import type { FloatWatch } from '#server/books/lendingConfig.ts';
import { readFloat } from '#server/lending/origination/float.ts';
import { readBalances } from '#server/rail/readCallback.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { consentTo, OPEN_GATE, savePayoutAccount, type Borrower } from '#tests/support/lendingFixture.ts';
import { collectSecurityEvents } from '#tests/support/securityEvents.ts';
import { createFaultyNetwork } from '../rail/faultyNetwork.ts';
import { setRailFixture } from './loanFixture.ts';

/** The payout of a loan of KSh 5,000, in cents. */
const SENT = 494_200;
const FULL = shillings(1_000_000);
const ALARM = shillings(50_000);

describe('balances as Account Balance writes them', () => {
  test('float: is the spendable balance of the accounts, not the whole one', () => {
    const written =
      'Working Account|KES|346568.83|6186.83|340382.00|0.00&Float Account|KES|0.00|0.00|0.00|0.00&Utility Account|KES|228037.00|228037.00|0.00|0.00&Charges Paid Account|KES|-1540.00|-1540.00|0.00|0.00&Organization Settlement Account|KES|0.00|0.00|0.00|0.00';
    expect(readBalances(written)).toEqual({ working: 618_683, utility: 22_803_700 });
  });
  test.each([['Utility Account|USD|1.00|1.00'], ['Utility Account|KES|1.00|x'], ['Utility Account|KES'], [''], [null], [7]])(
    'balance %j: contains no account',
    (written) => expect(readBalances(written)).toEqual({}),
  );
  test('account below zero: is read as negative', () => {
    expect(readBalances('Utility Account|KES|-5.00|-5.50|0.00|0.00')).toEqual({ utility: -550 });
  });
});

onEitherDatabase((engine) => {
  const network = createFaultyNetwork();
  const { events, security } = collectSecurityEvents();
  const alarms: Parameters<FloatWatch['alarm']>[0][] = [];
  const fixture = setRailFixture(engine, network, {
    security,
    float: { askEvery: 10 * MINUTE, alarmBelow: ALARM, alarm: (float) => alarms.push(float) },
  });

  const questions = () => network.requests.filter(({ path }) => path.includes('/accountbalance/')).length;
  const payouts = () => network.requests.filter(({ path }) => path.includes('/b2c/') || path.includes('/b2b/')).length;
  const lows = () => events.filter(({ kind }) => kind === 'float.low').map(({ subject }) => subject);
  const utility = async () => (await readFloat(fixture.store.db)).find(({ account }) => account === 'utility');
  async function setUtility(cents: number): Promise<void> {
    await fixture.simulator.setFloat({ utility: cents, working: FULL, reserved: 0 });
    await fixture.pass(10 * MINUTE);
    await fixture.settleDueWork();
  }
  const bindBank = (b: Borrower): Promise<void> =>
    fixture.store.tx((tx) =>
      savePayoutAccount(tx, {
        user_id: b.userId,
        kind: 'bank',
        number: '0123456789',
        bank_code: '68',
        bank_name: 'Equity Bank',
        holder: 'W',
        saved_at: fixture.clock.now(),
      }),
    );
  const statusOf = async (b: Borrower) => (await fixture.order(b)).status;

  beforeEach(async () => {
    await setUtility(FULL);
    network.heal();
    events.length = 0;
    alarms.length = 0;
  });

  test('float, ten minutes passed: is queried once, and stored', async () => {
    await fixture.pass(9 * MINUTE);
    expect(questions()).toBe(0);
    await fixture.pass(MINUTE);
    expect(questions()).toBe(1);
    expect(await utility()).toMatchObject({ level: 'enough', available: FULL, waiting: 0, asOf: fixture.clock.now() });
  });

  test('float, falls below the alarm: is reported once, with a log line and a security event, and payouts continue', async () => {
    await setUtility(ALARM - 100);
    await fixture.pass(10 * MINUTE);
    expect(alarms).toEqual([{ account: 'utility', level: 'low', available: ALARM - 100 }]);
    expect(lows()).toEqual(['utility']);
    const b = await fixture.approved();
    await fixture.draw(b);
    await fixture.pass(3_000);
    expect(await statusOf(b)).toBe(STATUS.repaying);
    expect(lows()).toEqual(['utility']);
    await setUtility(FULL);
    expect((await utility())?.level).toBe('enough');
    await setUtility(ALARM - 100);
    expect(lows()).toEqual(['utility', 'utility']);
  });

  test('float, reserved by M-PESA: cannot be spent', async () => {
    await fixture.simulator.setFloat({ utility: 100, reserved: FULL });
    await fixture.pass(10 * MINUTE);
    expect(await utility()).toMatchObject({ available: 100, level: 'low' });
  });

  test('payout, above the float: waits and the order stays; float filled: is sent once and arrives', async () => {
    await setUtility(SENT - 100);
    network.heal();
    const b = await fixture.approved();
    await fixture.draw(b);
    for (let minute = 0; minute < 10; minute++) await fixture.pass(MINUTE);
    expect(payouts()).toBe(0);
    expect(await fixture.order(b)).toMatchObject({ status: STATUS.lending, disbursement: { failure: null } });
    expect(await utility()).toMatchObject({ level: 'short', waiting: 1, waitingAmount: SENT });
    expect(lows()).toEqual(['utility', 'utility.short']);
    await fixture.simulator.setFloat({ utility: FULL });
    for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
    expect(await statusOf(b)).toBe(STATUS.repaying);
    expect(await fixture.received(b)).toBe(SENT);
    expect(payouts()).toBe(1);
    expect(await utility()).toMatchObject({ waiting: 0, waitingAmount: 0 });
    expect(await fixture.booked(b, 'mpesa_float')).toBe(-SENT);
  });

  test('payouts, float for one of two: one is sent, the other waits', async () => {
    const [b, c] = [await fixture.approved(), await fixture.approved()];
    await setUtility(SENT + 100);
    network.heal();
    await fixture.draw(b);
    await fixture.draw(c);
    expect(payouts()).toBe(1);
    await fixture.pass(3_000);
    expect([await statusOf(b), await statusOf(c)]).toEqual([STATUS.repaying, STATUS.lending]);
    await fixture.simulator.setFloat({ utility: FULL });
    for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
    expect(await statusOf(c)).toBe(STATUS.repaying);
  });

  test('payout on its way while the float is queried: its amount is not counted as available', async () => {
    const [b, c] = [await fixture.approved(), await fixture.approved()];
    await setUtility(SENT + 100);
    await fixture.draw(b);
    // The stored level is older than the draw: it still has the whole float.
    await fixture.store.db
      .updateTable('rail_float')
      .set({ as_of: fixture.clock.now() - 1 })
      .execute();
    await fixture.store.db
      .insertInto('balance_query')
      .values({ callback_nonce: 'c'.repeat(32), asked_at: fixture.clock.now() })
      .execute();
    const token = callbackToken(fixture.store.db, 'balance', 'c'.repeat(32));
    const written = `Utility Account|KES|${(SENT + 100) / 100}|${(SENT + 100) / 100}|0.00|0.00`;
    const parameters = { ResultParameter: [{ Key: 'AccountBalance', Value: written }] };
    await fixture.report(`${token}/balance`, { Result: { ResultCode: 0, ResultParameters: parameters } });
    expect((await utility())?.available).toBe(100);
    network.heal();
    await fixture.draw(c);
    expect(payouts()).toBe(0);
    await setUtility(FULL);
    for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
    expect(await statusOf(c)).toBe(STATUS.repaying);
  });

  test('payout, refused for want of float (result 1): the order stays, and it arrives once under another id', async () => {
    // The rail's float is nearly empty, while the level that the lender has stored is enough.
    await fixture.simulator.setFloat({ utility: 100 });
    const b = await fixture.approved();
    await fixture.draw(b);
    for (let minute = 0; minute < 5; minute++) await fixture.pass(MINUTE);
    const [failed, waiting] = await fixture.intentsOf(b);
    expect(await statusOf(b)).toBe(STATUS.lending);
    expect([failed?.state, failed?.result_code, waiting?.state]).toEqual(['FAILED', 1, 'NEW']);
    expect(waiting?.id).not.toBe(failed?.id);
    expect(lows()).toContain('utility.short');
    await fixture.simulator.setFloat({ utility: FULL });
    for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
    expect(await statusOf(b)).toBe(STATUS.repaying);
    expect(await fixture.received(b)).toBe(SENT);
    expect(await fixture.intentsOf(b)).toHaveLength(2);
  });

  test('payout, refused at once for want of float (response code 1): the order stays, and it arrives once', async () => {
    const b = await fixture.approved();
    network.faults = [{ path: '/b2c/', fault: { status: 200, body: { ResponseCode: '1' } }, times: 1 }];
    await fixture.draw(b);
    expect(await statusOf(b)).toBe(STATUS.lending);
    for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
    expect(await statusOf(b)).toBe(STATUS.repaying);
    expect(await fixture.received(b)).toBe(SENT);
  });

  test('payout to a bank, refused for want of float: waits with its account number, and arrives once', async () => {
    const b = await fixture.approved();
    await bindBank(b);
    const arrived = async () => (await fixture.simulator.transactions()).filter(({ kind }) => kind === 'bank').length;
    const before = await arrived();
    await fixture.simulator.setFloat({ working: 100 });
    await fixture.draw(b);
    for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
    expect(await statusOf(b)).toBe(STATUS.lending);
    await fixture.simulator.setFloat({ working: FULL });
    for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
    expect(await statusOf(b)).toBe(STATUS.repaying);
    const sent = network.requests.filter(({ path }) => path.includes('/b2b/')).map(({ body }) => body['AccountReference']);
    expect(sent).toEqual(['0123456789', '0123456789']);
    expect((await arrived()) - before).toBe(1);
  });

  test('payout, refused for want of float and its message lost: M-PESA gives no reason, so it fails and can be drawn again', async () => {
    await fixture.simulator.setSwitches({ callbacks: 'lost' });
    await fixture.simulator.setFloat({ utility: 100 });
    const b = await fixture.approved();
    await fixture.draw(b);
    for (let minute = 0; minute < 5; minute++) await fixture.pass(MINUTE);
    expect(await statusOf(b)).toBe(STATUS.payFail);
  });

  test('payout to a bank: waits for the working account, not for the utility account', async () => {
    await fixture.simulator.setFloat({ utility: FULL, working: 100 });
    await fixture.pass(10 * MINUTE);
    network.heal();
    const b = await fixture.approved();
    await bindBank(b);
    await fixture.draw(b);
    expect(payouts()).toBe(0);
    await fixture.simulator.setFloat({ working: FULL });
    for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
    expect(await statusOf(b)).toBe(STATUS.repaying);
    expect(payouts()).toBe(1);
  });

  test('float queried too long ago: holds no payout back', async () => {
    await setUtility(100);
    network.faults = [{ path: '/accountbalance/', fault: { status: 200, body: { ResponseCode: '21' } }, times: 10_000 }];
    fixture.clock.pass(HOUR);
    await fixture.simulator.setFloat({ utility: FULL });
    const b = await fixture.approved();
    await fixture.lending.getMoney(b.userId, await consentTo(fixture.lending, b.userId, b.orderNo), OPEN_GATE);
    const { errors } = await fixture.lending.runDue();
    expect(errors.map(String).join()).toContain('/mpesa/accountbalance/v1/query');
    network.heal();
    fixture.clock.pass(3_000);
    await fixture.settleDueWork();
    expect(await statusOf(b)).toBe(STATUS.repaying);
  });

  test('gateway busy while a payout is sent: its reserved amount is available again', async () => {
    await fixture.simulator.setSwitches({ gateway: 'busy' });
    const b = await fixture.approved();
    await fixture.lending.getMoney(b.userId, await consentTo(fixture.lending, b.userId, b.orderNo), OPEN_GATE);
    await fixture.lending.runDue();
    expect((await utility())?.available).toBe(FULL);
    await fixture.simulator.setSwitches({ gateway: 'normal' });
    for (let minute = 0; minute < 2; minute++) await fixture.pass(MINUTE);
    expect(await statusOf(b)).toBe(STATUS.repaying);
    expect(await fixture.received(b)).toBe(SENT);
  });

  test('query of balances refused (result 21): the operator is alarmed', async () => {
    const [nonce, asked_at] = ['e'.repeat(32), fixture.clock.now()];
    await fixture.store.db.insertInto('balance_query').values({ callback_nonce: nonce, asked_at }).execute();
    await fixture.report(`${callbackToken(fixture.store.db, 'balance', nonce)}/balance`, {
      Result: { ResultCode: 21, ResultDesc: 'The initiator is not allowed to initiate this request' },
    });
    expect(events).toContainEqual({ kind: 'rail.fault', subject: 'balance' });
  });

  test('answer about balances at an unknown address: is refused, and changes nothing', async () => {
    const before = await utility();
    const answer = await fixture.report(`${callbackToken(fixture.store.db, 'balance', 'd'.repeat(32))}/balance`, {
      Result: { ResultCode: 0 },
    });
    expect(answer.status).toBe(404);
    expect(await utility()).toEqual(before);
  });
});
