/** Data of the phone: taken only with both yeses, gone when the application is answered; people without a loan are forgotten after a week. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE, nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { DATA_KINDS, type DataKind } from '#machines/model/collection.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { createCollection, type DataCollection } from '#server/collection/collection.ts';
import { createHousekeeping } from '#server/housekeeping.ts';
import { createCodes } from '#server/identity/codes.ts';
import { createSecret } from '#server/identity/secret.ts';
import { createSessions } from '#server/identity/sessions.ts';
import { saveSection } from '#server/lending/applicant.ts';
import { createLending } from '#server/lending/lending.ts';
import type { Lending } from '#server/lending/types.ts';
import type { Store } from '#server/store/store.ts';
import { givenEverything, type Applicant } from '#tests/support/applying.ts';
import { onBothDatabases, testClock, type TestClock } from '#tests/support/database.ts';
import { createHostileRail } from '#tests/support/hostileRail.ts';
import { startLender, type TestLender } from '#tests/support/lender.ts';
import { approvedBorrower, consentTo, giveEverything, GOOD_ANSWERS, lendingConfig, newBorrower } from '#tests/support/lending.ts';

const refusedWith = (code: number) => expect.objectContaining({ code });

onBothDatabases((engine) => {
  let store: Store;
  let clock: TestClock;
  let lending: Lending;
  let collection: DataCollection;
  const secret = createSecret(Buffer.alloc(32, 7));

  beforeAll(async () => {
    clock = testClock();
    store = await engine.open(clock);
    const rail = createHostileRail(
      () => 0.99,
      (arrived) => lending.railCallback(arrived),
    );
    lending = createLending(store, clock, rail, lendingConfig);
    collection = createCollection(store, clock, secret);
  });

  /** Everything given but the answers. */
  async function applicant() {
    const borrower = await newBorrower(store, clock.now());
    await giveEverything(store, borrower.userId, borrower.msisdn, clock.now());
    const { orderNo } = await lending.open(borrower.userId, { productId: 'first-loan', amount: 500_000, termDays: 91 });
    return { ...borrower, orderNo };
  }
  type Person = Awaited<ReturnType<typeof applicant>>;
  const send = ({ userId, orderNo }: Person) =>
    lending.advance(userId, orderNo, 'questionnaire.answered', async (tx) => {
      await saveSection(tx, userId, 'loanQuestion', GOOD_ANSWERS, clock.now());
    });
  const tokenOf = async ({ userId, orderNo }: Person) => (await collection.grant(userId, orderNo))?.token ?? 'none';
  const heldOf = async ({ userId, orderNo }: Person) => (await collection.read(userId, orderNo))?.held;
  /** Asked for, agreed to, uploaded. */
  async function shared(...kinds: DataKind[]): Promise<Person> {
    const person = await applicant();
    await collection.ask(person.orderNo, kinds);
    await collection.answer(person.userId, person.orderNo, Object.fromEntries(kinds.map((kind) => [kind, true])));
    for (const kind of kinds) await collection.receive(await tokenOf(person), person.orderNo, kind, '["canary"]');
    return person;
  }

  describe('what a phone uploads', () => {
    it('is taken only when the lender asks for it and the borrower said yes to that kind', async () => {
      const person = await applicant();
      const { userId, orderNo } = person;
      expect([await collection.read(userId, orderNo), await collection.grant(userId, orderNo)]).toEqual([null, null]);
      await collection.ask(orderNo, ['contact', 'sms']);
      expect(await collection.grant(userId, orderNo)).toBeNull();
      await collection.answer(userId, orderNo, { contact: true, sms: false, location: true });
      expect(await collection.read(userId, orderNo)).toMatchObject({ consents: { contact: true, sms: false }, held: [] });
      const grant = await collection.grant(userId, orderNo);
      expect(grant?.kinds).toEqual(['contact']);
      for (const kind of DATA_KINDS.filter((one) => one !== 'contact'))
        await expect(collection.receive(grant!.token, orderNo, kind, '[]'), kind).rejects.toEqual(refusedWith(CODE.orderRefused));
      await collection.receive(grant!.token, orderNo, 'contact', '[]');
      expect(await heldOf(person)).toEqual(['contact']);
    });

    it('is let in by a key for this order and a quarter of an hour, and by nothing else', async () => {
      const [person, other] = [await applicant(), await applicant()];
      for (const one of [person, other]) {
        await collection.ask(one.orderNo, ['contact']);
        await collection.answer(one.userId, one.orderNo, { contact: true });
      }
      const token = await tokenOf(person);
      const forged = `${Number(token.split('.')[0]) + DAY}.${token.split('.')[1]}`;
      for (const wrong of [await tokenOf(other), forged, '', 'x', '1.'])
        await expect(collection.receive(wrong, person.orderNo, 'contact', '[]')).rejects.toEqual(refusedWith(CODE.tokenInvalid));
      clock.pass(15 * MINUTE);
      await expect(collection.receive(token, person.orderNo, 'contact', '[]')).rejects.toEqual(refusedWith(CODE.tokenInvalid));
      expect(await collection.grant(other.userId, person.orderNo).catch((error: unknown) => error)).toEqual(
        refusedWith(CODE.orderNotFound),
      );
    });

    it('is sealed, and a second upload replaces the first', async () => {
      const person = await shared('sms');
      await collection.receive(await tokenOf(person), person.orderNo, 'sms', '["canary"]');
      const rows = await store.db
        .selectFrom('collected as c')
        .innerJoin('loan_order as o', 'o.id', 'c.order_id')
        .select(['c.sealed', 'o.id'])
        .where('o.order_no', '=', person.orderNo)
        .execute();
      expect(rows).toHaveLength(1);
      expect(Buffer.from(rows[0]!.sealed).includes('canary')).toBe(false);
      expect(secret.open('collection', rows[0]!.sealed, `${rows[0]!.id} sms`).toString()).toBe('["canary"]');
    });

    it('ends what was told to have started; a failure is kept as one', async () => {
      const person = await applicant();
      const { userId, orderNo } = person;
      await collection.ask(orderNo, ['contact', 'device']);
      await collection.answer(userId, orderNo, { contact: true, device: true });
      expect((await collection.report(userId, orderNo, 1))?.status).toBe(1);
      await collection.receive(await tokenOf(person), orderNo, 'contact', '[]');
      expect((await collection.read(userId, orderNo))?.status).toBe(1);
      await collection.receive(await tokenOf(person), orderNo, 'device', '{}');
      expect((await collection.read(userId, orderNo))?.status).toBe(0);
      expect((await collection.report(userId, orderNo, 1))?.status).toBe(0);
      expect((await collection.report(userId, orderNo, -1))?.status).toBe(-1);
    });
  });

  describe('a yes that is taken back', () => {
    it('deletes that kind at once; every word is kept as proof', async () => {
      const person = await shared('contact', 'location');
      await collection.answer(person.userId, person.orderNo, { contact: false });
      expect(await heldOf(person)).toEqual(['location']);
      const words = await store.db
        .selectFrom('collection_consent as w')
        .innerJoin('loan_order as o', 'o.id', 'w.order_id')
        .select(['w.kind', 'w.agreed'])
        .where('o.order_no', '=', person.orderNo)
        .orderBy('w.id')
        .execute();
      expect(words).toEqual([
        { kind: 'contact', agreed: true },
        { kind: 'location', agreed: true },
        { kind: 'contact', agreed: false },
      ]);
    });

    it('is possible after the answer too; a yes is not: there is nothing left that it could be for', async () => {
      const person = await shared('contact');
      await send(person);
      await lending.decide(person.orderNo, 'approve');
      await collection.answer(person.userId, person.orderNo, { contact: false });
      await collection.answer(person.userId, person.orderNo, { contact: true });
      expect((await collection.read(person.userId, person.orderNo))?.consents).toEqual({ contact: false });
      expect(await collection.grant(person.userId, person.orderNo)).toBeNull();
    });
  });

  describe('the desk', () => {
    it('asks for nothing behind an application that was sent', async () => {
      const person = await applicant();
      await send(person);
      await expect(collection.ask(person.orderNo, ['contact'])).rejects.toEqual(refusedWith(CODE.orderRefused));
    });

    it('that stops asking gives up what it had', async () => {
      const person = await shared('contact', 'sms');
      await collection.ask(person.orderNo, ['sms']);
      expect(await collection.read(person.userId, person.orderNo)).toMatchObject({ consents: { sms: true }, held: ['sms'] });
    });
  });

  describe('collected data', () => {
    const decisions = {
      approved: (person: Person) => lending.decide(person.orderNo, 'approve'),
      rejected: (person: Person) => lending.decide(person.orderNo, 'reject'),
    };
    it.each(Object.entries(decisions))('is gone once the application is %s', async (_, decide) => {
      const person = await shared('contact', 'sms');
      await send(person);
      await collection.forgetAnswered();
      expect(await heldOf(person)).toEqual(['contact', 'sms']);
      await decide(person);
      expect(await collection.forgetAnswered()).toBe(2);
      expect([await heldOf(person), await collection.forgetAnswered()]).toEqual([[], 0]);
    });

    it('is gone once the application is withdrawn', async () => {
      const person = await shared('contact');
      await lending.decline(person.userId, person.orderNo);
      expect(await collection.forgetAnswered()).toBe(1);
    });

    it('is gone on the day that was told, though the application was never sent', async () => {
      const person = await shared('contact');
      const told = (await lending.order(person.userId, person.orderNo)).collection?.deletedBy ?? 0;
      expect(told).toBeGreaterThan(clock.now());
      clock.set(told - 1);
      await collection.forgetAnswered();
      expect(await heldOf(person)).toEqual(['contact']);
      clock.set(told);
      await collection.forgetAnswered();
      expect(await heldOf(person)).toEqual([]);
    });

    it('that was sent has its last day with the answer, which never comes later', async () => {
      const person = await applicant();
      await collection.ask(person.orderNo, ['contact']);
      await collection.answer(person.userId, person.orderNo, { contact: true });
      const { answerLatestAt } = await send(person);
      await collection.receive(await tokenOf(person), person.orderNo, 'contact', '[]');
      expect((await lending.order(person.userId, person.orderNo)).collection?.deletedBy).toBe(answerLatestAt);
    });
  });

  describe('what people told who got no loan', () => {
    const held = async (userId: number): Promise<number[]> =>
      Promise.all(
        (['profile_section', 'photo', 'payout_account'] as const).map(
          async (table) => (await store.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length,
        ),
      );
    const nothing = [0, 0, 0];
    const everything = [3, 3, 1];
    async function rejected(): Promise<Person> {
      const person = await applicant();
      await send(person);
      await lending.decide(person.orderNo, 'reject');
      return person;
    }

    it('is gone a week after the answer, on the day that was shown, and not a moment before', async () => {
      const person = await rejected();
      const { dataDeletedOn } = await lending.order(person.userId, person.orderNo);
      expect(dataDeletedOn).toBe(nairobiDate(clock.now() + 7 * DAY));
      clock.pass(7 * DAY - 1);
      await collection.forgetNonBorrowers();
      expect(await held(person.userId)).toEqual(everything);
      clock.pass(1);
      await collection.forgetNonBorrowers();
      expect(await held(person.userId)).toEqual(nothing);
      expect(nairobiDate(clock.now())).toBe(dataDeletedOn);
      expect(await collection.forgetNonBorrowers()).toBe(0);
    });

    it('goes with the answers that were kept beside the order', async () => {
      const person = await rejected();
      const kept = () =>
        store.db
          .selectFrom('order_answer')
          .innerJoin('loan_order', 'loan_order.id', 'order_answer.order_id')
          .select('order_no')
          .where('order_no', '=', person.orderNo)
          .execute();
      expect(await kept()).toHaveLength(1);
      clock.pass(7 * DAY);
      await collection.forgetNonBorrowers();
      expect(await kept()).toEqual([]);
    });

    it('goes with the pictures themselves', async () => {
      const person = await rejected();
      await store.db
        .insertInto('photo_blob')
        .values({ ref: `${person.userId}-front`, sealed: Buffer.from('x'), at: clock.now() })
        .execute();
      clock.pass(7 * DAY);
      await collection.forgetNonBorrowers();
      expect(await store.db.selectFrom('photo_blob').select('ref').where('ref', '=', `${person.userId}-front`).execute()).toEqual([]);
    });

    it('stays while they apply again, and goes a week after that ended', async () => {
      const person = await applicant();
      await lending.decline(person.userId, person.orderNo);
      clock.pass(6 * DAY);
      const again = await lending.open(person.userId, { productId: 'first-loan', amount: 500_000, termDays: 91 });
      clock.pass(2 * DAY);
      await collection.forgetNonBorrowers();
      expect(await held(person.userId)).toEqual([2, 3, 1]);
      await lending.decline(person.userId, again.orderNo);
      clock.pass(7 * DAY);
      await collection.forgetNonBorrowers();
      expect(await held(person.userId)).toEqual(nothing);
    });

    it('stays of a borrower, whatever became of a later application', async () => {
      const borrower = await approvedBorrower(store, lending, clock);
      await lending.getMoney(borrower.userId, await consentTo(lending, borrower.userId, borrower.orderNo));
      await store.db
        .updateTable('loan_order')
        .set({ status: STATUS.finish, disbursed_on: nairobiDate(clock.now()), ended_at: clock.now(), wake_at: null })
        .where('order_no', '=', borrower.orderNo)
        .execute();
      const later = await lending.open(borrower.userId, { productId: 'first-loan', amount: 500_000, termDays: 91 });
      const { dataDeletedOn } = await lending.decline(borrower.userId, later.orderNo);
      expect(dataDeletedOn).toBeNull();
      clock.pass(30 * DAY);
      await collection.forgetNonBorrowers();
      expect(await held(borrower.userId)).toEqual([2, 3, 1]);
    });

    it('is asked for anew when they come back, and the day from which to apply again stands', async () => {
      const person = await rejected();
      clock.pass(8 * DAY);
      await collection.forgetNonBorrowers();
      const open = () => lending.open(person.userId, { productId: 'first-loan', amount: 500_000, termDays: 91 });
      await expect(open()).rejects.toEqual(refusedWith(CODE.reapplyTooEarly));
      clock.pass(22 * DAY);
      expect((await open()).status).toBe(STATUS.basicInfo);
    });
  });

  describe('what grows old', () => {
    it('codes go after the day that the limits look back on, and not before', async () => {
      const codes = createCodes(store, clock, secret);
      const { msisdn } = await newBorrower(store, clock.now());
      await codes.send(msisdn, { purpose: 'login', userId: null }, 'address', () => Promise.resolve());
      const left = async () => (await store.db.selectFrom('one_time_code').select('id').where('msisdn', '=', msisdn).execute()).length;
      clock.pass(DAY - 1);
      await codes.forget();
      expect(await left()).toBe(1);
      clock.pass(1);
      await codes.forget();
      expect(await left()).toBe(0);
    });

    it('a session that is over stays long enough to say why, then its token is unknown', async () => {
      const sessions = createSessions(store, clock, 30);
      const { userId } = await newBorrower(store, clock.now());
      const older = await store.tx((tx) => sessions.grant(tx, userId));
      clock.pass(DAY);
      await store.tx((tx) => sessions.grant(tx, userId));
      clock.pass(59 * DAY - 1);
      await sessions.forget();
      await expect(sessions.authenticate(`Bearer ${older}`)).rejects.toEqual(refusedWith(CODE.loggedInElsewhere));
      clock.pass(1);
      expect(await sessions.forget()).toBe(1);
      await expect(sessions.authenticate(`Bearer ${older}`)).rejects.toEqual(refusedWith(CODE.tokenInvalid));
    });
  });
});

