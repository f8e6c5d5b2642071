/** Payments that belong to no loan and go back to their payer: returned once, and booked once. */
import { beforeEach, expect, test } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { returnPayment } from '#server/operator/returnPayment.ts';
import { readCallback } from '#server/rail/readCallback.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import type { AccountId } from '#server/store/schema/index.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { collectSecurityEvents } from '#tests/support/securityEvents.ts';
import { createFaultyNetwork } from '../rail/faultyNetwork.ts';
import { setRailFixture } from './loanFixture.ts';

const PAYER = '254733000001';
const AMOUNT = 70_000;

test('result of a reversal, as documented: is read, and "already reversed" is a success', () => {
  const read = (Result: object) => readCallback('reversal', { Result });
  expect(
    read({
      ResultCode: 0,
      TransactionID: 'SKE52PAWR9',
      ResultParameters: {
        ResultParameter: [
          { Key: 'Amount', Value: 1 },
          { Key: 'OriginalTransactionID', Value: 'SKC82PACB8' },
        ],
      },
    }),
  ).toEqual({ is: 'reversal', result: { ok: true, receipt: 'SKE52PAWR9', amount: 100, of: 'SKC82PACB8' } });
  expect(read({ ResultCode: 'R000001', ResultDesc: 'The transaction has already been reversed' })).toMatchObject({ result: { ok: true } });
  expect(read({ ResultCode: 'R000002', ResultDesc: 'The OriginalTransactionID is invalid.' })).toEqual({
    is: 'reversal',
    result: { ok: false, text: 'R000002 The OriginalTransactionID is invalid.' },
  });
  expect(readCallback('reversal', {})).toEqual({ is: 'unreadable' });
});

