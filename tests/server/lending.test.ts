import { afterEach, expect, test } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { onBothDatabases, testClock } from '#tests/support/database.ts';
import { startHouse, type House } from '#tests/support/lending.ts';

onBothDatabases((engine) => {
  let house: House;
  afterEach(() => house.close());

  test('money is drawn, arrives, is paid back in two parts, and the loan is finished', async () => {
    const clock = testClock();
    const store = await engine.open(clock);
    house = await startHouse(store, clock);
    const borrower = await house.lent();
    const order = await house.lending.order(borrower.userId, borrower.orderNo);
    expect(order.status).toBe(STATUS.repaying);
    expect(order.balance?.left).toBe(537_400);
    expect((await house.pay(borrower, 100_000)).status).toBe(STATUS.repaying);
    const left = (await house.lending.order(borrower.userId, borrower.orderNo)).balance!;
    expect((await house.pay(borrower, left.settleToday)).status).toBe(STATUS.finish);
  });
});