describe('housekeeping', () => {
  it('is done once a minute by the clock of the lender, after a jump at once, and a task that fails keeps no other from its turn', async () => {
    const clock = testClock();
    const [failures, rounds]: [unknown[], number[]] = [[], []];
    const broken = (): Promise<never> => Promise.reject(new Error('broken'));
    const keepHouse = createHousekeeping(clock, [broken, async () => rounds.push(clock.now())], (error) => failures.push(error));
    const start = clock.now();
    for (const step of [0, MINUTE - 1, 1, 0, 9 * DAY]) {
      clock.pass(step);
      await keepHouse();
    }
    expect(rounds.map((at) => at - start)).toEqual([0, MINUTE, MINUTE + 9 * DAY]);
    expect(failures).toHaveLength(3);
  });
});

describe('over the wire', () => {
  let lender: TestLender;
  let one: Applicant;
  let numbers = 711_000_000;

  beforeAll(async () => {
    lender = await startLender();
  });
  afterAll(() => lender.stop());
  beforeEach(async () => {
    one = await givenEverything(lender, `254${++numbers}`);
  });
  const upload = async (address: string, kind: string, token: string): Promise<number> => {
    const response = await fetch(`${lender.url}${address}/${kind}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '[{"name":"Mary"}]',
    });
    return ((await response.json()) as { code: number }).code;
  };

  it('nothing is asked for by default', async () => {
    const { phone, orderNo } = one;
    expect(await phone.call('timeUploadEnable', { orderNo })).toEqual({ enableTimeSdk: false, upload: null });
    const off = Object.fromEntries(DATA_KINDS.map((kind) => [kind, false]));
    expect(await phone.call('timeUploadStatus', { orderNo })).toEqual({ ...off, consents: {}, status: null, held: [], deletedBy: null });
    expect(await phone.call('devicePackageList', { orderNo })).toEqual({ packages: [] });
    expect((await phone.call('latestOrder', {})).order?.collection).toBeNull();
  });

  it('the desk asks, the borrower answers, the shell uploads, the desk decides, and it is gone', async () => {
    const { phone, orderNo } = one;
    await lender.sandbox.do(`/orders/${orderNo}/collection`, { kinds: ['contact', 'appList'] });
    expect(await phone.call('timeUploadEnable', { orderNo })).toEqual({ enableTimeSdk: true, upload: null });
    expect(await phone.call('timeUploadStatus', { orderNo })).toMatchObject({
      contact: true,
      appList: true,
      sms: false,
      consents: { contact: null, appList: null },
    });
    await phone.call('timeUploadStatus', { orderNo, consents: { contact: true, appList: false } });
    const { upload: grant } = await phone.call('timeUploadEnable', { orderNo });
    expect(grant?.kinds).toEqual(['contact']);
    expect(await upload(grant!.address, 'contact', grant!.token)).toBe(CODE.ok);
    expect(await upload(grant!.address, 'appList', grant!.token)).toBe(CODE.orderRefused);
    expect(await upload(grant!.address, 'fingerprints', grant!.token)).toBe(CODE.unknownPath);
    expect(await upload(grant!.address, 'contact', 'guess')).toBe(CODE.tokenInvalid);
    await phone.call('timeUploadStatus', { orderNo, status: 0 });
    const deskSees = async () => (await lender.sandbox.state()).orders.find((order) => order.orderNo === orderNo)?.collection;
    expect(await deskSees()).toEqual({
      asked: ['contact', 'appList'],
      agreed: ['contact'],
      refused: ['appList'],
      held: ['contact'],
      status: 0,
    });
    await phone.call('saveQuestionnaire', { orderNo, values: GOOD_ANSWERS });
    await lender.sandbox.do(`/orders/${orderNo}/decision`, { decision: 'approve' });
    expect(await deskSees()).toMatchObject({ held: [] });
    expect((await phone.call('latestOrder', {})).order?.collection).toMatchObject({ status: 0, held: [] });
  });

  it('whoever refuses everything is approved like anyone else', async () => {
    const { phone, orderNo } = one;
    await lender.sandbox.do(`/orders/${orderNo}/collection`, { kinds: [...DATA_KINDS] });
    await phone.call('timeUploadStatus', { orderNo, consents: Object.fromEntries(DATA_KINDS.map((kind) => [kind, false])) });
    await phone.call('saveQuestionnaire', { orderNo, values: GOOD_ANSWERS });
    // The card of this test was never photographed, so a person decides.
    await lender.sandbox.do(`/orders/${orderNo}/decision`, { decision: 'approve' });
    expect((await phone.call('latestOrder', {})).order?.status).toBe(STATUS.confirm);
  });

  it('apps are named only to a shell that may look for them', async () => {
    const { phone, orderNo } = one;
    await lender.sandbox.do(`/orders/${orderNo}/collection`, { kinds: ['appList'] });
    await phone.call('timeUploadStatus', { orderNo, consents: { appList: true } });
    expect((await phone.call('devicePackageList', { orderNo })).packages.length).toBeGreaterThan(0);
  });

  it.each([{ consents: { contact: 'yes' } }, { consents: { fingerprints: true } }, { consents: [] }, { status: 2 }])(
    '%o is refused and changes nothing',
    async (wrong) => {
      const { phone, orderNo } = one;
      await expect(phone.call('timeUploadStatus', { orderNo, ...wrong } as never)).rejects.toMatchObject({ code: CODE.invalidField });
    },
  );

  it('a borrower without a loan is forgotten by the clock of the sandbox', async () => {
    const { phone, orderNo } = one;
    await phone.call('cancelDrawMoney', { orderNo });
    expect(Object.keys((await phone.call('getUserInfo', {})).sections)).not.toEqual([]);
    await lender.sandbox.advance(7 * DAY);
    expect((await phone.call('getUserInfo', {})).sections).toEqual({});
  });

  it('of two devices, the older is told that the account is used elsewhere, whatever it asks; the newer goes on', async () => {
    const { phone: older, orderNo, session } = one;
    await lender.sandbox.advance(10 * MINUTE);
    const newer = lender.phone();
    await newer.signIn(session.mobile);
    const elsewhere = { code: CODE.loggedInElsewhere, message: 'The account is logged in from another device' };
    const asked = await Promise.allSettled([
      older.call('latestOrder', {}),
      older.call('getUserInfo', {}),
      older.call('orderList', {}),
      older.call('timeUploadStatus', { orderNo, status: 0 }),
      older.call('saveQuestionnaire', { orderNo, values: GOOD_ANSWERS }),
      older.call('bindBankCard', { orderNo, values: {} }),
      older.call('uploadIdFront', { orderNo }, { files: { file: new Blob(['x']) } }),
      older.call('getMoney', { orderNo, agreementVersion: 'v', sent: 1, owed: 1 }),
    ]);
    expect(asked.map((end) => (end.status === 'rejected' ? end.reason : 'answered'))).toEqual(asked.map(() => elsewhere));
    expect((await newer.call('latestOrder', {})).order).toMatchObject({ orderNo, status: STATUS.question });
  });
});
