/** A clerk decides about payouts whose result M-PESA does not report. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { createReadings } from '#server/monitoring/readings.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import { approvedBorrower, consentTo, OPEN_GATE, type Borrower } from '#tests/support/lendingFixture.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { clerkOf } from '#tests/support/testClerks.ts';

let lender: TestLender;
beforeAll(async () => {
  lender = await startLender();
});
afterAll(() => lender?.stop());

/** A payout that M-PESA accepted and then lost. */
async function lost(): Promise<Borrower & { id: string; nonce: string }> {
  const { store, lending, clock, due } = lender.inside();
  await lender.sandbox.do('/rail', { nextPayout: 'expired' });
  const b = await approvedBorrower(store, lending, clock);
  await lending.getMoney(b.userId, await consentTo(lending, b.userId, b.orderNo), OPEN_GATE);
  await due.run();
  const intent = await store.db.selectFrom('rail_intent').selectAll().where('user_id', '=', b.userId).executeTakeFirstOrThrow();
  await store.db.deleteFrom('sim_payout').where('originator_id', '=', intent.id).execute();
  return { ...b, id: intent.id, nonce: intent.callback_nonce };
}

/** A payout that a callback reported as failed an hour ago. */
async function held(): Promise<Borrower & { id: string }> {
  const b = await lost();
  const answer = await fetch(`${lender.url}/rail/${callbackToken(lender.inside().store.db, 'result', b.nonce)}/payout`, {
    method: 'POST',
    body: JSON.stringify({ Result: { ResultCode: 2040, ResultDesc: 'Not registered', OriginatorConversationID: b.id } }),
  });
  expect(answer.status).toBe(200);
  await lender.sandbox.advance(HOUR);
  return b;
}
const statusOf = async ({ userId, orderNo }: Borrower): Promise<number> => (await lender.inside().lending.order(userId, orderNo)).status;

test.each([
  [{ name: 'payoutFailed' }, STATUS.payFail],
  [{ name: 'payoutArrived', receipt: null }, STATUS.repaying],
] as const)('payout that M-PESA does not know: is at the desk after an hour, and the act $0.name is counted', async (act, status) => {
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

test('payout without a result of M-PESA: is at the desk after four hours, with the known facts, and in the metrics', async () => {
  const { clock, store } = lender.inside();
  const sentAt = clock.now();
  const b = await lost();
  const clerk = clerkOf(lender, 'payments');
  await lender.sandbox.advance(4 * HOUR - MINUTE);
  expect(await clerk.waiting('payouts')).toEqual([]);
  await lender.sandbox.advance(11 * MINUTE);
  const caseId = `payouts:${b.id}`;
  expect(await clerk.waiting('payouts')).toMatchObject([{ caseId, amount: 494_200 }]);
  expect(await clerk.open(caseId)).toMatchObject({
    said: 'M-PESA took the request, and has reported nothing.',
    sentAt: expect.toSatisfy((at: number) => at >= sentAt) as number,
    reference: b.id,
  });
  expect(await createReadings(store, clock)()).toMatchObject({ payouts_held: 1, payouts_waiting: 1 });
  expect(await statusOf(b)).toBe(STATUS.lending);
  await clerk.act(caseId, { name: 'payoutFailed' });
  expect(await statusOf(b)).toBe(STATUS.payFail);
});
