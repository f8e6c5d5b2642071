/** Closing an account, on both databases: the conditions that prevent it, and that no table keeps data of the borrower. */
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { addDays, HOUR, MINUTE, nairobiDate, startOfDate } from '#machines/model/calendar.ts';
import { CLOSING_HOURS } from '#machines/model/cancellation.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { createFeedback } from '#server/feedback/tickets.ts';
import { createAccounts } from '#server/policies/accountClosing.ts';
import { createBorrowers } from '#server/identity/borrowers.ts';
import { booksUntil, eraseBorrower } from '#server/policies/erase.ts';
import { RETENTION_POLICY } from '#server/policies/retentionPolicy.ts';
import { BOUND_COLUMNS, decryptValue, type RowName, type BoundColumn } from '#server/store/rowEncryption.ts';
import { createSecret } from '#server/store/secret.ts';
import { createSecurityLog } from '#server/store/securityLog.ts';
import { grantSession, testSessions } from '#tests/support/testSessions.ts';
import { specimens } from '#server/simulation/specimens/specimen.ts';
import type { Store } from '#server/store/store.ts';
import { ANSWERS_KEPT } from '#server/wire/idempotencyStore.ts';
import { DATA_PROMISES, PROMISES } from '#src/market/support.ts';
import { onEitherDatabase, testClock } from '#tests/support/database.ts';
import {
  giveEverything,
  goodAnswers,
  newBorrower,
  startLendingFixture,
  type Borrower,
  type LendingFixture,
} from '#tests/support/lendingFixture.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { sendRaw } from '#tests/support/rawCalls.ts';

const secret = createSecret(Buffer.alloc(32, 7));

/** The decrypted content of the encrypted columns, as `table.column: text`. */
async function decryptedRows({ db }: Store): Promise<string[]> {
  const texts: string[] = [];
  for (const [name, bound] of Object.entries(BOUND_COLUMNS)) {
    const [table = '', column = ''] = name.split('.');
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(db);
    for (const row of rows) {
      const about = bound.map((one) => row[one]) as RowName;
      texts.push(`${name}: ${JSON.stringify(decryptValue(db, name as BoundColumn, about, row[column] as Uint8Array))}`);
    }
  }
  return texts;
}

/** Every row of every table that contains one of the words, encrypted or not, without the tables of the simulated M-PESA. */
async function rowsWith(store: Store, words: readonly string[]): Promise<string[]> {
  const found = (await decryptedRows(store)).filter((text) => words.some((word) => text.includes(word)));
  for (const table of Object.entries(RETENTION_POLICY).flatMap(([name, retention]) => (retention === 'simulated' ? [] : [name]))) {
    const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(store.db);
    for (const { text } of rows) if (words.some((word) => text.includes(word))) found.push(`${table}: ${text}`);
  }
  return found;
}

