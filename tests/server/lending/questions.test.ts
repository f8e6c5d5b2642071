/** Queries to the rail about payments without a result: each later than the last, and only a few while the rail does not answer. */
import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import type { Borrower } from '#tests/support/lendingFixture.ts';
import { createFaultyNetwork } from '../rail/faultyNetwork.ts';
import { setRailFixture } from './loanFixture.ts';

const SECOND = 1_000;
const BEING_PROCESSED = { errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' };

onEitherDatabase((engine) => {
  const network = createFaultyNetwork();
  const fixture = setRailFixture(engine, network);
  const questions = (): number => network.requests.filter(({ path }) => path.includes('/stkpushquery/')).length;

  let presses = 0;
  /** A prompt whose callback is lost. @returns the payment's id. */
  async function prompt(b: Borrower): Promise<string> {
    await fixture.simulator.setSwitches({ callbacks: 'lost' });
    const { payOrderId } = await fixture.lending.startStk(b.userId, {
      orderNo: b.orderNo,
      amount: 50_000,
      requestId: `press-${++presses}`,
    });
    await fixture.settleDueWork();
    return payOrderId;
  }
  const stateOf = async (b: Borrower, payOrderId: string): Promise<string> => (await fixture.lending.payment(b.userId, payOrderId)).state;
  async function pay(b: Borrower): Promise<void> {
    const [open] = await fixture.simulator.prompts(b.msisdn);
    expect(await fixture.simulator.answer(open?.checkoutId ?? '', { pin: '1234' })).toBe('paid');
  }

  test('prompt without a result: is queried after pauses as long as it has been open, at least every ten minutes', async () => {
    const b = await fixture.lent();
    const payOrderId = await prompt(b);
    network.faults = [{ path: '/stkpushquery/', fault: { status: 500, body: BEING_PROCESSED }, times: Infinity }];
    const pauses: number[] = [];
    for (let asked = 1; asked <= 10; asked++) {
      const [intent] = (await fixture.intentsOf(b)).slice(-1);
      const pause = (intent?.next_at ?? 0) - fixture.clock.now();
      await fixture.pass(pause - 1);
      expect(questions(), 'not before').toBe(asked - 1);
      await fixture.pass(1);
      expect(questions()).toBe(asked);
      pauses.push(pause / SECOND);
    }
    expect(pauses).toEqual([15, 15, 30, 60, 120, 240, 480, 600, 600, 600]);
    expect(await stateOf(b, payOrderId), 'the borrower may not pay again yet').toBe('unknown');
    await fixture.pass(2 * HOUR);
    expect(await stateOf(b, payOrderId), 'given up').toBe('failed');
  });

  test('rail without an answer for an hour: is queried once a minute, and the payment is booked a minute after it answers again', async () => {
    const b = await fixture.lent();
    const payOrderId = await prompt(b);
    await pay(b);
    network.faults = [{ path: '/stkpushquery/', fault: 'never arrives', times: Infinity }];
    for (let minute = 0; minute < 60; minute++) await fixture.pass(MINUTE);
    expect(questions()).toBe(60);
    expect(await stateOf(b, payOrderId)).toBe('unknown');
    network.faults = [];
    await fixture.pass(MINUTE);
    expect(await stateOf(b, payOrderId)).toBe('paid');
  });

  test('rail without an answer, ten open payments: eight queries in a round, sent at once', async () => {
    const borrowers: Borrower[] = [];
    for (let n = 0; n < 10; n++) borrowers.push(await fixture.lent());
    const payments = new Map<Borrower, string>();
    for (const b of borrowers) payments.set(b, await prompt(b));
    for (const b of borrowers) await pay(b);
    network.requests = [];
    network.faults = [{ path: '/stkpushquery/', fault: 'never arrives', times: Infinity }];
    fixture.clock.pass(15 * SECOND);
    await fixture.lending.runDue();
    expect(questions()).toBe(8);
    network.faults = [];
    await fixture.pass(MINUTE);
    for (const [b, payOrderId] of payments) expect(await stateOf(b, payOrderId)).toBe('paid');
  });
});
