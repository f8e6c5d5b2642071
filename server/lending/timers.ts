/** Applies elapsed time to an order. */
import { stageOf } from '#machines/model/orderStatus.ts';
import type { Tx } from '#server/store/store.ts';
import { isDue, move, type OrderRow } from '#server/books/orders.ts';
import type { LendingConfig } from '#server/books/lendingConfig.ts';
import { answerApplication, endOffer } from './origination/decisions.ts';
import { applyTimeToLoans } from './servicing/dueLoans.ts';

/** Brings a locked order up to `now`. Repeating it changes nothing. */
export async function applyElapsedTime(tx: Tx, row: OrderRow, config: LendingConfig, now: number): Promise<OrderRow> {
  if (!isDue(row, now)) return row;
  switch (stageOf(row.status)) {
    case 'application':
      return move(tx, row, { type: 'application.expired' }, now);
    case 'assessment':
      return answerApplication(tx, row, config, now);
    case 'offer':
      return endOffer(tx, row, config, now);
    case 'loan':
      return (await applyTimeToLoans(tx, [row], now)).get(row.id) ?? row;
    case 'payout':
    case 'repaid':
    case 'closed':
      throw new Error(`order ${row.order_no} is due, and time changes nothing in its status ${row.status}`);
  }
}