onEitherDatabase((engine) => {
  const fixtures: LendingFixture[] = [];
  afterAll(async () => {
    for (const one of fixtures) await one.close();
  });
  async function startFixture() {
    const clock = testClock();
    const store = await engine.open(clock);
    const lent = await startLendingFixture(store, clock);
    fixtures.push(lent);
    return {
      ...lent,
      accounts: createAccounts(store, clock, secret, createSecurityLog(store, clock, secret)),
      feedback: createFeedback(store, clock, secret),
      sessions: testSessions(store, clock),
    };
  }

  /** A borrower with rows in every table that holds data of borrowers, except those of a loan. */
  async function leavesTraces(
    { store, clock, feedback, sessions }: Awaited<ReturnType<typeof startFixture>>,
    { userId, msisdn }: Borrower,
  ) {
    const bytes = await specimens.back({ number: '87654321', name: 'WANJIKU KAMAU', birthday: '1992-03-15' });
    const name = await feedback.keepPicture(userId, bytes);
    await feedback.keepPicture(userId, bytes);
    const { ticketNo } = await feedback.create(userId, {
      requestId: 'press-1',
      type: 7,
      description: 'Zawadi never got the money of this loan.',
      receiverAccount: msisdn,
      contact: 'zawadi@gmail.com',
      contactTime: 'any',
      pictures: [name],
    });
    await feedback.write(userId, { ticketNo, requestId: 'press-2', text: 'Zawadi again.', pictures: [] });
    const token = await grantSession(store, sessions, userId);
    await store.db.insertInto('terms_acceptance').values({ user_id: userId, terms_version: '1', at: clock.now() }).execute();
    await store.db.insertInto('sandbox_sms').values({ msisdn, text: '123456 is your code', at: clock.now() }).execute();
    return token;
  }

  it('retention policy, every table of the database: has an entry', async () => {
    const { store } = await startFixture();
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(store.db);
    // The embedded engine adds a table for its durability check.
    const tables = rows.map(({ name }) => name).filter((name) => name !== 'durability_check');
    expect(tables.toSorted()).toEqual(Object.keys(RETENTION_POLICY).toSorted());
  });

  it('closed account without a loan: leaves no row, and the number can register again', async () => {
    const fixture = await startFixture();
    const { store, clock, accounts, sessions, lending } = fixture;
    const { userId, msisdn } = await newBorrower(store, clock.now());
    await giveEverything(store, userId, msisdn, clock.now());
    const product = (await lending.home(userId)).product;
    const { orderNo } = await lending.open(userId, { productId: product.id, amount: product.minPrincipal, termDays: 91 });
    const token = await leavesTraces(fixture, { userId, msisdn, orderNo });
    const words = [msisdn, msisdn.slice(3), 'Wanjiku', 'Kamau', 'Zawadi', 'Duka', orderNo];
    expect((await rowsWith(store, words)).length).toBeGreaterThan(5);

    expect(await accounts.cancellation(userId)).toEqual({
      bar: null,
      kept: 0,
      endsApplication: true,
      booksUntil: null,
      reapplyOn: null,
      answersUntil: clock.now() + ANSWERS_KEPT,
      requestedAt: null,
      answer: null,
    });
    expect(await accounts.close(userId, 'costs')).toEqual({ booksUntil: null, answersUntil: clock.now() + ANSWERS_KEPT });

    expect(await rowsWith(store, words)).toEqual([]);
    expect(await store.db.selectFrom('photo_blob').select('ref').execute()).toEqual([]);
    expect(await store.db.selectFrom('app_user').select('id').execute()).toEqual([]);
    expect(await store.db.selectFrom('cancellation').select('reason').execute()).toEqual([{ reason: 'costs' }]);
    await expect(sessions.authenticate(`Bearer ${token}`)).rejects.toMatchObject({ code: CODE.tokenInvalid });
    expect((await newBorrower(store, clock.now(), msisdn)).userId).not.toBe(userId);
  });

  it('closing of an account that a loan bars: is requested once, waits for a person, and can be taken back', async () => {
    const fixture = await startFixture();
    const { store, clock, accounts, lent } = fixture;
    const { userId } = await lent();
    const asked = clock.now();
    expect(await accounts.request(userId, 'costs')).toBe(asked);
    clock.pass(86_400_000);
    expect(await accounts.request(userId, 'privacy'), 'the promise counts from the first request').toBe(asked);
    expect(await accounts.cancellation(userId)).toMatchObject({ bar: 'debt', requestedAt: asked, answer: null });
    const noted = () => store.db.selectFrom('closing_request').select(['bar', 'reason', 'at']).execute();
    expect(await noted()).toEqual([{ bar: 'debt', reason: 'privacy', at: asked }]);
    expect(await store.tx((tx) => accounts.closeRequested(tx, userId))).toEqual({ is: 'barred', bar: 'debt' });

    expect(await accounts.request(userId, null)).toBeNull();
    expect(await noted()).toEqual([]);
    expect(await accounts.request(userId, null), 'taken back twice').toBeNull();
    expect(await store.tx((tx) => accounts.closeRequested(tx, userId))).toEqual({ is: 'withdrawn' });
    expect(await store.tx((tx) => accounts.keepOpen(tx, userId, 'Please repay first.', 'help@lender.example.ke'))).toBe('withdrawn');
  });

  it('closing of an account that nothing bars: is not noted, because the borrower closes the account', async () => {
    const { store, clock, accounts } = await startFixture();
    const { userId } = await newBorrower(store, clock.now());
    expect(await accounts.request(userId, 'costs')).toBeNull();
    expect(await store.db.selectFrom('closing_request').selectAll().execute()).toEqual([]);
  });

  it('closed account with a repaid loan: books stay without number and name for their period, and the ledger balances', async () => {
    const fixture = await startFixture();
    const { store, clock, accounts, lending, lent, simulator, settleDueWork, sessions } = fixture;
    const borrower = await lent();
    const token = await leavesTraces(fixture, borrower);
    const { userId, msisdn, orderNo } = borrower;
    await expect(accounts.close(userId, 'other')).rejects.toMatchObject({ code: CODE.cancellationRefused, key: 'cancellation.debt' });

    const { balance } = await lending.order(userId, orderNo);
    await simulator.payAtPaybill({ msisdn, amount: (balance?.settleToday ?? 0) + 79_800, account: orderNo });
    await settleDueWork();
    expect((await lending.order(userId, orderNo)).status).toBe(STATUS.finish);
    const ledgerBefore = await store.db.selectFrom('entry').selectAll().orderBy('journal_id').orderBy('line').execute();
    const words = [msisdn, msisdn.slice(3), 'Wanjiku', 'Kamau', 'Zawadi', 'Duka'];
    expect((await rowsWith(store, words)).length).toBeGreaterThan(5);

    const today = nairobiDate(clock.now());
    const until = `${Number(today.slice(0, 4)) + DATA_PROMISES.booksYears}${today.slice(4)}`;
    expect(await accounts.cancellation(userId)).toMatchObject({ bar: null, kept: 79_800, booksUntil: until });
    expect(await accounts.close(userId, 'notNeeded')).toMatchObject({ booksUntil: until });

    expect(await rowsWith(store, words)).toEqual([]);
    expect(await store.db.selectFrom('photo_blob').select('ref').execute()).toEqual([]);
    await expect(sessions.authenticate(`Bearer ${token}`)).rejects.toMatchObject({ code: CODE.tokenInvalid });
    const books = async () => [
      (await store.db.selectFrom('consent').select('id').execute()).length,
      (await store.db.selectFrom('order_event').select('order_id').execute()).length,
      (await store.db.selectFrom('rail_intent').select('id').execute()).length,
    ];
    expect((await books()).every((rows) => rows > 0)).toBe(true);

    clock.set(startOfDate(until) - 1);
    expect(await accounts.deleteExpiredBooks()).toBe(0);
    clock.set(startOfDate(until));
    expect(await accounts.deleteExpiredBooks()).toBe(1);
    expect(await books()).toEqual([0, 0, 0]);
    expect(await accounts.deleteExpiredBooks()).toBe(0);
    expect(await store.db.selectFrom('entry').selectAll().orderBy('journal_id').orderBy('line').execute()).toEqual(ledgerBefore);
    // Nothing prevents a new account with the same number.
    await newBorrower(store, clock.now(), msisdn);
  });

  it('closed account after a rejection, registered again: the date to reapply stays', async () => {
    const { store, clock, accounts, lending } = await startFixture();
    const borrowers = createBorrowers(store, clock, secret);
    const first = await newBorrower(store, clock.now());
    await giveEverything(store, first.userId, first.msisdn, clock.now());
    const { product } = await lending.home(null);
    const wish = { productId: product.id, amount: product.minPrincipal, termDays: 91 };
    const { orderNo } = await lending.open(first.userId, wish);
    await lending.advance(first.userId, orderNo, 'questionnaire.answered', goodAnswers(first.userId, clock.now()));
    await lending.decide(orderNo, 'reject');
    const day = addDays(nairobiDate(clock.now()), PROMISES.reapplyDays);
    const tooEarly = { code: CODE.reapplyTooEarly };
    await expect(lending.open(first.userId, wish)).rejects.toMatchObject(tooEarly);

    let { userId } = first;
    const held = (await store.db.selectFrom('id_claim').select('id_mac').execute()).map(({ id_mac }) => id_mac);
    expect(held).toHaveLength(1);
    for (const _ of ['once', 'and again']) {
      expect(await accounts.cancellation(userId)).toMatchObject({ bar: null, booksUntil: null, reapplyOn: day });
      await accounts.close(userId, 'other');
      expect(await rowsWith(store, [first.msisdn, first.msisdn.slice(3), orderNo])).toEqual([]);
      expect(await store.db.selectFrom('app_user').select('id').execute()).toEqual([]);
      userId = (await store.tx((tx) => borrowers.register(tx, first.msisdn, null))).id;
      // The new account has the day of the number. The ID number waits too, in any account.
      expect((await store.db.selectFrom('held_number').select('number_mac').execute()).map(({ number_mac }) => number_mac)).toEqual(held);
      await expect(lending.open(userId, wish)).rejects.toMatchObject(tooEarly);
      expect((await lending.market(userId, 'en')).map(({ availability }) => availability)).toContainEqual({ is: 'rejected', from: day });
      expect((await lending.creditInfo(userId)).reapplyOn).toBe(day);
    }
    // The wait applies to this number, not to another one.
    const other = await store.tx((tx) => borrowers.register(tx, '254712999888', null));
    await expect(lending.open(other.id, wish)).resolves.toMatchObject({ principal: wish.amount });
    clock.set(startOfDate(day));
    await expect(lending.open(userId, wish)).resolves.toMatchObject({ principal: wish.amount });
    expect(await accounts.cancellation(userId)).toMatchObject({ reapplyOn: null });
  });

  it('number held after a closing, date to reapply reached: is deleted', async () => {
    const { store, clock, accounts } = await startFixture();
    const { userId, msisdn } = await newBorrower(store, clock.now());
    const day = addDays(nairobiDate(clock.now()), 5);
    await store.db.updateTable('app_user').set({ reapply_on: day }).where('id', '=', userId).execute();
    await accounts.close(userId, 'other');
    const marks = await store.db.selectFrom('held_number').selectAll().execute();
    expect(marks).toMatchObject([{ until: day }]);
    expect(JSON.stringify(marks)).not.toContain(msisdn.slice(3));
    clock.set(startOfDate(day) - 1);
    expect(await accounts.deleteExpiredHolds()).toBe(0);
    clock.set(startOfDate(day));
    expect(await accounts.deleteExpiredHolds()).toBe(1);
    expect(await store.db.selectFrom('held_number').selectAll().execute()).toEqual([]);
  });

  it('closed account: rows of other borrowers stay', async () => {
    const { store, clock, accounts } = await startFixture();
    const [gone, stays] = [await newBorrower(store, clock.now()), await newBorrower(store, clock.now())];
    for (const { userId, msisdn } of [gone, stays]) await giveEverything(store, userId, msisdn, clock.now());
    const before = await rowsWith(store, [stays.msisdn]);
    await accounts.close(gone.userId, 'privacy');
    expect(await rowsWith(store, [stays.msisdn])).toEqual(before);
    expect(before.length).toBeGreaterThan(1);
  });

  it('closed account, request that was authenticated before: writes nothing', async () => {
    const { store, clock, lent, pay, lending } = await startFixture();
    const borrower = await lent();
    const { balance } = await lending.order(borrower.userId, borrower.orderNo);
    await pay(borrower, balance?.settleToday ?? 0);
    await store.tx((tx) => eraseBorrower(tx, borrower.userId, clock.now()));
    const { product } = await lending.home(null);
    await expect(lending.open(borrower.userId, { productId: product.id, amount: product.minPrincipal, termDays: 91 })).rejects.toThrow();
    const feedback = createFeedback(store, clock, secret);
    await expect(
      feedback.keepPicture(borrower.userId, await specimens.back({ number: '1', name: 'A', birthday: '1992-03-15' })),
    ).rejects.toThrow();
    expect(await rowsWith(store, [borrower.msisdn])).toEqual([]);
  });
});

