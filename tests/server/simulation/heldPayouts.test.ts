/** A clerk decides about payouts whose reported failure M-PESA does not confirm. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import { approvedBorrower, consentTo, OPEN_GATE, type Borrower } from '#tests/support/lendingFixture.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { clerkOf } from '#tests/support/clerk.ts';

let lender: TestLender;
beforeAll(async () => {
  lender = await startLender();
});
afterAll(() => lender?.stop());

/** A payout that M-PESA has lost, and that a callback reported as failed an hour ago. */
async function held(): Promise<Borrower & { id: string }> {
  const { store, lending, clock, due } = lender.inside();
  await lender.sandbox.do('/rail', { nextPayout: 'expired' });
  const b = await approvedBorrower(store, lending, clock);
  await lending.getMoney(b.userId, await consentTo(lending, b.userId, b.orderNo), OPEN_GATE);
  await due.run();
  const intent = await store.db.selectFrom('rail_intent').selectAll().where('user_id', '=', b.userId).executeTakeFirstOrThrow();
  await store.db.deleteFrom('sim_payout').where('originator_id', '=', intent.id).execute();
  const answer = await fetch(`${lender.url}/rail/${callbackToken(store.db, 'result', intent.callback_nonce)}/payout`, {
    method: 'POST',
    body: JSON.stringify({ Result: { ResultCode: 2040, ResultDesc: 'Not registered', OriginatorConversationID: intent.id } }),
  });
  expect(answer.status).toBe(200);
  await lender.sandbox.advance(HOUR);
  return { ...b, id: intent.id };
}
const statusOf = async ({ userId, orderNo }: Borrower): Promise<number> => (await lender.inside().lending.order(userId, orderNo)).status;

test.each([
  [{ name: 'payoutFailed' }, STATUS.payFail],
  [{ name: 'payoutArrived', receipt: null }, STATUS.repaying],
] as const)('payout that M-PESA does not know: is at the desk after an hour, and $0.name counts', async (act, status) => {
  const b = await held();
  const clerk = clerkOf(lender, 'payments');
  const caseId = `payouts:${b.id}`;
  expect(await statusOf(b)).toBe(STATUS.lending);
  expect(await clerk.waiting('payouts')).toMatchObject([{ caseId, amount: 494_200 }]);
  expect((await lender.sandbox.state()).waiting).toEqual([
    { queue: 'payouts', waiting: 1, nextPromise: expect.any(Number) as number, escalated: 0 },
  ]);
  await clerk.act(caseId, act);
  expect(await statusOf(b)).toBe(status);
  expect((await lender.sandbox.state()).waiting).toEqual([]);
});
