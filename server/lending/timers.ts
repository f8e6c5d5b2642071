/** What elapsed time does to an order. */
import { isIncomplete, isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import type { Tx } from '#server/store/store.ts';
import { isDue, move, type OrderRow } from '#server/books/orders.ts';
import type { LendingConfig } from '#server/books/lendingConfig.ts';
import { answerApplication, endOffer } from './origination/decisions.ts';
import { applyTimeToLoans } from './servicing/dueLoans.ts';

/** Brings a locked order up to `now`. Repeating it changes nothing. */
export async function applyElapsedTime(tx: Tx, row: OrderRow, config: LendingConfig, now: number): Promise<OrderRow> {
  if (!isDue(row, now)) return row;
  if (isIncomplete(row.status)) return move(tx, row, { type: 'application.expired' }, now);
  if (row.status === STATUS.applying) return answerApplication(tx, row, config, now);
  if (!isRepayable(row.status)) return endOffer(tx, row, config, now);
  return (await applyTimeToLoans(tx, [row], now)).get(row.id) ?? row;
}
