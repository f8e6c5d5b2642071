/** Payouts arrive once or fail, whatever the network and the rail do. */
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { carryOutPayouts } from '#server/operator/payouts.ts';
import { endStop, stopPayouts } from '#server/store/payoutStop.ts';
import { createDaraja } from '#server/rail/daraja.ts';
import { simulatedAccess } from '#server/simulation/rail/simulator.ts';
import { collectSecurityEvents } from '#tests/support/securityEvents.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { consentTo, savePayoutAccount, type Borrower, OPEN_GATE } from '#tests/support/lendingFixture.ts';
import { createFaultyNetwork, type Fault } from '../rail/faultyNetwork.ts';
import { setRailFixture } from '../lending/loanFixture.ts';

onEitherDatabase((engine) => {
  const network = createFaultyNetwork();
  const { events, security } = collectSecurityEvents();
  const fixture = setRailFixture(engine, network, { security });
  beforeEach(() => {
    events.length = 0;
  });

  /** A borrower whose draw failed at the rail. */
  async function drewInVain(nextPayout: 'unregistered' | 'limit' | 'expired'): Promise<Borrower> {
    await fixture.simulator.setSwitches({ nextPayout });
    const b = await fixture.approved();
    await fixture.draw(b);
    await fixture.pass(3_000);
    return b;
  }
  /** The amounts that the rail paid out to the borrower's number. */
  const payouts = async (b: Borrower): Promise<number[]> =>
    (await fixture.simulator.transactions(b.msisdn)).filter(({ kind }) => kind === 'payout').map(({ amount }) => amount);
  /** The journals of the order. */
  async function journalsOf(b: Borrower): Promise<string[]> {
    const journals = await fixture.store.db
      .selectFrom('journal')
      .innerJoin('loan_order', 'loan_order.id', 'journal.order_id')
      .select('journal.kind')
      .where('order_no', '=', b.orderNo)
      .execute();
    return journals.map(({ kind }) => kind);
  }
  /** Binds an account at this bank. */
  const saveBank = (b: Borrower, bankCode: string, bankName: string, number = '0123456789') =>
    fixture.store.tx((tx) =>
      savePayoutAccount(tx, {
        user_id: b.userId,
        kind: 'bank',
        number,
        bank_code: bankCode,
        bank_name: bankName,
        holder: 'W',
        saved_at: fixture.clock.now(),
      }),
    );
  /** The borrower corrects the payout account. */
  const correctNumber = (b: Borrower, number: string) =>
    fixture.lending.advance(b.userId, b.orderNo, 'account.bound', (tx) =>
      savePayoutAccount(tx, {
        user_id: b.userId,
        kind: 'mpesa',
        number,
        bank_code: null,
        bank_name: 'M-PESA',
        holder: 'W',
        saved_at: fixture.clock.now(),
      }),
    );

  describe('payout', () => {
    test('payout, sent: is pending until the callback, then in the wallet', async () => {
      const b = await fixture.approved();
      await fixture.draw(b);
      expect(await fixture.order(b)).toMatchObject({
        status: STATUS.lending,
        disbursement: { requestedAt: fixture.clock.now(), expectedBy: fixture.clock.now() + HOUR, failure: null },
        balance: null,
      });
      await fixture.pass(3_000);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect(await fixture.received(b)).toBe(494_200);
    });

    test.each(['lost', 'late', 'repeated'] as const)('payout, callback %s: arrives once and the loan begins', async (callbacks) => {
      await fixture.simulator.setSwitches({ callbacks });
      const b = await fixture.approved();
      await fixture.draw(b);
      await fixture.pass(3_000);
      for (let minute = 0; minute < 4; minute++) await fixture.pass(MINUTE);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect(await fixture.received(b)).toBe(494_200);
      expect(await journalsOf(b)).toEqual(['disbursement']);
    });

    test.each([
      'answer lost',
      'never arrives',
      { status: 503, body: {} },
      { status: 500, body: { errorCode: '500.003.1001', errorMessage: 'Internal Server Error' } },
    ] satisfies Fault[])('payout, request fails twice with %j: is resent under the same id and moves money once', async (fault) => {
      const b = await fixture.approved();
      network.faults = [{ path: '/b2c/', fault, times: 2 }];
      await fixture.draw(b);
      for (let minute = 0; minute < 4; minute++) await fixture.pass(MINUTE);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect(await fixture.received(b)).toBe(494_200);
      const sent = network.requests.filter((r) => r.path.includes('/b2c/'));
      expect(sent.length).toBeGreaterThanOrEqual(fault === 'answer lost' ? 2 : 3);
      expect(new Set(sent.map((r) => r.body['OriginatorConversationID']))).toHaveLength(1);
    });

    test('payout, dropped by the rail: is resent under its id', async () => {
      await fixture.simulator.setSwitches({ nextPayout: 'timeout' });
      const b = await fixture.approved();
      await fixture.draw(b);
      await fixture.pass(5_000);
      expect((await fixture.order(b)).status).toBe(STATUS.lending);
      for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect(await fixture.received(b)).toBe(494_200);
    });

    test('payout, number not registered: fails, and the next draw to a corrected account arrives', async () => {
      const b = await drewInVain('unregistered');
      expect(await fixture.order(b)).toMatchObject({
        status: STATUS.payFail,
        disbursement: { failure: 'This number is not registered for M-PESA.' },
      });
      expect((await fixture.lending.repayment(b.userId, b.orderNo)).balance).toMatchObject({ left: 0, paid: 0 });
      const other = '254799000111';
      expect(await correctNumber(b, other)).toMatchObject({
        status: STATUS.getMoney,
        offer: { openUntil: fixture.clock.now() + 24 * HOUR },
      });
      await fixture.draw(b);
      await fixture.pass(3_000);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect((await fixture.simulator.wallet(other)).balance).toBe(2_494_200);
      expect(await fixture.received(b)).toBe(0);
    });

    test('payout, success after a failure: begins the loan, and a second payout that was not sent is cancelled', async () => {
      const b = await drewInVain('unregistered');
      const [first] = await fixture.intentsOf(b);
      await fixture.lending.advance(b.userId, b.orderNo, 'account.bound', () => Promise.resolve());
      await fixture.lending.getMoney(b.userId, await consentTo(fixture.lending, b.userId, b.orderNo), OPEN_GATE);
      const Result = {
        ResultCode: 0,
        ResultDesc: 'ok',
        OriginatorConversationID: first!.id,
        ConversationID: 'AG',
        TransactionID: 'LATESUCCES',
      };
      expect((await fixture.report(`${fixture.tokenOf(first!)}/payout`, { Result })).status).toBe(200);
      await fixture.settleDueWork();
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect((await fixture.intentsOf(b)).map((intent) => intent.state)).toEqual(['OK', 'FAILED']);
      await fixture.pass(10 * MINUTE);
      expect(await fixture.received(b)).toBe(0);
      expect(network.requests.filter((r) => r.path.includes('/b2c/'))).toHaveLength(1);
    });

    test('payout, success after the borrower withdrew: is booked as misdirected, not as a loan', async () => {
      const b = await drewInVain('unregistered');
      await fixture.lending.decline(b.userId, b.orderNo);
      const [first] = await fixture.intentsOf(b);
      const Result = { ResultCode: 0, OriginatorConversationID: first!.id, TransactionID: 'TOOLATE001' };
      expect((await fixture.report(`${fixture.tokenOf(first!)}/payout`, { Result })).status).toBe(200);
      expect((await fixture.order(b)).status).toBe(STATUS.cancel);
      expect(await journalsOf(b)).toEqual(['misdirected']);
      expect(events).toContainEqual(expect.objectContaining({ kind: 'payout.misdirected', subject: 'disbursement' }));
      const lines = await carryOutPayouts(
        { do: 'show', isCompared: false },
        { store: fixture.store, now: fixture.clock.now(), payouts: fixture.lending.heldPayouts, security },
      );
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${first!.id} .* although its order did not expect it`)));
    });

    test('payout to a bank account: is sent once through the bank’s paybill, also when the answer is lost', async () => {
      const b = await fixture.approved();
      await saveBank(b, '68', 'Equity Bank');
      network.faults = [{ path: '/b2b/', fault: 'answer lost', times: 1 }];
      await fixture.draw(b);
      for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
      expect(await fixture.order(b)).toMatchObject({
        status: STATUS.repaying,
        payoutAccount: { kind: 'bank', masked: '••• 6789', holderName: 'Equity Bank' },
      });
      expect(network.requests.filter((r) => r.path.includes('/b2b/')).map(({ body }) => JSON.stringify(body))).toEqual([
        expect.stringContaining('0123456789'),
      ]);
      expect((await fixture.simulator.transactions()).filter((t) => t.kind === 'bank')).toMatchObject([
        { amount: 494_200, reference: '880068/••••6789' },
      ]);
    });

    test.each([
      ['without a clearing code', 'no such bank'],
      ['with a code that only this lender uses', 'X01'],
    ])('payout to a bank %s: fails at once with a reason', async (_, code) => {
      const b = await fixture.approved();
      await saveBank(b, code, 'Nowhere');
      await fixture.draw(b);
      expect(await fixture.order(b)).toMatchObject({
        status: STATUS.payFail,
        disbursement: { failure: 'We cannot send money to this bank. Please choose another account.' },
      });
      expect(network.requests.filter((r) => r.path.includes('/b2b/'))).toEqual([]);
    });

    test('payout to a bank account with 14 digits: fails at once with the reason, and nothing is sent', async () => {
      const b = await fixture.approved();
      await saveBank(b, '11', 'Co-operative Bank', '01234567890123');
      await fixture.draw(b);
      expect(await fixture.order(b)).toMatchObject({
        status: STATUS.payFail,
        disbursement: { failure: 'M-PESA cannot send money to an account number with more than 13 digits. Please choose another account.' },
      });
      expect(network.requests.filter((r) => r.path.includes('/b2b/'))).toEqual([]);
    });
  });

  describe('payout that the rail does not carry out', () => {
    test.each([
      ['unregistered', 'This number is not registered for M-PESA.'],
      ['limit', 'M-PESA refused: the money would go over a limit of this account.'],
      ['expired', 'M-PESA did not send the money in time. You can try the same account again.'],
    ] as const)(
      'payout, not carried out as %s: shows the reason, nothing is owed, and after a correction it is sent once',
      async (result, reason) => {
        const b = await drewInVain(result);
        await fixture.pass(16_000);
        expect(await fixture.order(b)).toMatchObject({
          status: STATUS.payFail,
          disbursement: { failure: expect.stringContaining(reason) as string },
        });
        expect((await fixture.detail(b)).balance).toMatchObject({ left: 0 });
        await correctNumber(b, b.msisdn);
        expect((await fixture.order(b)).status).toBe(STATUS.getMoney);
        const consent = await consentTo(fixture.lending, b.userId, b.orderNo);
        await Promise.all([1, 2, 3].map(() => fixture.lending.getMoney(b.userId, consent, OPEN_GATE)));
        await fixture.settleDueWork();
        await fixture.pass(3_000);
        expect((await fixture.order(b)).status).toBe(STATUS.repaying);
        const paidOut = (await fixture.simulator.transactions(b.msisdn)).filter(({ kind }) => kind === 'payout');
        expect(paidOut.map(({ amount }) => amount)).toEqual([(await fixture.order(b)).terms.sent]);
      },
    );
  });

  describe('payout that a callback reports as failed', () => {
    const failed = (id: string, ResultCode = 2001) => ({ Result: { ResultCode, ResultDesc: 'made up', OriginatorConversationID: id } });
    const queries = () => network.requests.filter(({ path }) => path.includes('/transactionstatus/'));
    /** Whether the account may be corrected, which leads to another draw. */
    const canBeCorrected = (b: Borrower): Promise<boolean> =>
      correctNumber(b, b.msisdn).then(
        () => true,
        () => false,
      );

    test('payout, forged failure while the callback is lost: the rail is queried, and the money arrives once', async () => {
      await fixture.simulator.setSwitches({ callbacks: 'lost' });
      const b = await fixture.approved();
      await fixture.draw(b);
      await fixture.pass(3_000);
      const [intent] = await fixture.intentsOf(b);
      expect(await fixture.received(b)).toBe(494_200);
      expect((await fixture.report(`${fixture.tokenOf(intent!)}/payout`, failed(intent!.id))).status).toBe(200);
      expect((await fixture.order(b)).status).toBe(STATUS.lending);
      expect(await canBeCorrected(b)).toBe(false);
      await fixture.settleDueWork();
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect(await payouts(b)).toEqual([494_200]);
      expect(await journalsOf(b)).toEqual(['disbursement']);
      expect(events).toMatchObject([{ kind: 'callback.refused', subject: 'failureDenied', userId: b.userId }]);
    });

    test('payout, forged failure before the rail has paid: the loan begins when the money arrives', async () => {
      const b = await fixture.approved();
      await fixture.draw(b);
      const [intent] = await fixture.intentsOf(b);
      await fixture.report(`${fixture.tokenOf(intent!)}/payout`, failed(intent!.id));
      await fixture.settleDueWork();
      expect((await fixture.order(b)).status).toBe(STATUS.lending);
      await fixture.pass(3_000);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect(await payouts(b)).toEqual([494_200]);
    });

    test('payout, forged failure before it is sent: is refused, and the payout is sent', async () => {
      const b = await fixture.approved();
      await fixture.lending.getMoney(b.userId, await consentTo(fixture.lending, b.userId, b.orderNo), OPEN_GATE);
      const [intent] = await fixture.intentsOf(b);
      await fixture.report(`${fixture.tokenOf(intent!)}/payout`, failed(intent!.id));
      expect(events).toMatchObject([{ kind: 'callback.refused', subject: 'mismatched' }]);
      await fixture.settleDueWork();
      await fixture.pass(3_000);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect(await payouts(b)).toEqual([494_200]);
    });

    test('payout, forged answer to a query with the token of its result: is refused', async () => {
      const b = await fixture.approved();
      await fixture.draw(b);
      const [intent] = await fixture.intentsOf(b);
      const ResultParameter = [
        { Key: 'OriginatorConversationID', Value: intent!.id },
        { Key: 'TransactionStatus', Value: 'Failed' },
      ];
      const body = { Result: { ResultCode: 0, ResultParameters: { ResultParameter } } };
      expect((await fixture.report(`${fixture.tokenOf(intent!)}/status`, body)).status).toBe(404);
      await fixture.settleDueWork();
      expect((await fixture.order(b)).status).toBe(STATUS.lending);
      await fixture.pass(3_000);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
    });

    test('payout, failure reported and then dropped by the rail: is not sent again', async () => {
      await fixture.simulator.setSwitches({ nextPayout: 'limit' });
      const b = await fixture.approved();
      network.faults = [{ path: '/transactionstatus/', fault: 'never arrives', times: 10 }];
      await fixture.draw(b);
      await fixture.pass(3_000);
      const [intent] = await fixture.intentsOf(b);
      await fixture.report(`${fixture.tokenOf(intent!)}/payout-timeout`, { Result: {} });
      await fixture.pass(MINUTE);
      expect(network.requests.filter(({ path }) => path.includes('/b2c/'))).toHaveLength(1);
      expect((await fixture.order(b)).status).toBe(STATUS.lending);
    });

    test('payout, repeated request refused after a lost answer: the rail is queried before the payout fails', async () => {
      await fixture.simulator.setSwitches({ callbacks: 'lost' });
      const b = await fixture.approved();
      network.faults = [
        { path: '/b2c/', fault: 'answer lost', times: 1 },
        { path: '/b2c/', fault: { status: 200, body: { ResponseCode: '2040', ResponseDescription: 'Unregistered' } }, times: 1 },
        { path: '/transactionstatus/', fault: 'never arrives', times: 10_000 },
      ];
      await fixture.draw(b);
      await fixture.pass(31_000);
      expect(network.requests.filter(({ path }) => path.includes('/b2c/'))).toHaveLength(2);
      expect((await fixture.order(b)).status).toBe(STATUS.lending);
      network.heal();
      for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect(await payouts(b)).toEqual([494_200]);
    });

    test('payout, first request refused: fails at once, without a query', async () => {
      const b = await fixture.approved();
      network.faults = [
        { path: '/b2c/', fault: { status: 200, body: { ResponseCode: '2040', ResponseDescription: 'Unregistered' } }, times: 1 },
      ];
      await fixture.draw(b);
      expect((await fixture.order(b)).status).toBe(STATUS.payFail);
      expect(queries()).toEqual([]);
    });

    test('payout to a bank, answer lost and failure reported: the rail is queried by the reference of the callback', async () => {
      await fixture.simulator.setSwitches({ nextPayout: 'limit' });
      const b = await fixture.approved();
      await saveBank(b, '68', 'Equity Bank');
      network.faults = [{ path: '/b2b/', fault: 'answer lost', times: 1 }];
      await fixture.draw(b);
      await fixture.pass(3_000);
      expect((await fixture.order(b)).status).toBe(STATUS.payFail);
      const [intent] = await fixture.intentsOf(b);
      expect(queries().map(({ body }) => body['OriginatorConversationID'])).toEqual([intent!.provider_ref]);
    });

    describe('payout whose failure the rail does not confirm', () => {
      async function unconfirmed(): Promise<{ b: Borrower; id: string }> {
        await fixture.simulator.setSwitches({ nextPayout: 'unregistered' });
        const b = await fixture.approved();
        network.faults = [{ path: '/transactionstatus/', fault: 'never arrives', times: 10_000 }];
        await fixture.draw(b);
        await fixture.pass(3_000);
        const [intent] = await fixture.intentsOf(b);
        return { b, id: intent!.id };
      }
      /** The payout while it waits for a person. */
      const held = (id: string) =>
        fixture.store.db
          .selectFrom('rail_intent')
          .selectAll()
          .where('id', '=', id)
          .where('held_at', 'is not', null)
          .where('state', 'in', ['SENT', 'UNKNOWN'])
          .executeTakeFirst();
      const passMoreThanAnHour = async (): Promise<void> => {
        for (let round = 0; round < 8; round++) await fixture.pass(11 * MINUTE);
      };

      test('payout, failure not confirmed within an hour: a person is asked once, and the rail is queried once a minute while it does not answer', async () => {
        const { b, id } = await unconfirmed();
        await fixture.pass(59 * MINUTE);
        expect(await held(id)).toBeUndefined();
        await expect(fixture.lending.heldPayouts.confirmFailure(id)).rejects.toMatchObject({ key: 'lender.orderRefused' });
        for (let round = 0; round < 4; round++) await fixture.pass(11 * MINUTE);
        expect(await held(id)).toMatchObject({ user_id: b.userId, amount: 494_200, reported_code: 2040, provider_ref: id });
        expect(events).toMatchObject([{ kind: 'payout.held', subject: 'failureUnconfirmed', userId: b.userId }]);
        const asked = queries().length;
        for (let minute = 0; minute < 9; minute++) await fixture.pass(MINUTE);
        expect(queries().length - asked).toBe(9);
        expect((await fixture.order(b)).status).toBe(STATUS.lending);
        network.heal();
        await fixture.pass(11 * MINUTE);
        expect(await fixture.order(b)).toMatchObject({
          status: STATUS.payFail,
          disbursement: { failure: 'This number is not registered for M-PESA.' },
        });
        expect(await held(id)).toBeUndefined();
      });

      test('payout that a person did not find at the rail: fails with the reported reason, and can be drawn again', async () => {
        const { b, id } = await unconfirmed();
        await passMoreThanAnHour();
        expect(await fixture.lending.heldPayouts.confirmFailure(id)).toEqual({ state: 'FAILED', receipt: null, is: 'new' });
        expect(await fixture.lending.heldPayouts.confirmFailure(id)).toMatchObject({ is: 'same' });
        expect(await fixture.lending.heldPayouts.confirmArrival(id, 'ARRIVED001')).toMatchObject({ state: 'FAILED', is: 'other' });
        expect(await fixture.order(b)).toMatchObject({
          status: STATUS.payFail,
          disbursement: { failure: 'This number is not registered for M-PESA.' },
        });
        await correctNumber(b, b.msisdn);
        await fixture.draw(b);
        await fixture.pass(3_000);
        expect(await payouts(b)).toEqual([494_200]);
        expect(events.filter(({ kind }) => kind === 'desk.decided')).toMatchObject([{ subject: 'payout.failed' }]);
      });

      test('payout that a person found at the rail: the loan begins, once', async () => {
        const { b, id } = await unconfirmed();
        await passMoreThanAnHour();
        expect(await fixture.lending.heldPayouts.confirmArrival(id, null)).toEqual({ state: 'OK', receipt: null, is: 'new' });
        expect(await fixture.lending.heldPayouts.confirmFailure(id)).toMatchObject({ state: 'OK', is: 'other' });
        expect((await fixture.order(b)).status).toBe(STATUS.repaying);
        expect(await journalsOf(b)).toEqual(['disbursement']);
      });

      test('payout, decision about an unknown id: is refused, because no such payout exists', async () => {
        await expect(fixture.lending.heldPayouts.confirmFailure('D-NOBODY')).rejects.toMatchObject({ key: 'lender.paymentNotFound' });
      });
    });
  });

  describe('payout without any report of the rail', () => {
    const SILENCE = 4 * HOUR;
    const heldAt = async (b: Borrower): Promise<number | null> => (await fixture.intentsOf(b))[0]!.held_at;
    /** A borrower whose payout the rail accepted and then lost without a trace. */
    async function vanished(): Promise<Borrower & { id: string }> {
      const b = await fixture.approved();
      await fixture.draw(b);
      const [intent] = await fixture.intentsOf(b);
      await fixture.store.db.deleteFrom('sim_payout').where('originator_id', '=', intent!.id).execute();
      return { ...b, id: intent!.id };
    }
    async function passSilence(): Promise<void> {
      await fixture.pass(SILENCE - MINUTE);
      await fixture.pass(11 * MINUTE);
    }

    test('payout accepted, no result for hours: a person is asked once, and the rail is queried further', async () => {
      const b = await vanished();
      await fixture.pass(SILENCE - MINUTE);
      expect(await heldAt(b)).toBeNull();
      await fixture.pass(11 * MINUTE);
      expect(await heldAt(b)).toBe(fixture.clock.now());
      expect(events).toMatchObject([{ kind: 'payout.held', subject: 'noResult', userId: b.userId }]);
      const asked = network.requests.length;
      await fixture.pass(11 * MINUTE);
      expect(events).toHaveLength(1);
      expect(network.requests.slice(asked).filter(({ path }) => path.includes('/transactionstatus/'))).toHaveLength(1);
      expect((await fixture.order(b)).status).toBe(STATUS.lending);
    });

    test('payout held, the rail drops its request late: is not sent again', async () => {
      const b = await vanished();
      await passSilence();
      const [intent] = await fixture.intentsOf(b);
      const sent = network.requests.filter(({ path }) => path.includes('/b2c/')).length;
      await fixture.report(`${fixture.tokenOf(intent!)}/payout-timeout`, { Result: {} });
      await fixture.pass(MINUTE);
      expect(network.requests.filter(({ path }) => path.includes('/b2c/'))).toHaveLength(sent);
      expect(await payouts(b)).toEqual([]);
    });

    test('payout held, its result arrives late: the loan begins once, and a person can no longer decide', async () => {
      await fixture.simulator.setSwitches({ callbacks: 'lost' });
      const b = await fixture.approved();
      network.faults = [{ path: '/transactionstatus/', fault: 'never arrives', times: 10_000 }];
      await fixture.draw(b);
      await fixture.pass(3_000);
      await passSilence();
      expect(await heldAt(b)).not.toBeNull();
      network.heal();
      await fixture.pass(11 * MINUTE);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      const [intent] = await fixture.intentsOf(b);
      const { id, receipt } = intent!;
      expect(receipt, 'M-PESA has named it').not.toBeNull();
      expect(await fixture.lending.heldPayouts.confirmFailure(id)).toEqual({ state: 'OK', receipt, is: 'other' });
      expect(await fixture.lending.heldPayouts.confirmArrival(id, 'ZZZ1ABCDE9')).toEqual({ state: 'OK', receipt, is: 'other' });
      expect(await fixture.lending.heldPayouts.confirmArrival(id, receipt)).toMatchObject({ is: 'same' });
      expect(await payouts(b)).toEqual([494_200]);
      expect(await journalsOf(b)).toEqual(['disbursement']);
    });

    test('payout held, a person did not find it: can be drawn again, and is paid once', async () => {
      const b = await vanished();
      await passSilence();
      expect(await fixture.lending.heldPayouts.confirmFailure(b.id)).toMatchObject({ state: 'FAILED' });
      await correctNumber(b, b.msisdn);
      await fixture.draw(b);
      await fixture.pass(3_000);
      expect(await payouts(b)).toEqual([494_200]);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
    });

    test('payout to a bank, answer lost: cannot be queried, so a person is asked', async () => {
      await fixture.simulator.setSwitches({ callbacks: 'lost' });
      const b = await fixture.approved();
      await saveBank(b, '68', 'Equity Bank');
      network.faults = [{ path: '/b2b/', fault: 'answer lost', times: 1 }];
      await fixture.draw(b);
      await passSilence();
      expect(await heldAt(b)).not.toBeNull();
      const [intent] = await fixture.intentsOf(b);
      expect(await fixture.lending.heldPayouts.confirmArrival(intent!.id, 'ARRIVED002')).toMatchObject({ state: 'OK' });
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
    });

    test('payout that the rail does not accept: is sent again until it is accepted, and no person is asked', async () => {
      const b = await fixture.approved();
      network.faults = [{ path: '/b2c/', fault: 'never arrives', times: 10_000 }];
      await fixture.draw(b);
      await passSilence();
      expect(await heldAt(b)).toBeNull();
      network.heal();
      await fixture.pass(11 * MINUTE);
      await fixture.pass(3_000);
      expect(await payouts(b)).toEqual([494_200]);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
    });

    test('payouts stopped: no person is asked about a payout without a result', async () => {
      const b = await vanished();
      await stopPayouts(fixture.store, fixture.clock.now(), false);
      await passSilence();
      expect(await heldAt(b)).toBeNull();
      await fixture.store.tx((tx) => endStop(tx));
      await fixture.pass(11 * MINUTE);
      expect(await heldAt(b)).not.toBeNull();
    });
  });

  test('payout, token expired: a new token is requested; wrong credentials: the payout waits until they are right', async () => {
    const b = await fixture.approved();
    await fixture.draw(b);
    network.faults = [
      { path: '/b2c/', fault: { status: 401, body: { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' } }, times: 1 },
    ];
    const c = await fixture.approved();
    await fixture.draw(c);
    await fixture.pass(3_000);
    expect((await fixture.order(c)).status).toBe(STATUS.repaying);
    const stranger = createDaraja({
      access: () => ({ ...simulatedAccess(fixture.url, '/daraja'), consumerSecret: 'wrong' }),
      clock: fixture.clock,
    });
    const [intent] = await fixture.intentsOf(b);
    expect(await stranger.send(intent!, fixture.tokenOf(intent!), null, null)).toEqual({
      is: 'notNow',
      text: 'no token: 400 Invalid Authentication passed',
    });
  });
});
