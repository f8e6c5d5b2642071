/** Late charges that were written off, and payments with an earlier value date that arrive afterwards. */
import { expect, test } from 'vitest';
import { addDays, DAY, startOfDate } from '#machines/model/calendar.ts';
import { shillings } from '#machines/model/money.ts';
import { chargesWrittenOff, openParts, readDebt, total } from '#server/books/ledger.ts';
import { lockOrderById } from '#server/books/orders.ts';
import { receive } from '#server/repay/debt.ts';
import { writeOffCharge } from '#server/repay/writeOff.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { setTextingFixture } from '../lending/loanFixture.ts';

onEitherDatabase((engine) => {
  const fixture = setTextingFixture(engine);

  /** A loan that is this many days late, with its late charge. */
  async function late(daysLate: number) {
    const { store, clock } = fixture;
    const b = await fixture.lent(shillings(5_000));
    const { id, due_date } = await store.db
      .selectFrom('loan_order')
      .select(['id', 'due_date'])
      .where('order_no', '=', b.orderNo)
      .executeTakeFirstOrThrow();
    const dueOn = due_date ?? '';
    clock.set(startOfDate(addDays(dueOn, daysLate)) + DAY / 2);
    await fixture.settleDueWork();
    const open = async () => openParts(await readDebt(store.db, id));
    return {
      open,
      writeOff: (amount: number) => store.tx(async (tx) => writeOffCharge(tx, await lockOrderById(tx, id), amount, clock.now())),
      /** A payment that was made on that late day and arrives now. */
      paid: (amount: number, lateDay: number) =>
        store.tx(async (tx) =>
          receive(
            tx,
            await lockOrderById(tx, id),
            {
              amount,
              paidAt: startOfDate(addDays(dueOn, lateDay)) + DAY / 2,
              kind: 'repayment.paybill',
              idempotencyKey: `paid:${b.orderNo}`,
              ref: null,
            },
            clock.now(),
          ),
        ),
      writtenOff: async () => chargesWrittenOff(await readDebt(store.db, id), { after: dueOn }),
    };
  }

  test('charge written off, a payment of an earlier day arrives: no open part is below zero, and the written-off charge is not owed', async () => {
    const loan = await late(6);
    const before = await loan.open();
    expect(before.penalty).toBeGreaterThan(0);
    expect(await loan.writeOff(before.penalty)).toMatchObject({ is: 'done' });
    await loan.paid(shillings(2_000), 2);
    const after = await loan.open();
    expect(after.penalty).toBe(0);
    expect(total(after)).toBe(before.principal + before.interest - shillings(2_000));
    const lost = await loan.writtenOff();
    expect(lost, 'the charge of six days on less principal').toBeLessThan(before.penalty);
    expect(lost).toBeGreaterThan(0);
  });

  test('part of the charge written off, earlier payment arrives: the open charge is reduced first, then the write-off', async () => {
    const loan = await late(6);
    const before = await loan.open();
    await loan.writeOff(1_000);
    await loan.paid(shillings(1_000), 6);
    expect(await loan.open(), 'the same day: nothing is charged less').toMatchObject({ penalty: 0 });
    expect(await loan.writtenOff()).toBe(1_000);
    expect(total(await loan.open())).toBe(total(before) - 1_000 - shillings(1_000));
  });

  test('charge written off, whole debt paid before the charge began: the loan ends, and no loss is booked', async () => {
    const loan = await late(3);
    const { principal, interest, penalty } = await loan.open();
    await loan.writeOff(penalty);
    await loan.paid(principal + interest, 0);
    expect(total(await loan.open())).toBe(0);
    expect(await loan.open()).toEqual({ principal: 0, interest: 0, penalty: 0 });
    expect(await loan.writtenOff()).toBe(0);
  });
});