/** Sends the application of a borrower who is signed in. @returns its order, which waits for an answer. */
async function sendApplication(lender: TestLender, phone: ReturnType<TestLender['phone']>, mobile: string): Promise<string> {
  const { store, clock, lending } = lender.inside();
  const userId = Number((await phone.call('getUserInfo', {})).basicInfo.userId);
  await giveEverything(store, userId, mobile, clock.now());
  const { product } = await phone.call('latestOrder', {});
  const terms = { productId: product.id, amount: product.minPrincipal, termDays: product.termDays[0] ?? 0 };
  const { orderNo } = await phone.call('applyMarket', terms);
  await lending.advance(userId, orderNo, 'questionnaire.answered', goodAnswers(userId, clock.now()));
  return orderNo;
}

describe('closing an account over the wire', () => {
  let lender: TestLender;
  afterAll(() => lender?.stop());

  it('closing an account, offer open: is refused with the reason; nothing open: the account is closed and the session ends', async () => {
    lender = await startLender();
    const phone = lender.phone();
    const mobile = '254712000111';
    await phone.signIn(mobile);
    await expect(phone.call('cancelAccount', { reason: 'because' as never })).rejects.toMatchObject({ code: CODE.invalidField });

    const { store, lending } = lender.inside();
    const orderNo = await sendApplication(lender, phone, mobile);
    expect(await phone.call('cancellationTerms', {})).toMatchObject({ bar: 'answer' });
    await expect(phone.call('cancelAccount', { reason: 'privacy' })).rejects.toEqual({
      code: CODE.cancellationRefused,
      message: 'We cannot close your account. An application has no answer yet',
    });

    await lending.decide(orderNo, 'approve');
    await expect(phone.call('cancelAccount', { reason: 'privacy' })).rejects.toMatchObject({
      message: expect.stringMatching(/^We cannot close your account\. An offer is open/) as string,
    });
    await phone.call('cancelDrawMoney', { orderNo });
    const closed = await phone.call('cancelAccount', { reason: 'privacy' });
    expect(closed.booksUntil).toBeNull();
    expect(closed.answersUntil).toBeLessThanOrEqual((await lender.sandbox.state()).now + ANSWERS_KEPT);

    const token = phone.token ?? '';
    expect((await sendRaw(lender.url, 'getUserInfo', { token })).code).toBe(CODE.tokenInvalid);
    phone.token = null;
    expect(await phone.call('existsByMobile', { mobile })).toEqual({ exists: false });
    // Stored answers are deleted by the time that the page announces.
    await lender.sandbox.advance(ANSWERS_KEPT);
    await lender.inside().due.run();
    expect(await store.db.selectFrom('idempotent_answer').select('fingerprint').execute()).toEqual([]);
  });
});

