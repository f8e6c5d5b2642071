/** Money paid for a rollover that is not confirmed yet. Until then the money belongs to the borrower. */
import { nairobiDate } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Tx } from '#server/store/store.ts';
import { heldOn, post } from '#server/books/ledger.ts';

/** After the end of the loan: withdraws a chosen rollover, and moves its deposit to suspense. @returns the moved amount. */
export async function releaseDeposit(tx: Tx, orderId: number, now: number): Promise<Cents> {
  const ended = await tx
    .updateTable('rollover')
    .set({ state: 'WITHDRAWN', ended_at: now })
    .where('order_id', '=', orderId)
    .where('state', '=', 'CHOSEN')
    .returning('extension_no')
    .executeTakeFirst();
  const amount = await heldOn(tx, orderId, 'rollover_deposit');
  if (amount === 0) return 0;
  await post(tx, {
    idempotencyKey: `rollover-released:${orderId}:${ended?.extension_no ?? now}`,
    kind: 'rollover.released',
    orderId,
    onDate: nairobiDate(now),
    at: now,
    lines: [
      ['rollover_deposit', amount],
      ['suspense', -amount],
    ],
  });
  return amount;
}
