/** Deletion of claims of ID numbers, on both databases: each on the day on which it stops holding. */
import { beforeAll, expect, it } from 'vitest';
import { addDays, DAY, HOUR, MINUTE, nairobiDate, startOfDate } from '#machines/model/calendar.ts';
import { STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import { deleteReleasedClaims } from '#server/apply/idClaims.ts';
import type { Store } from '#server/store/store.ts';
import { onBothDatabases, testClock, type TestClock } from '#tests/support/database.ts';
import { newBorrower } from '#tests/support/lendingFixture.ts';

onBothDatabases((engine) => {
  let clock: TestClock;
  let store: Store;
  beforeAll(async () => {
    clock = testClock();
    store = await engine.open(clock);
  });

  interface Sent {
    status: OrderStatus;
    ended_at?: number | null;
    reapply_on?: string;
    disbursed_on?: string;
  }

  let orders = 0;
  /** A borrower who sent an application with an ID number. */
  async function claimant(order: Sent): Promise<number> {
    const { userId } = await newBorrower(store, clock.now());
    const at = clock.now();
    const about = {
      product_id: 'first',
      principal: 500_000,
      term_days: 91,
      contract: '{}',
      opened_at: at,
      updated_at: at,
      submitted_at: at,
    };
    const row = { order_no: `O${++orders}`, user_id: userId, ...about, ...order };
    await store.db.insertInto('loan_order').values(row).execute();
    await store.db
      .insertInto('id_claim')
      .values({ id_mac: `mac ${userId}`, user_id: userId, claimed_at: at, proved: false })
      .execute();
    return userId;
  }
  const released = (): Promise<number> => deleteReleasedClaims(store.db, clock.now());
  const hasClaim = async (userId: number): Promise<boolean> =>
    (await store.db.selectFrom('id_claim').select('user_id').where('user_id', '=', userId).execute()).length > 0;

  it('application withdrawn, before and after the first look: its claim is released, those of others stay', async () => {
    const running = await claimant({ status: STATUS.applying });
    const repaid = await claimant({ status: STATUS.finish, ended_at: clock.now(), disbursed_on: '2026-01-01' });
    await claimant({ status: STATUS.cancel, ended_at: clock.now() - 30 * DAY });
    expect(await released()).toBe(1);
    clock.pass(MINUTE);
    await claimant({ status: STATUS.cancel, ended_at: clock.now() });
    expect(await released()).toBe(1);
    expect([await hasClaim(running), await hasClaim(repaid)]).toEqual([true, true]);
  });

  it('transaction that began before the last look and ended after it: its claim is released by the next look', async () => {
    await released();
    await claimant({ status: STATUS.cancel, ended_at: clock.now() - MINUTE });
    expect(await released()).toBe(1);
  });

  it('end of an application that was stored by a process whose clock is an hour behind: its claim is released when its turn comes', async () => {
    await released();
    for (let n = 0; n < 120; n++) await claimant({ status: STATUS.applying });
    const late = await claimant({ status: STATUS.cancel, ended_at: clock.now() - HOUR });
    for (let n = 0; n < 5; n++) await released();
    expect(await hasClaim(late)).toBe(false);
  });

  it('application rejected: its claim is released on the day from which its borrower may apply again', async () => {
    const reapplyOn = addDays(nairobiDate(clock.now()), 30);
    const rejected = await claimant({ status: STATUS.reject, ended_at: clock.now(), reapply_on: reapplyOn });
    expect(await released()).toBe(0);
    clock.set(startOfDate(reapplyOn) - 1);
    expect(await released()).toBe(0);
    clock.pass(1);
    expect([await released(), await hasClaim(rejected)]).toEqual([1, false]);
  });
});