onEitherDatabase((engine) => {
  const network = createFaultyNetwork();
  const { events, security } = collectSecurityEvents();
  const fixture = setRailFixture(engine, network, { security });
  beforeEach(() => {
    events.length = 0;
  });

  const requests = () => network.requests.filter(({ path }) => path.includes('/reversal/'));
  /** The amount in cents by which the work changes each of these accounts. */
  async function changes(work: () => Promise<unknown>): Promise<Partial<Record<AccountId, number>>> {
    const accounts = ['suspense', 'returning', 'mpesa_float'] as const;
    const before = await Promise.all(accounts.map(fixture.balanceOf));
    await work();
    const after = await Promise.all(accounts.map(fixture.balanceOf));
    return Object.fromEntries(accounts.map((account, i) => [account, (after[i] ?? 0) - (before[i] ?? 0)]));
  }
  /** A payment that belongs to no order, in suspense. */
  async function misdirected(): Promise<string> {
    const paid = await fixture.simulator.payAtPaybill({ msisdn: PAYER, amount: AMOUNT, account: 'NOBODY' });
    await fixture.settleDueWork();
    network.heal();
    return paid?.receipt ?? '';
  }
  const walletOf = async () => (await fixture.simulator.wallet(PAYER)).balance;

  test('payment of no loan: is returned to its payer, leaves suspense at once and the float when M-PESA says so', async () => {
    const receipt = await misdirected();
    const before = await walletOf();
    expect(await changes(() => fixture.lending.reversals.request(receipt))).toEqual({
      suspense: AMOUNT,
      returning: -AMOUNT,
      mpesa_float: 0,
    });
    expect(await changes(() => fixture.settleDueWork())).toEqual({ suspense: 0, returning: AMOUNT, mpesa_float: -AMOUNT });
    expect((await walletOf()) - before).toBe(AMOUNT);
    expect(await fixture.lending.reversals.request(receipt)).toMatchObject({
      is: 'returned',
      amount: AMOUNT,
      receipt: expect.stringMatching(/^S/),
    });
    expect(events).toContainEqual(expect.objectContaining({ kind: 'desk.decided', subject: 'payment.returned' }));
    expect(requests()).toHaveLength(1);
  });

  test.each(['answer lost', 'never arrives'] as const)(
    'request for a reversal, %s: is repeated, and the money goes back once',
    async (fault) => {
      const receipt = await misdirected();
      const before = await walletOf();
      await fixture.simulator.setSwitches({ callbacks: 'lost' });
      network.faults = [{ path: '/reversal/', fault, times: 1 }];
      await fixture.lending.reversals.request(receipt);
      await fixture.settleDueWork();
      await fixture.simulator.setSwitches({ callbacks: 'normal' });
      for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
      expect((await walletOf()) - before).toBe(AMOUNT);
      expect(await fixture.lending.reversals.request(receipt)).toMatchObject({ is: 'returned' });
      expect(requests().length).toBeGreaterThanOrEqual(2);
    },
  );

  test('result of a reversal, lost: the request is repeated, and "already reversed" books the reversal once', async () => {
    const receipt = await misdirected();
    await fixture.simulator.setSwitches({ callbacks: 'lost' });
    const booked = await changes(async () => {
      await fixture.lending.reversals.request(receipt);
      await fixture.settleDueWork();
      await fixture.simulator.setSwitches({ callbacks: 'repeated' });
      for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
    });
    expect(booked).toEqual({ suspense: AMOUNT, returning: 0, mpesa_float: -AMOUNT });
  });

  test('reversal, requested by two operators at once: one request is sent', async () => {
    const receipt = await misdirected();
    const answers = await Promise.all([fixture.lending.reversals.request(receipt), fixture.lending.reversals.request(receipt)]);
    expect(answers.map(({ is }) => is).sort()).toEqual(['asked', 'running']);
    await fixture.settleDueWork();
    expect(requests()).toHaveLength(1);
  });

  test('reversal, refused by M-PESA: nothing leaves the float, the operator reads why, and can request it again', async () => {
    const receipt = await misdirected();
    network.faults = [
      {
        path: '/reversal/',
        fault: { status: 200, body: { ResponseCode: 'R000002', ResponseDescription: 'The OriginalTransactionID is invalid' } },
        times: 1,
      },
    ];
    await fixture.lending.reversals.request(receipt);
    expect(await changes(() => fixture.settleDueWork())).toEqual({ suspense: 0, returning: 0, mpesa_float: 0 });
    expect((await fixture.lending.reversals.list(1))[0]).toMatchObject({
      receipt,
      state: 'FAILED',
      result_text: expect.stringContaining('OriginalTransactionID is invalid'),
    });
    expect(events).toContainEqual(expect.objectContaining({ kind: 'rail.fault', subject: 'reversal.failed' }));
    expect(await fixture.lending.reversals.request(receipt)).toMatchObject({ is: 'asked' });
    expect(await changes(() => fixture.settleDueWork())).toEqual({ suspense: 0, returning: AMOUNT, mpesa_float: -AMOUNT });
  });

  test('result of a reversal with another amount, or of another payment: books nothing', async () => {
    const receipt = await misdirected();
    network.faults = [{ path: '/reversal/', fault: 'never arrives', times: 10_000 }];
    await fixture.lending.reversals.request(receipt);
    const { callback_nonce: nonce } = await fixture.store.db
      .selectFrom('reversal')
      .select('callback_nonce')
      .where('receipt', '=', receipt)
      .executeTakeFirstOrThrow();
    const token = callbackToken(fixture.store.db, 'reversal', nonce);
    const reportResult = (parameters: object[]) =>
      fixture.report(`${token}/reversal`, {
        Result: { ResultCode: 0, TransactionID: 'SFORGED001', ResultParameters: { ResultParameter: parameters } },
      });
    const booked = await changes(async () => {
      await reportResult([{ Key: 'Amount', Value: 1 }]);
      await reportResult([{ Key: 'OriginalTransactionID', Value: 'SOTHER0001' }]);
    });
    expect(booked).toEqual({ suspense: 0, returning: 0, mpesa_float: 0 });
    network.heal();
    for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
    expect(await fixture.lending.reversals.request(receipt)).toMatchObject({ is: 'returned' });
  });

  test('payment of a loan, or unknown receipt: is not returned', async () => {
    const b = await fixture.lent();
    const receipt = await fixture.payBill(b, b.orderNo, 50_000);
    network.heal();
    for (const one of [receipt, 'SNOBODY001']) expect(await fixture.lending.reversals.request(one)).toEqual({ is: 'notWaiting' });
    await fixture.settleDueWork();
    expect(requests()).toEqual([]);
  });

  test('payment that is being returned: cannot be claimed with a proof', async () => {
    const receipt = await misdirected();
    const b = await fixture.lent();
    await fixture.lending.reversals.request(receipt);
    await expect(fixture.lending.proofs.send(b.userId, b.orderNo, { receipt, amount: AMOUNT, pictures: [] }, 'en')).rejects.toMatchObject({
      key: 'lender.receiptUsed',
    });
    await fixture.settleDueWork();
  });

  test('return-payment: prints the planned reversal, and on the next run its outcome', async () => {
    const receipt = await misdirected();
    expect(await returnPayment(receipt, fixture.lending.reversals)).toEqual([
      expect.stringContaining(`KSh 700.00 of ${receipt} go back to the payer`),
      'Run this again to see what became of it.',
    ]);
    await fixture.settleDueWork();
    expect(await returnPayment(receipt, fixture.lending.reversals)).toEqual([
      expect.stringContaining(`M-PESA has returned KSh 700.00 of ${receipt}`),
    ]);
    expect((await returnPayment(null, fixture.lending.reversals))[0]).toBe(`2026-06-01  ${receipt}  KSh 700.00  returned`);
    await expect(returnPayment('SNOBODY001', fixture.lending.reversals)).rejects.toThrow('Nothing was returned.');
  });
});
