/** The desk of the sandbox decides about payouts whose reported failure M-PESA does not confirm. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import { approvedBorrower, consentTo, OPEN_GATE, type Borrower } from '#tests/support/lendingFixture.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

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
  ['failed', STATUS.payFail],
  ['arrived', STATUS.repaying],
] as const)('payout that M-PESA does not know: is at the desk after an hour, and the decision "%s" counts', async (decision, status) => {
  const b = await held();
  expect(await statusOf(b)).toBe(STATUS.lending);
  expect((await lender.sandbox.state()).heldPayouts).toMatchObject([
    { id: b.id, orderNo: b.orderNo, amount: 494_200, code: 2040, words: 'Not registered' },
  ]);
  await lender.sandbox.do(`/held-payouts/${b.id}`, { decision });
  expect(await statusOf(b)).toBe(status);
  expect((await lender.sandbox.state()).heldPayouts).toEqual([]);
});

test('desk, decision about no payout, or none that exists: is refused in words', async () => {
  await expect(lender.sandbox.do('/held-payouts/D-NOBODY', { decision: 'failed' })).rejects.toThrow(/not found/);
  await expect(lender.sandbox.do('/held-payouts/D-NOBODY', { decision: 'maybe' as never })).rejects.toThrow(/must be failed or arrived/);
});
