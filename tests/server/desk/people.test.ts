/** Messages, blocked numbers, late answers, closings and the figures of the day at the desk. */
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { escalateLate } from '#server/desk/escalation.ts';
import { deleteEndedClaims } from '#server/desk/claims.ts';
import { createFeedback } from '#server/feedback/tickets.ts';
import { createSecret } from '#server/store/secret.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { GOOD_ANSWERS, type Borrower } from '#tests/support/lendingFixture.ts';
import { setTextingFixture } from '../lending/loanFixture.ts';
import { newRequestId, setCaseDesk } from './caseFixture.ts';

onEitherDatabase((engine) => {
  const fixture = setTextingFixture(engine);
  const desk = setCaseDesk(fixture);
  const secret = createSecret(Buffer.alloc(32, 7));
  const escalate = (): Promise<number> => escalateLate(fixture.store, fixture.clock, 'help@example.ke');
  let requests = 0;

  async function written(b: Borrower): Promise<{ ticketNo: string; caseId: string }> {
    const { ticketNo } = await createFeedback(fixture.store, fixture.clock, secret).create(b.userId, {
      requestId: `people-${++requests}`,
      type: 1,
      receiverAccount: '',
      description: 'I paid yesterday and it is not shown',
      contact: 'a.b@gmail.com',
      contactTime: 'any',
      pictures: [],
    });
    return { ticketNo, caseId: `messages:${ticketNo}` };
  }

  test('message: is shown, its contact can be uncovered with a reason, and it is answered once', async () => {
    const b = await fixture.lent();
    const { ticketNo, caseId } = await written(b);
    const clerk = await desk.clerk('support');
    const shown = await clerk.open(caseId);
    expect(shown).toMatchObject({ ticketNo, subject: 'A payment is not shown.', description: 'I paid yesterday and it is not shown' });
    expect(JSON.stringify(shown)).not.toContain('gmail');
    await clerk.take(caseId);
    expect(await clerk.call('uncover', { caseId, what: 'contacts', reason: 'to call back' })).toMatchObject({
      data: { values: { contact: 'a.b@gmail.com' } },
    });
    expect(await clerk.act(caseId, { name: 'answer', words: 'It is booked now.', next: 'solve' })).toMatchObject({
      data: { state: 'done' },
    });
    const messages = await createFeedback(fixture.store, fixture.clock, secret).messages(b.userId, ticketNo);
    expect(messages).toMatchObject([{ author: 'lender', text: 'It is booked now.' }]);
    await fixture.settleDueWork();
    expect(fixture.textsTo(b).at(-1)).toBe(`We have answered your message ${ticketNo}. Open the app to read the answer.`);
    await clerk.take(caseId);
    expect(await clerk.act(caseId, { name: 'answer', words: 'Again.', next: 'solve' })).toMatchObject({ error: 'tooLate' });
  });

  test('message without an answer in time: is escalated once, the borrower gets a text, and another message does not extend the promise', async () => {
    const b = await fixture.lent();
    const { ticketNo, caseId } = await written(b);
    const feedback = createFeedback(fixture.store, fixture.clock, secret);
    const clerk = await desk.clerk('support');
    const promised = (await clerk.open(caseId)).promisedBy!;
    fixture.clock.pass(HOUR);
    await feedback.write(b.userId, { ticketNo, requestId: 'more', text: 'Hello?', pictures: [] });
    expect((await (await desk.clerk('support')).open(caseId)).promisedBy).toBe(promised);
    expect(await escalate()).toBe(0);
    fixture.clock.set(promised);
    expect(await escalate()).toBe(1);
    expect(await escalate()).toBe(0);
    await fixture.settleDueWork();
    expect(fixture.textsTo(b).at(-1)).toMatch(new RegExp(`^We are late with the answer to your message ${ticketNo}`));
    expect((await feedback.ticket(b.userId, ticketNo)).isLate).toBe(true);
    const again = await desk.clerk('support');
    expect((await again.waiting('messages'))[0]).toMatchObject({ caseId, isEscalated: true });
    await again.takeAndAct(caseId, { name: 'answer', words: 'Sorry.', next: 'ask' });
    expect((await feedback.ticket(b.userId, ticketNo)).isLate).toBe(false);
  });

  test('proof without an answer in time: is late, and not refused', async () => {
    const b = await fixture.lent();
    const ref = await fixture.lending.proofs.addPicture(b.userId, b.orderNo, {
      mime: 'image/jpeg',
      name: async () => `late-${b.orderNo}`,
      encrypt: () => new Uint8Array([1]),
    });
    await fixture.lending.proofs.send(b.userId, b.orderNo, { receipt: 'SLATEPROOF', amount: 50_000, pictures: [ref] });
    await fixture.pass(48 * HOUR);
    expect(await escalate()).toBe(1);
    await fixture.settleDueWork();
    expect(fixture.textsTo(b).at(-1)).toMatch(/^We are late: we are still checking the payment with receipt SLATEPROOF/);
    expect(await fixture.lending.proofs.list(b.userId, b.orderNo)).toMatchObject([{ state: 'waiting', isLate: true }]);
  });

  test('number, blocked: its sessions end, and it is refused with a sentence that names the way to repay, until it is unblocked', async () => {
    const b = await fixture.lent();
    const { caseId } = await written(b);
    await fixture.store.db
      .insertInto('session')
      .values({
        ...{ token_hash: `s-${b.userId}`, user_id: b.userId, created_at: 1, expires_at: fixture.clock.now() + DAY },
        ...{ ended_at: null, end_code: null, device_mac: null },
      })
      .execute();
    const clerk = await desk.clerk('support');
    await clerk.take(caseId);
    const act = { name: 'blockNumber', mobile: b.msisdn, reason: 'stolen phone' } as const;
    expect(await clerk.act(caseId, { ...act, mobile: '254700000099' })).toMatchObject({ error: 'badInput' });
    expect(await clerk.act(caseId, act)).toMatchObject({ data: { state: 'done' } });
    const { db } = fixture.store;
    expect(await db.selectFrom('session').select('end_code').where('user_id', '=', b.userId).execute()).toEqual([
      { end_code: CODE.notLoggedIn },
    ]);
    await expect(desk.blocked.refuse(db, b.msisdn)).rejects.toMatchObject({
      code: CODE.numberBlocked,
      params: { paybill: '174379', contact: 'help@example.ke' },
    });
    // The borrower repays the loan at the paybill.
    await fixture.payBill(b, b.orderNo, 50_000);
    expect((await fixture.detail(b)).balance.paid).toBe(50_000);
    await clerk.take(caseId);
    expect(await clerk.act(caseId, act)).toMatchObject({ error: 'tooLate' });
    const administrator = await desk.clerk('administrator');
    await clerk.call('putBack', { caseId, requestId: newRequestId() });
    expect(await administrator.takeAndAct(caseId, { name: 'unblockNumber', mobile: b.msisdn, reason: 'found' })).toMatchObject({
      data: { state: 'done' },
    });
    await expect(desk.blocked.refuse(db, b.msisdn)).resolves.toBeUndefined();
    expect(await desk.logged(caseId)).toEqual(
      expect.arrayContaining(['support | blockNumber | stolen phone', 'administrator | unblockNumber | found']),
    );
  });

  describe('refused closing of an account', () => {
    async function asked(b: Borrower): Promise<string> {
      await expect(desk.accounts.close(b.userId, 'costs')).rejects.toMatchObject({ code: CODE.cancellationRefused });
      return `closures:${b.userId}`;
    }

    test('refused closing, a loan runs: waits at the desk with its promise, and leaves with the account that its borrower closes', async () => {
      const b = await fixture.lent();
      const caseId = await asked(b);
      const clerk = await desk.clerk('support');
      expect(await clerk.open(caseId)).toMatchObject({
        bar: 'The account cannot be closed yet: a loan is not repaid.',
        reason: 'costs',
        promisedBy: fixture.clock.now() + 14 * DAY,
      });
      await fixture.pay(b, (await fixture.detail(b)).balance.settleToday);
      await desk.accounts.close(b.userId, 'other');
      expect(await clerk.call('case', { caseId })).toMatchObject({ error: 'unknownCase' });
    });

    test('refused closing, a loan runs: the clerk cannot close; once it is repaid the clerk can, everything is erased, and the borrower gets a text', async () => {
      const b = await fixture.lent();
      const caseId = await asked(b);
      const clerk = await desk.clerk('support');
      expect(await clerk.takeAndAct(caseId, { name: 'closeAccount' })).toMatchObject({
        error: 'tooLate',
        message: 'The account cannot be closed yet: a loan is not repaid.',
      });
      await fixture.pay(b, (await fixture.detail(b)).balance.settleToday);
      expect(await clerk.open(caseId)).toMatchObject({ bar: null, why: 'Nothing is in the way any more: the account can be closed.' });
      const requestId = newRequestId();
      const done = await clerk.act(caseId, { name: 'closeAccount' }, requestId);
      const ERASED = 'The account is closed, and its data is deleted.';
      const nothing = { borrower: null, promisedBy: null, takenBy: null, covered: [], acts: [] };
      expect(done).toMatchObject({ data: { state: 'done', case: { why: ERASED, bar: ERASED, ...nothing } } });
      expect(done.data?.case.history.at(-1)).toMatchObject({ who: 'support', what: 'Closed the account.' });
      expect(await clerk.act(caseId, { name: 'closeAccount' }, requestId), 'a repeat is answered as before').toEqual(done);
      expect(desk.closedTexts.filter(({ to }) => to === b.msisdn)).toHaveLength(1);
      const { db } = fixture.store;
      expect(await db.selectFrom('app_user').select('erased_at').where('id', '=', b.userId).executeTakeFirst()).toEqual({
        erased_at: fixture.clock.now(),
      });
      expect(await clerk.call('case', { caseId })).toMatchObject({ error: 'unknownCase' });
      expect(await desk.logged(caseId)).toContain('support | closeAccount');
      const lines = JSON.stringify(await db.selectFrom('desk_log').selectAll().execute());
      expect(lines, 'no line names the borrower').not.toContain(b.msisdn.slice(-9));
    });

    test('refused closing, money held or application begun since: the clerk cannot close, and reads the reason', async () => {
      const b = await fixture.lent();
      const caseId = await asked(b);
      await fixture.payBill(b, b.orderNo, (await fixture.detail(b)).balance.settleToday + 50_000);
      const clerk = await desk.clerk('support');
      expect(await clerk.takeAndAct(caseId, { name: 'closeAccount' })).toMatchObject({
        error: 'tooLate',
        message: expect.stringContaining('refund it first') as string,
      });
      expect(await clerk.open(caseId)).toMatchObject({ bar: expect.stringContaining('refund it first') as string });
    });

    test('refused closing, answered with a sentence: leaves the queue, and the borrower gets it by text and in the app; requested again, it waits again', async () => {
      const b = await fixture.lent();
      const caseId = await asked(b);
      const clerk = await desk.clerk('support');
      const words = 'Repay the loan first, then we close it.';
      expect(await clerk.takeAndAct(caseId, { name: 'keepAccount', words })).toMatchObject({ data: { state: 'done' } });
      expect((await clerk.waiting('closures')).map((item) => item.caseId)).not.toContain(caseId);
      await fixture.settleDueWork();
      expect(fixture.textsTo(b).at(-1)).toBe(`About closing your account: ${words} Questions: help@example.ke.`);
      expect((await desk.accounts.cancellation(b.userId)).answer).toEqual({ words, at: fixture.clock.now() });
      await clerk.take(caseId);
      expect(await clerk.act(caseId, { name: 'keepAccount', words })).toMatchObject({ error: 'tooLate' });
      fixture.clock.pass(DAY);
      await asked(b);
      const again = await desk.clerk('support');
      expect((await again.waiting('closures')).find((item) => item.caseId === caseId)).toMatchObject({ since: fixture.clock.now() });
      expect((await desk.accounts.cancellation(b.userId)).answer).toBeNull();
    });
  });

  test('sessions that ended: their claims and uncovered fields are deleted', async () => {
    const b = await fixture.lent();
    const { caseId } = await written(b);
    const clerk = await desk.clerk('support', 'sleepy');
    await clerk.take(caseId);
    await clerk.call('uncover', { caseId, what: 'mobile', reason: 'call' });
    fixture.clock.pass(16 * MINUTE);
    expect(await deleteEndedClaims(fixture.store.db, fixture.clock.now())).toBeGreaterThanOrEqual(2);
    expect(await fixture.store.db.selectFrom('desk_uncovered').selectAll().execute()).toEqual([]);
  });

  test('figures of the day: decisions by clerk, payments, due and late loans add up', async () => {
    fixture.clock.pass(400 * DAY);
    const day = () => nairobiDate(fixture.clock.now());
    const clerk = async () => desk.clerk('payments', 'counter');
    const figures = async () => (await (await clerk()).call('figures', { day: day() })).data!;
    const before = await figures();
    const sum = (counts: readonly { count: number }[]): number => counts.reduce((all, { count }) => all + count, 0);
    expect(sum(before.decisions)).toBe(0);
    const b = await fixture.lent(500_000);
    await fixture.pay(b, 50_000);
    const rejected = await fixture.applied({ ...GOOD_ANSWERS, 2: 'yes' });
    await fixture.lending.decide(rejected.orderNo, 'reject', 'bureau');
    const after = await figures();
    expect(after.decisions).toEqual(
      expect.arrayContaining([
        { outcome: 'approved', by: 'person', reason: '', count: 1 },
        { outcome: 'rejected', by: 'person', reason: 'bureau', count: 1 },
      ]),
    );
    expect(after.payouts).toEqual({ count: 1, amount: 494_200 });
    expect(after.paid).toEqual({ count: 1, amount: 50_000 });
    expect(after.promises.kept).toBe(2);
    await fixture.goToDaysLate(b, 8);
    await fixture.settleDueWork();
    const late = (await figures()).arrears.find(({ fromDays }) => fromDays === 8)!;
    expect(late.count).toBeGreaterThanOrEqual(1);
    const { left } = (await fixture.detail(b)).balance;
    expect(late.amount).toBeGreaterThanOrEqual(left);
    fixture.clock.pass(-8 * DAY);
    expect((await figures()).due).toMatchObject({ count: 1 });
  });

  test('figures of a day gone by: name the loans that were late then, also those that ended or moved their due date since', async () => {
    fixture.clock.pass(400 * DAY);
    const figuresOf = async (day: string) => (await (await desk.clerk('payments', 'historian')).call('figures', { day })).data!;
    const lateOn = async (day: string) => (await figuresOf(day)).arrears.map(({ count, amount }) => [count, amount]);
    const b = await fixture.lent(500_000);
    const { dueDate } = (await fixture.detail(b)).balance;
    await fixture.goToDaysLate(b, 9);
    await fixture.settleDueWork();
    const then = nairobiDate(fixture.clock.now());
    const { left } = (await fixture.detail(b)).balance;
    const [, week] = await lateOn(then);
    expect(week![1]).toBeGreaterThanOrEqual(left);
    const before = await lateOn(then);
    const due = await figuresOf(dueDate);
    expect(due.due.count).toBeGreaterThanOrEqual(1);
    fixture.clock.pass(DAY);
    await fixture.settleDueWork();
    await fixture.payBill(b, b.orderNo, (await fixture.detail(b)).balance.penalty);
    const chosen = await fixture.lending.rollovers.choose(b.userId, b.orderNo, 7);
    await fixture.payBill(b, chosen.accountNumber, chosen.missing);
    await fixture.lending.rollovers.confirm(b.userId, b.orderNo, chosen.extensionNo);
    expect((await fixture.detail(b)).balance.dueDate > dueDate, 'the date has moved').toBe(true);
    fixture.clock.pass(2 * DAY);
    await fixture.settleDueWork();
    await fixture.pay(b, (await fixture.detail(b)).balance.settleToday);
    expect((await figuresOf(dueDate)).due).toEqual(due.due);
    expect(await lateOn(then)).toEqual(before);
    expect((await lateOn(nairobiDate(fixture.clock.now())))[1]![0]).toBe(before[1]![0]! - 1);
  });

  test('promises kept: an answer to a message counts, in time or late', async () => {
    fixture.clock.pass(400 * DAY);
    const promises = async () =>
      (await (await desk.clerk('support', 'keeper')).call('figures', { day: nairobiDate(fixture.clock.now()) })).data!.promises;
    const b = await fixture.lent();
    const before = await promises();
    const soon = await written(b);
    await (await desk.clerk('support')).takeAndAct(soon.caseId, { name: 'answer', words: 'In time.', next: 'ask' });
    expect(await promises()).toEqual({ kept: before.kept + 1, missed: 0 });
    // The message has its answer already. A second answer keeps no further promise.
    await (await desk.clerk('support')).takeAndAct(soon.caseId, { name: 'answer', words: 'Once more.', next: 'ask' });
    const { caseId } = await written(b);
    const promised = (await (await desk.clerk('support')).open(caseId)).promisedBy!;
    fixture.clock.set(promised + HOUR);
    await (await desk.clerk('support')).takeAndAct(caseId, { name: 'answer', words: 'Late.', next: 'solve' });
    expect(await promises()).toEqual({ kept: 0, missed: 1 });
  });
});
