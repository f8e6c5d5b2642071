/** Photos that no reader has judged: in production a person decides, in the sandbox the rules do. */
import { afterEach, expect, it } from 'vitest';
import { DAY } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import type { Order } from '#machines/model/order.ts';
import { giveEverything, goodAnswers, newBorrower } from '#tests/support/lendingFixture.ts';
import { PRODUCTION } from '#tests/support/productionSettings.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

let lender: TestLender;
afterEach(() => lender?.stop());

/** Sends an application that the rules approve, at a time at which they have to answer it. */
async function answered(): Promise<Order> {
  const { store, clock, lending } = lender.inside();
  const earlier = clock.now() - DAY;
  const { userId, msisdn } = await newBorrower(store, earlier);
  await giveEverything(store, userId, msisdn, earlier);
  const { orderNo } = await lending.open(userId, { productId: 'first-loan', amount: 500_000, termDays: 91 });
  await lending.advance(userId, orderNo, 'questionnaire.answered', goodAnswers(userId, earlier));
  await store.db
    .updateTable('loan_order')
    .set({ answer_expected_at: earlier, next_due_at: earlier })
    .where('order_no', '=', orderNo)
    .execute();
  return lending.order(userId, orderNo);
}

it('READER=off in production: an application that the rules would approve waits for a person, and the borrower reads why', async () => {
  lender = await startLender({ env: { ...PRODUCTION, READER: 'off' } });
  expect(await answered()).toMatchObject({
    status: STATUS.applying,
    referral: 'A person looks at the photos of your ID and your face.',
  });
});

it('READER=off in the sandbox: the rules decide without the photos', async () => {
  lender = await startLender({ env: { READER: 'off' } });
  expect(await answered()).toMatchObject({ status: STATUS.confirm, referral: null });
});