describe('closing an account after a sign-in long ago', () => {
  let lender: TestLender;
  afterAll(() => lender?.stop());

  it('closing an account, signed in more than an hour ago: nothing is closed or requested until the borrower signs in again', async () => {
    lender = await startLender();
    const phone = lender.phone();
    const mobile = '254712000112';
    await phone.signIn(mobile);
    expect(await phone.call('cancellationTerms', {})).toMatchObject({ bar: null, signInFirst: false });
    await lender.sandbox.advance(CLOSING_HOURS * HOUR - MINUTE);
    expect(await phone.call('cancellationTerms', {})).toMatchObject({ bar: null, signInFirst: false });
    await lender.sandbox.advance(MINUTE + 1_000);
    expect(await phone.call('cancellationTerms', {})).toMatchObject({ bar: null, signInFirst: true });
    const refused = { code: CODE.signInRequired, message: 'Sign out and sign in again first' };
    await expect(phone.call('cancelAccount', { reason: 'privacy' })).rejects.toEqual(refused);
    await expect(phone.call('requestCancellation', { reason: 'privacy' })).rejects.toEqual(refused);
    expect(await phone.call('existsByMobile', { mobile })).toEqual({ exists: true });
    const events = await lender.inside().store.db.selectFrom('security_event').select(['kind', 'subject']).execute();
    expect(events.filter(({ kind }) => kind === 'session.refused').map(({ subject }) => subject)).toEqual([
      'cancelAccount',
      'requestCancellation',
    ]);

    await phone.signIn(mobile);
    expect(await phone.call('cancellationTerms', {})).toMatchObject({ signInFirst: false });
    await phone.call('cancelAccount', { reason: 'privacy' });
    phone.token = null;
    expect(await phone.call('existsByMobile', { mobile })).toEqual({ exists: false });
  });

  it('closing of an account that an offer bars, requested within the hour: can be taken back later, and not be requested again', async () => {
    const phone = lender.phone();
    const mobile = '254712000113';
    await phone.signIn(mobile);
    const { lending } = lender.inside();
    const orderNo = await sendApplication(lender, phone, mobile);
    await lending.decide(orderNo, 'approve');
    const { requestedAt } = await phone.call('requestCancellation', { reason: 'costs' });
    await lender.sandbox.advance(CLOSING_HOURS * HOUR + 1_000);
    expect(await phone.call('cancellationTerms', {})).toMatchObject({ bar: 'offer', signInFirst: true, requestedAt });
    expect(await phone.call('requestCancellation', { reason: null })).toEqual({ requestedAt: null });
    await expect(phone.call('requestCancellation', { reason: 'costs' })).rejects.toMatchObject({ code: CODE.signInRequired });
    expect(await phone.call('cancellationTerms', {})).toMatchObject({ bar: 'offer', requestedAt: null });
  });
});

it('retention period that began on 29 February: ends on 28 February', () => {
  expect(booksUntil(Date.parse('2028-02-29T12:00:00+03:00'))).toBe(`${2028 + DATA_PROMISES.booksYears}-02-28`);
});
