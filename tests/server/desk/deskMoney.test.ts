/** Money at the desk: proofs, unplaced payments, refunds, payouts, charges, corrections. Every act moves it once or not at all. */
import { afterEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { repaidLoans, trialBalance } from '#server/books/ledger.ts';
import { checkLedger } from '#server/operator/backup/checkLedger.ts';
import type { DeskAct } from '#src/api/desk.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { repetitions } from '#tests/support/effort.ts';
import { OPEN_GATE, type Borrower } from '#tests/support/lendingFixture.ts';
import { createFaultyNetwork } from '../rail/faultyNetwork.ts';
import { setRailFixture } from '../lending/loanFixture.ts';
import { newRequestId, setCaseDesk } from './caseFixture.ts';

onEitherDatabase((engine) => {
  const network = createFaultyNetwork();
  const texts: { to: string; text: string }[] = [];
  const fixture = setRailFixture(engine, network, {
    ceiling: (product) => product.maxPrincipal,
    sms: {
      async send(to, text) {
        texts.push({ to, text });
        return { is: 'taken' };
      },
    },
  });
  const desk = setCaseDesk(fixture);
  const textsTo = (b: Borrower): string[] => texts.filter(({ to }) => to === b.msisdn).map(({ text }) => text);

  afterEach(async () => {
    await fixture.settleDueWork();
    expect(await trialBalance(fixture.store.db)).toBe(0);
    expect(await fixture.balanceOf('correction'), 'nothing is left on its way between two loans').toBe(0);
    expect(await checkLedger(fixture.store.db)).toEqual([]);
  });

  /** Has an act done with the confirmation of a second person. */
  async function byTwo(caseId: string, act: DeskAct): Promise<void> {
    const first = await desk.clerk('payments', 'first');
    const { data } = await first.takeAndAct(caseId, act);
    expect(data?.state).toBe('waitsForSecond');
    const second = await desk.clerk('administrator', 'second');
    expect((await second.waiting('approvals')).length).toBeGreaterThan(0);
    expect(await second.decide(data!.case.waiting[0]!.approvalId, 'confirm')).toEqual({ data: { state: 'done' } });
  }

  describe('proof of payment', () => {
    async function proved(receipt: string, claimed: number): Promise<{ b: Borrower; caseId: string }> {
      const b = await fixture.lent(1_000_000);
      const ref = await fixture.lending.proofs.addPicture(b.userId, b.orderNo, {
        mime: 'image/jpeg',
        name: async () => receipt.toLowerCase(),
        encrypt: () => new Uint8Array([1]),
      });
      const { proofNo } = await fixture.lending.proofs.send(b.userId, b.orderNo, { receipt, amount: claimed, pictures: [ref] });
      await fixture.settleDueWork();
      return { b, caseId: `proofs:${proofNo}` };
    }

    test("proof with a receipt that M-PESA does not know: is shown as unknown and cannot be counted; once known, only with M-PESA's amount", async () => {
      const { b, caseId } = await proved('SPROOF0001', 60_000);
      const clerk = await desk.clerk('payments');
      expect(await clerk.open(caseId)).toMatchObject({ receipt: 'SPROOF0001', claimed: 60_000, rail: 'unknown' });
      expect(await clerk.takeAndAct(caseId, { name: 'countProof', amount: 60_000 })).toMatchObject({ error: 'receiptUnknown' });
      await fixture.railKnows({ receipt: 'SPROOF0001', amount: 50_000, account: 'WRONG' });
      fixture.clock.pass(2 * MINUTE);
      await clerk.open(caseId);
      await fixture.settleDueWork();
      expect(await clerk.open(caseId)).toMatchObject({ rail: { amount: 50_000 } });
      expect(await clerk.act(caseId, { name: 'countProof', amount: 60_000 })).toMatchObject({ error: 'tooLate' });
      expect(await clerk.act(caseId, { name: 'countProof', amount: 50_000 })).toMatchObject({ data: { state: 'done' } });
      expect((await fixture.detail(b)).balance.paid).toBe(50_000);
      await fixture.settleDueWork();
      expect(textsTo(b).at(-1)).toMatch(/^We received KSh 500/);
    });

    test('proof of payment, above the limit: a second person has to confirm', async () => {
      const { b, caseId } = await proved('SPROOF0002', 600_000);
      await fixture.railKnows({ receipt: 'SPROOF0002', amount: 600_000, account: 'WRONG' });
      fixture.clock.pass(2 * MINUTE);
      const first = await desk.clerk('payments', 'first');
      await first.open(caseId);
      await fixture.settleDueWork();
      const requestId = newRequestId();
      await first.take(caseId);
      const waits = await first.act(caseId, { name: 'countProof', amount: 600_000 }, requestId);
      expect(waits).toMatchObject({ data: { state: 'waitsForSecond', case: { acts: [], waiting: [{ act: { name: 'countProof' } }] } } });
      expect(await first.act(caseId, { name: 'countProof', amount: 600_000 }, requestId)).toEqual(waits);
      expect(await first.act(caseId, { name: 'refuseProof', reason: 'notFound', words: 'No.' })).toMatchObject({ error: 'tooLate' });
      const approvalId = waits.data!.case.waiting[0]!.approvalId;
      expect(await first.decide(approvalId, 'confirm')).toMatchObject({ error: 'needsSecondPerson' });
      expect((await fixture.detail(b)).balance.paid).toBe(0);
      const second = await desk.clerk('payments', 'second payer');
      expect(await Promise.all([second.decide(approvalId, 'confirm'), second.decide(approvalId, 'confirm')])).toEqual(
        expect.arrayContaining([{ data: { state: 'done' } }, expect.objectContaining({ error: 'tooLate' })]),
      );
      expect((await fixture.detail(b)).balance.paid).toBe(600_000);
      expect(await desk.logged(caseId)).toEqual(expect.arrayContaining(['first | countProof waits', 'second payer | countProof confirm']));
    });

    test('proof of payment, declined by the second person: nothing is counted, and the case waits again', async () => {
      const { b, caseId } = await proved('SPROOF0003', 600_000);
      const first = await desk.clerk('payments', 'first');
      const waits = await first.takeAndAct(caseId, { name: 'countProof', amount: 600_000 });
      const second = await desk.clerk('administrator', 'second');
      const { approvalId } = waits.data!.case.waiting[0]!;
      expect(await second.decide(approvalId, 'confirm'), 'the rail does not know it').toMatchObject({ error: 'receiptUnknown' });
      expect(await second.decide(approvalId, 'decline')).toEqual({ data: { state: 'declined' } });
      expect((await fixture.detail(b)).balance.paid).toBe(0);
      expect((await (await desk.clerk('payments', 'first')).waiting('proofs')).map((item) => item.caseId)).toContain(caseId);
    });

    test('proof of payment, refused with words: the borrower reads both; the picture is served only while photos are uncovered', async () => {
      const { b, caseId } = await proved('SPROOF0004', 60_000);
      const clerk = await desk.clerk('payments');
      const { data } = await clerk.take(caseId);
      const shown = data as Extract<typeof data, { queue: 'proofs' }>;
      expect(await clerk.picture(shown!.pictures[0]!.name)).toBe(403);
      await clerk.act(caseId, { name: 'refuseProof', reason: 'unreadable', words: 'Use daylight.' });
      const [proof] = await fixture.lending.proofs.list(b.userId, b.orderNo);
      expect(proof).toMatchObject({ state: 'refused', reason: 'The picture cannot be read. Please send a clear one. Use daylight.' });
    });
  });

  describe('payment of no loan', () => {
    const unplaced = async (amount: number): Promise<string> => {
      const paid = await fixture.simulator.payAtPaybill({ msisdn: '254733000009', amount, account: 'NOBODY' });
      await fixture.settleDueWork();
      return paid?.receipt ?? '';
    };

    test('payment of no loan: is placed on a loan once', async () => {
      const b = await fixture.lent(1_000_000);
      const receipt = await unplaced(70_000);
      const caseId = `unplacedMoney:${receipt}`;
      const clerk = await desk.clerk('payments');
      expect(await clerk.open(caseId)).toMatchObject({ receipt, account: 'NOBODY', rail: { amount: 70_000 } });
      expect(await clerk.takeAndAct(caseId, { name: 'place', orderNo: b.orderNo })).toMatchObject({ data: { state: 'done' } });
      expect((await fixture.detail(b)).balance.paid).toBe(70_000);
      await clerk.take(caseId);
      expect(await clerk.act(caseId, { name: 'place', orderNo: b.orderNo })).toMatchObject({ error: 'tooLate' });
    });

    test('payment of no loan, returned: needs two persons, goes back whole, and leaves the queue', async () => {
      const receipt = await unplaced(70_000);
      const caseId = `unplacedMoney:${receipt}`;
      const { balance: before } = await fixture.simulator.wallet('254733000009');
      const clerk = await desk.clerk('payments', 'first');
      await byTwo(caseId, { name: 'returnPayment' });
      await fixture.settleDueWork();
      expect((await fixture.simulator.wallet('254733000009')).balance - before).toBe(70_000);
      expect((await clerk.waiting('unplacedMoney')).map((item) => item.caseId)).not.toContain(caseId);
    });

    test('reported payment that M-PESA does not know: cannot be placed, and is refused for good', async () => {
      const b = await fixture.lent(1_000_000);
      await fixture.simulator.forgePaybill({ amount: 70_000, account: b.orderNo });
      for (let minute = 0; minute < 8; minute++) await fixture.pass(MINUTE);
      const clerk = await desk.clerk('payments');
      const [item] = await clerk.waiting('unplacedMoney');
      expect(item?.why).toBe('M-PESA does not know the receipt.');
      await clerk.open(item!.caseId);
      await fixture.settleDueWork();
      expect(await clerk.takeAndAct(item!.caseId, { name: 'place', orderNo: b.orderNo })).toMatchObject({ error: 'receiptUnknown' });
      expect(await clerk.act(item!.caseId, { name: 'refusePayment', reason: 'not at M-PESA' })).toMatchObject({ data: { state: 'done' } });
      expect((await fixture.detail(b)).balance.paid).toBe(0);
    });
  });

  describe('over-payment', () => {
    /** A borrower whose loan was repaid with KSh 100 too much, and the borrower's wallet. */
    async function overpaid(): Promise<{ b: Borrower; caseId: string; wallet: () => Promise<number> }> {
      const b = await fixture.lent(500_000);
      await fixture.payBill(b, b.orderNo, (await fixture.detail(b)).balance.settleToday + 10_000);
      expect((await fixture.order(b)).status).toBe(STATUS.finish);
      return { b, caseId: `overpayments:${b.orderNo}`, wallet: async () => (await fixture.simulator.wallet(b.msisdn)).balance };
    }
    const refund: DeskAct = { name: 'refund', amount: 10_000, words: 'You paid too much.' };

    test('over-payment, refund confirmed by a second person: leaves suspense at once; a text follows when M-PESA has paid it', async () => {
      const { b, caseId, wallet } = await overpaid();
      const before = await wallet();
      expect(await fixture.booked(b, 'suspense')).toBe(-10_000);
      await byTwo(caseId, refund);
      const jobs = fixture.store.db.selectFrom('outbox').select('trace_id').orderBy('id', 'desc').limit(1);
      expect((await jobs.executeTakeFirstOrThrow()).trace_id, 'the id of the request').not.toBeNull();
      expect(await fixture.booked(b, 'suspense')).toBe(0);
      expect(await wallet()).toBe(before);
      expect(textsTo(b).join()).not.toContain('sent back');
      await fixture.settleDueWork();
      await fixture.pass(5_000);
      expect((await wallet()) - before).toBe(10_000);
      expect(await fixture.booked(b, 'returning')).toBe(0);
      expect(textsTo(b).at(-1)).toMatch(/^We sent back KSh 100 .* You paid too much\.$/);
      const { lines } = await fixture.lending.statement(b.userId, b.orderNo);
      expect(lines.slice(-2).map(({ kind }) => kind)).toEqual(['refund', 'refund']);
      expect((await (await desk.clerk('payments')).waiting('overpayments')).map((item) => item.caseId)).not.toContain(caseId);
    });

    test('refund of more than is held, of no whole shillings, or twice: is refused with a sentence', async () => {
      const { b, caseId } = await overpaid();
      const first = await desk.clerk('payments', 'first');
      const second = await desk.clerk('administrator', 'second');
      const wrong = await first.takeAndAct(caseId, { ...refund, amount: 10_100 } as DeskAct);
      expect(await second.decide(wrong.data!.case.waiting[0]!.approvalId, 'confirm')).toMatchObject({
        error: 'tooLate',
        message: expect.stringMatching(/^KSh.100 wait/) as string,
      });
      await second.decide(wrong.data!.case.waiting[0]!.approvalId, 'decline');
      await byTwo(caseId, refund);
      await first.take(caseId);
      expect(await first.act(caseId, refund)).toMatchObject({ error: 'tooLate' });
      await fixture.settleDueWork();
      await fixture.pass(5_000);
      expect(await fixture.booked(b, 'returning')).toBe(0);
    });

    test.each(['answer lost', 'never arrives'] as const)(
      'payout of the refund, %s: is repeated under the same id, and paid once',
      async (fault) => {
        const { b, caseId, wallet } = await overpaid();
        const before = await wallet();
        network.faults = [{ path: '/b2c/', fault, times: 1 }];
        await byTwo(caseId, refund);
        await fixture.settleDueWork();
        for (let minute = 0; minute < 5; minute++) await fixture.pass(MINUTE);
        expect((await wallet()) - before).toBe(10_000);
        expect(network.requests.filter(({ path }) => path.includes('/b2c/')).length, 'it was sent again').toBeGreaterThanOrEqual(2);
        expect(await fixture.booked(b, 'suspense')).toBe(0);
        expect(await fixture.booked(b, 'returning')).toBe(0);
      },
    );

    test('refund, lender killed at any statement: is paid and booked once', async () => {
      let survived = false;
      for (let nth = 1; !survived; nth += repetitions({ sample: 6, all: 1 })) {
        const { b, caseId, wallet } = await overpaid();
        const before = await wallet();
        const first = await desk.clerk('payments', 'first');
        const { data } = await first.takeAndAct(caseId, refund);
        const { approvalId } = data!.case.waiting[0]!;
        const second = await desk.clerk('administrator', 'second');
        let left = nth;
        const unsubscribe = fixture.store.onStatement(() => {
          if (--left === 0) throw new Error('the lender died here');
        });
        try {
          await fixture.store.tx((tx) => fixture.lending.desk.refund(tx, b.orderNo, 10_000, 'Sorry.'));
          await fixture.lending.runDue();
          await fixture.simulator.runDue();
          await fixture.lending.runDue();
        } catch {
          // The process died at this statement. The second person continues below.
        }
        unsubscribe();
        survived = left > 0;
        // Whether the refund was recorded or not, the second person confirms the same one again.
        await second.decide(approvalId, 'confirm');
        for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
        expect((await wallet()) - before, `died at statement ${nth}`).toBe(10_000);
        expect([await fixture.booked(b, 'suspense'), await fixture.booked(b, 'returning')], `died at statement ${nth}`).toEqual([0, 0]);
      }
    });

    test('refund refused by M-PESA: the money is in suspense again, the case waits again, and the next refund arrives', async () => {
      const { b, caseId, wallet } = await overpaid();
      const before = await wallet();
      await fixture.simulator.setSwitches({ nextPayout: 'unregistered' });
      await byTwo(caseId, refund);
      await fixture.settleDueWork();
      for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
      expect(await fixture.booked(b, 'suspense')).toBe(-10_000);
      expect(textsTo(b).join()).not.toContain('sent back');
      const clerk = await desk.clerk('payments');
      expect((await clerk.waiting('overpayments')).find((item) => item.caseId === caseId)?.why).toBe('An earlier refund did not arrive.');
      await byTwo(caseId, refund);
      await fixture.settleDueWork();
      for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
      expect((await wallet()) - before).toBe(10_000);
    });
  });

  describe('overdue loan', () => {
    async function late(days: number): Promise<{ b: Borrower; caseId: string }> {
      const b = await fixture.lent(1_000_000);
      await fixture.goToDaysLate(b, days);
      await fixture.settleDueWork();
      return { b, caseId: `overdue:${b.orderNo}` };
    }

    test('late charge, written off: the debt is smaller, the next day adds as before, and the borrower gets a text', async () => {
      const { b, caseId } = await late(5);
      const clerk = await desk.clerk('payments');
      const shown = await clerk.open(caseId);
      expect(shown).toMatchObject({ daysLate: 5, owed: { penalty: 100_000 } });
      // The texts that the desk lists are those that were sent, with every placeholder filled.
      const sent = shown && 'sent' in shown ? shown.sent.map(({ text }) => text) : [];
      expect(sent).toEqual(expect.arrayContaining(textsTo(b)));
      expect(sent.join()).not.toContain('{');
      expect(await clerk.takeAndAct(caseId, { name: 'writeOff', amount: 100_100, reason: 'our mistake' })).toMatchObject({
        error: 'tooLate',
      });
      expect(await clerk.act(caseId, { name: 'writeOff', amount: 60_000, reason: 'our mistake' })).toMatchObject({
        data: { state: 'done' },
      });
      expect((await fixture.detail(b)).balance).toMatchObject({ penalty: 40_000, left: 1_074_800 + 40_000 });
      await fixture.settleDueWork();
      expect(textsTo(b).at(-1)).toMatch(/^We took KSh 600 of late charges off your loan\. Left to pay: KSh 11,148/);
      const { lines } = await fixture.lending.statement(b.userId, b.orderNo);
      expect(lines.at(-1)).toMatchObject({ kind: 'writtenOff', parts: [{ part: 'lateCharge', amount: -60_000 }] });
      await fixture.pass(DAY);
      expect((await fixture.detail(b)).balance.penalty).toBe(60_000);
    });

    test('reminder that waits for the morning: is shown as sent only in the morning, with its time, and not if the loan was paid by then', async () => {
      const [b, paid] = [await fixture.lent(1_000_000), await fixture.lent(1_000_000)];
      await fixture.goToDaysLate(b, 1);
      await fixture.pass(9 * HOUR);
      const shownOf = async (one: Borrower) => {
        const shown = await (await desk.clerk('payments')).open(`overdue:${one.orderNo}`);
        return 'sent' in shown ? shown.sent : [];
      };
      const waits = await fixture.store.db
        .selectFrom('text_message')
        .innerJoin('loan_order', 'loan_order.id', 'order_id')
        .select('key')
        .where('order_no', 'in', [b.orderNo, paid.orderNo])
        .where('text_message.ended_at', 'is', null)
        .execute();
      expect(waits.map(({ key }) => key)).toEqual(['overdue', 'overdue']);
      expect((await shownOf(b)).map(({ text }) => text)).toEqual(textsTo(b).toReversed());
      await fixture.payBill(paid, paid.orderNo, (await fixture.detail(paid)).balance.settleToday);
      await fixture.pass(12 * HOUR);
      expect(textsTo(b).at(-1)).toMatch(/^Your loan was due on /);
      expect((await shownOf(b))[0]).toEqual({ at: fixture.clock.now(), text: textsTo(b).at(-1), isDelivered: null });
      expect((await shownOf(paid)).map(({ text }) => text)).toEqual(textsTo(paid).toReversed());
    });

    test('overdue loan, only a late charge left, written off: ends', async () => {
      const { b, caseId } = await late(5);
      await fixture.payBill(b, b.orderNo, 1_074_800);
      const { left } = (await fixture.detail(b)).balance;
      expect(left).toBe(100_000);
      const clerk = await desk.clerk('payments');
      // The payment reduced the charge first. The rest of the debt is principal, which cannot be written off.
      expect(await clerk.takeAndAct(caseId, { name: 'writeOff', amount: left, reason: 'kindness' })).toMatchObject({ error: 'tooLate' });
      expect((await fixture.order(b)).status).toBe(STATUS.overdued);
    });

    test('payment of another loan, corrected: is moved once, with its day, and both borrowers get a text', async () => {
      const { b: wrong, caseId } = await late(2);
      const right = await fixture.lent(1_000_000);
      const receipt = await fixture.payBill(wrong, wrong.orderNo, 300_000);
      const before = (await fixture.detail(wrong)).balance;
      const act: DeskAct = { name: 'correct', receipt, orderNo: right.orderNo, reason: 'typed the wrong number' };
      const clerk = await desk.clerk('payments');
      expect(await clerk.takeAndAct(caseId, { ...act, receipt: 'SNOBODY001' } as DeskAct)).toMatchObject({ error: 'tooLate' });
      expect(await clerk.act(caseId, act)).toMatchObject({ data: { state: 'done' } });
      const after = (await fixture.detail(wrong)).balance;
      expect(after.left).toBeGreaterThanOrEqual(before.left + 300_000);
      expect(after.paid).toBe(0);
      expect((await fixture.detail(wrong)).payments).toEqual([]);
      expect((await fixture.detail(right)).balance.paid).toBe(300_000);
      expect((await fixture.detail(right)).payments).toMatchObject([{ receipt, amount: 300_000 }]);
      await fixture.settleDueWork();
      expect(textsTo(wrong).at(-1)).toMatch(/^A payment of KSh 3,000 was counted for your loan by mistake/);
      expect(textsTo(right).at(-1)).toMatch(/^A payment of KSh 3,000 that belongs to your loan was counted for it\. Left to pay/);
      await clerk.take(caseId);
      expect(await clerk.act(caseId, act), 'it is not there any more').toMatchObject({ error: 'tooLate' });
      expect((await fixture.detail(right)).balance.paid).toBe(300_000);
    });

    test('payment that belongs to an ended loan, corrected: is held for its borrower, who gets a text, and can be refunded', async () => {
      const { b, caseId } = await late(1);
      const ended = await fixture.lent(500_000);
      await fixture.pay(ended, (await fixture.detail(ended)).balance.settleToday);
      const receipt = await fixture.payBill(b, b.orderNo, 50_000);
      const clerk = await desk.clerk('payments');
      expect(await clerk.takeAndAct(caseId, { name: 'correct', receipt, orderNo: ended.orderNo, reason: 'x' })).toMatchObject({
        data: { state: 'done' },
      });
      expect((await fixture.detail(b)).balance.paid).toBe(0);
      expect((await fixture.order(ended)).status).toBe(STATUS.finish);
      expect(await fixture.booked(ended, 'suspense')).toBe(-50_000);
      await fixture.settleDueWork();
      expect(textsTo(ended).at(-1)).toMatch(/^A payment of KSh 500 that belongs to your loan was counted for it, and you owed nothing/);
      expect((await clerk.waiting('overpayments')).map((item) => item.caseId)).toContain(`overpayments:${ended.orderNo}`);
    });

    test("payment that ended a wrong loan, corrected: needs two persons, that loan stays ended at the lender's cost, and the right one is paid", async () => {
      const { b: wrong } = await late(2);
      const right = await fixture.lent(1_000_000);
      const { left } = (await fixture.detail(wrong)).balance;
      const receipt = await fixture.payBill(wrong, wrong.orderNo, left);
      expect((await fixture.order(wrong)).status).toBe(STATUS.finish);
      const [clerk, second] = [await desk.clerk('payments'), await desk.clerk('payments', 'second')];
      const [found] = (await clerk.call('find', { query: receipt, reason: 'The payer called' })).data!;
      expect(found).toMatchObject({ caseId: `overdue:${wrong.orderNo}` });
      expect(
        await clerk.takeAndAct(found!.caseId, { name: 'correct', receipt, orderNo: right.orderNo, reason: 'wrong number' }),
      ).toMatchObject({
        data: { state: 'waitsForSecond' },
      });
      expect(await fixture.booked(right, 'mpesa_float'), 'nothing happens before it is confirmed').toBeLessThan(0);
      expect((await fixture.detail(right)).balance.paid).toBe(0);
      const [{ approvalId } = { approvalId: '' }] = (await second.open(found!.caseId)).waiting;
      expect(await second.decide(approvalId, 'confirm')).toMatchObject({ data: { state: 'done' } });
      expect((await fixture.order(wrong)).status).toBe(STATUS.finish);
      expect(await fixture.booked(wrong, 'written_off')).toBe(left);
      for (const account of ['loan_receivable', 'interest_receivable', 'penalty_receivable'] as const)
        expect(await fixture.booked(wrong, account), account).toBe(0);
      expect([await fixture.booked(wrong, 'correction'), await fixture.booked(right, 'correction')]).toEqual([-left, left]);
      expect((await fixture.detail(right)).balance.paid).toBeGreaterThan(0);
      await fixture.settleDueWork();
      expect(textsTo(wrong).at(-1)).toMatch(/Your loan stays closed and you owe nothing on it/);
      expect((await fixture.lending.statement(wrong.userId, wrong.orderNo)).left).toBe(0);
      // A loan that was repaid with money of the lender does not count for the ceiling.
      expect(await repaidLoans(fixture.store.db, wrong.userId)).toMatchObject({ onTime: 0 });
      expect(await trialBalance(fixture.store.db)).toBe(0);
    });

    test('payment below the limit that ended a wrong loan, corrected: needs two persons too, and that loan does not count as paid on time', async () => {
      const wrong = await fixture.lent(100_000);
      const right = await fixture.lent(1_000_000);
      const receipt = await fixture.payBill(wrong, wrong.orderNo, (await fixture.detail(wrong)).balance.settleToday);
      expect(await repaidLoans(fixture.store.db, wrong.userId)).toEqual({ repaid: 1, onTime: 1 });
      const [clerk, second] = [await desk.clerk('payments'), await desk.clerk('payments', 'second')];
      const caseId = `overdue:${wrong.orderNo}`;
      await clerk.takeAndAct(caseId, { name: 'correct', receipt, orderNo: right.orderNo, reason: 'wrong number' });
      const [{ approvalId } = { approvalId: '' }] = (await second.open(caseId)).waiting;
      await second.decide(approvalId, 'confirm');
      expect(await repaidLoans(fixture.store.db, wrong.userId)).toEqual({ repaid: 1, onTime: 0 });
    });

    test('payment after the end of a loan, corrected: counts for the running loan, without a second person', async () => {
      const b = await fixture.lent(500_000);
      await fixture.payBill(b, b.orderNo, (await fixture.detail(b)).balance.settleToday);
      const receipt = await fixture.payBill(b, b.orderNo, 40_000);
      expect(await fixture.booked(b, 'suspense')).toBe(-40_000);
      const right = await fixture.lent(1_000_000);
      const clerk = await desk.clerk('payments');
      expect(
        await clerk.takeAndAct(`overpayments:${b.orderNo}`, { name: 'correct', receipt, orderNo: right.orderNo, reason: 'old number' }),
      ).toMatchObject({ data: { state: 'done' } });
      expect([await fixture.booked(b, 'suspense'), await fixture.booked(b, 'written_off')]).toEqual([0, 0]);
      expect((await fixture.detail(right)).balance.paid).toBe(40_000);
    });

    test('payment above a debt, excess refunded: can no longer be moved', async () => {
      const b = await fixture.lent(500_000);
      const receipt = await fixture.payBill(b, b.orderNo, (await fixture.detail(b)).balance.settleToday + 10_000);
      const right = await fixture.lent(1_000_000);
      const [clerk, second] = [await desk.clerk('payments'), await desk.clerk('payments', 'second')];
      const caseId = `overpayments:${b.orderNo}`;
      const confirm = async () => {
        const [{ approvalId } = { approvalId: '' }] = (await second.open(caseId)).waiting;
        return second.decide(approvalId, 'confirm');
      };
      await clerk.takeAndAct(caseId, { name: 'refund', amount: 10_000, words: 'Yours.' });
      await confirm();
      await clerk.takeAndAct(caseId, { name: 'correct', receipt, orderNo: right.orderNo, reason: 'x' });
      expect(await confirm()).toMatchObject({ error: 'tooLate', message: expect.stringContaining('sent back') as string });
    });
  });

  test('payout without a result of M-PESA: a person may decide once that it failed, and the order continues', async () => {
    const b = await fixture.approved();
    const { agreementVersion, terms } = await fixture.lending.offer(b.userId, b.orderNo);
    network.faults = [{ path: '/transactionstatus/', fault: 'never arrives', times: 10_000 }];
    await fixture.simulator.setSwitches({ nextPayout: 'unregistered' });
    await fixture.lending.getMoney(b.userId, { orderNo: b.orderNo, agreementVersion, sent: terms.sent, owed: terms.owed }, OPEN_GATE);
    await fixture.settleDueWork();
    await fixture.pass(5_000);
    await fixture.pass(HOUR + MINUTE);
    await fixture.pass(MINUTE);
    const [intent] = await fixture.intentsOf(b);
    const clerk = await desk.clerk('payments');
    const caseId = `payouts:${intent!.id}`;
    expect(await clerk.open(caseId)).toMatchObject({
      payoutId: intent!.id,
      said: expect.stringContaining('2040') as string,
      sentAt: intent!.sent_at,
    });
    expect(await clerk.takeAndAct(caseId, { name: 'payoutFailed' })).toMatchObject({ data: { state: 'done' } });
    expect((await fixture.order(b)).status).toBe(STATUS.payFail);
    await clerk.take(caseId);
    expect(await clerk.act(caseId, { name: 'payoutArrived', receipt: null })).toMatchObject({ error: 'tooLate' });
  });
});
