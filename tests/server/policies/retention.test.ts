/** Scheduled deletion: data of applicants without a loan after a week, expired codes and sessions. */
import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { createRetentionSchedule } from '#server/assembly/retentionSchedule.ts';
import { createCounters } from '#server/identity/counters.ts';
import { DEFAULT_LIMITS } from '#server/identity/limitTable.ts';
import { createCodes } from '#server/identity/oneTimeCodes.ts';
import { grantSession, testSessions } from '#tests/support/testSessions.ts';
import { onEitherDatabase, testClock } from '#tests/support/database.ts';
import { approvedBorrower, consentTo, newBorrower, type Borrower, OPEN_GATE } from '#tests/support/lendingFixture.ts';
import { refusedWith, secret, setCollecting } from '../collection/collectionFixture.ts';
import { APPLY } from '../lending/loanFixture.ts';

onEitherDatabase((engine) => {
  const fixture = setCollecting(engine);

  describe('data of applicants without a loan', () => {
    const held = async (userId: number): Promise<number[]> =>
      Promise.all(
        (['profile_section', 'photo', 'payout_account'] as const).map(
          async (table) => (await fixture.store.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length,
        ),
      );
    const nothing = [0, 0, 0];
    const everything = [3, 3, 1];
    async function rejected(): Promise<Borrower> {
      const person = await fixture.applicant();
      await fixture.send(person);
      await fixture.lending.decide(person.orderNo, 'reject');
      return person;
    }

    it('data of an applicant without a loan, a week after the answer: is deleted on the shown day, not before', async () => {
      const person = await rejected();
      const { dataDeletedOn } = await fixture.lending.order(person.userId, person.orderNo);
      expect(dataDeletedOn).toBe(nairobiDate(fixture.clock.now() + 7 * DAY));
      fixture.clock.pass(7 * DAY - 1);
      await fixture.collection.deleteNonBorrowers();
      expect(await held(person.userId)).toEqual(everything);
      fixture.clock.pass(1);
      await fixture.collection.deleteNonBorrowers();
      expect(await held(person.userId)).toEqual(nothing);
      expect(nairobiDate(fixture.clock.now())).toBe(dataDeletedOn);
      expect(await fixture.collection.deleteNonBorrowers()).toBe(0);
    });

    it('answers of an applicant without a loan: are deleted with the data', async () => {
      const person = await rejected();
      const kept = () =>
        fixture.store.db
          .selectFrom('order_answer')
          .innerJoin('loan_order', 'loan_order.id', 'order_answer.order_id')
          .select('order_no')
          .where('order_no', '=', person.orderNo)
          .execute();
      expect(await kept()).toHaveLength(1);
      fixture.clock.pass(7 * DAY);
      await fixture.collection.deleteNonBorrowers();
      expect(await kept()).toEqual([]);
    });

    it('pictures of an applicant without a loan: are deleted with the data', async () => {
      const person = await rejected();
      await fixture.store.db
        .insertInto('photo_blob')
        .values({ ref: `${person.userId}-front`, encrypted: Buffer.from('x'), at: fixture.clock.now() })
        .execute();
      fixture.clock.pass(7 * DAY);
      await fixture.collection.deleteNonBorrowers();
      expect(await fixture.store.db.selectFrom('photo_blob').select('ref').where('ref', '=', `${person.userId}-front`).execute()).toEqual(
        [],
      );
    });

    it('data of an applicant, new application: stays until a week after its end', async () => {
      const person = await fixture.applicant();
      await fixture.lending.decline(person.userId, person.orderNo);
      fixture.clock.pass(6 * DAY);
      const again = await fixture.lending.open(person.userId, APPLY);
      fixture.clock.pass(2 * DAY);
      await fixture.collection.deleteNonBorrowers();
      expect(await held(person.userId)).toEqual([2, 3, 1]);
      await fixture.lending.decline(person.userId, again.orderNo);
      fixture.clock.pass(7 * DAY);
      await fixture.collection.deleteNonBorrowers();
      expect(await held(person.userId)).toEqual(nothing);
    });

    it('data of an applicant, earlier loan: stays', async () => {
      const borrower = await approvedBorrower(fixture.store, fixture.lending, fixture.clock);
      await fixture.lending.getMoney(borrower.userId, await consentTo(fixture.lending, borrower.userId, borrower.orderNo), OPEN_GATE);
      await fixture.store.db
        .updateTable('loan_order')
        .set({ status: STATUS.finish, disbursed_on: nairobiDate(fixture.clock.now()), ended_at: fixture.clock.now(), next_due_at: null })
        .where('order_no', '=', borrower.orderNo)
        .execute();
      const later = await fixture.lending.open(borrower.userId, APPLY);
      const { dataDeletedOn } = await fixture.lending.decline(borrower.userId, later.orderNo);
      expect(dataDeletedOn).toBeNull();
      fixture.clock.pass(30 * DAY);
      await fixture.collection.deleteNonBorrowers();
      expect(await held(borrower.userId)).toEqual([2, 3, 1]);
    });

    it('applicant whose data was deleted, new application: enters the data again, and the date to reapply stays', async () => {
      const person = await rejected();
      fixture.clock.pass(8 * DAY);
      await fixture.collection.deleteNonBorrowers();
      const open = () => fixture.lending.open(person.userId, APPLY);
      await expect(open()).rejects.toEqual(refusedWith(CODE.reapplyTooEarly));
      fixture.clock.pass(22 * DAY);
      expect((await open()).status).toBe(STATUS.basicInfo);
    });
  });

  describe('expired rows', () => {
    it('expired codes: are deleted after the window of the daily limit, not before', async () => {
      const codes = createCodes({
        store: fixture.store,
        clock: fixture.clock,
        secret,
        counters: createCounters(fixture.store, fixture.clock, secret),
        limits: DEFAULT_LIMITS,
        alarm: () => {},
        guessed: () => {},
        failed: () => {},
      });
      const { msisdn } = await newBorrower(fixture.store, fixture.clock.now());
      const sender = { address: 'address', device: null, isKnown: false, owesLoan: false, captcha: null };
      await codes.send(msisdn, { purpose: 'login', userId: null, asker: 'phone' }, sender, () => Promise.resolve());
      const left = async () =>
        (await fixture.store.db.selectFrom('one_time_code').select('id').where('msisdn', '=', msisdn).execute()).length;
      fixture.clock.pass(DAY - 1);
      await codes.deleteExpired();
      expect(await left()).toBe(1);
      fixture.clock.pass(1);
      await codes.deleteExpired();
      expect(await left()).toBe(0);
    });

    it('expired rows, ended session: keeps its reason for 30 days, then its token has expired', async () => {
      const sessions = testSessions(fixture.store, fixture.clock);
      const { userId } = await newBorrower(fixture.store, fixture.clock.now());
      const older = await grantSession(fixture.store, sessions, userId);
      fixture.clock.pass(DAY);
      await grantSession(fixture.store, sessions, userId);
      fixture.clock.pass(59 * DAY - 1);
      await sessions.deleteExpired();
      await expect(sessions.authenticate(`Bearer ${older}`)).rejects.toEqual(refusedWith(CODE.loggedInElsewhere));
      fixture.clock.pass(1);
      expect(await sessions.deleteExpired()).toBe(1);
      await expect(sessions.authenticate(`Bearer ${older}`)).rejects.toEqual(refusedWith(CODE.tokenExpired));
    });
  });
});

describe('retention schedule', () => {
  it('retention schedule: runs once a minute and at once after a clock jump, and a failing task does not stop the others', async () => {
    const clock = testClock();
    const [failures, rounds]: [unknown[], number[]] = [[], []];
    const broken = (): Promise<never> => Promise.reject(new Error('broken'));
    const runRetention = createRetentionSchedule(clock, [broken, async () => rounds.push(clock.now())], (error) => failures.push(error));
    const start = clock.now();
    for (const step of [0, MINUTE - 1, 1, 0, 9 * DAY]) {
      clock.pass(step);
      await runRetention();
    }
    expect(rounds.map((at) => at - start)).toEqual([0, MINUTE, MINUTE + 9 * DAY]);
    expect(failures).toHaveLength(3);
  });
});
