/** M-PESA gives every movement of money one receipt. A payment is booked once per receipt, from whatever source. */
import type { Cents } from '#machines/model/money.ts';
import type { RailIntent } from '#server/rail/rail.ts';
import type { Db } from '#server/store/store.ts';
import { isPosted } from '#server/books/ledger.ts';

/** The idempotency key of a payment without a push. */
export const receiptKey = (receipt: string): string => `paybill:${receipt}`;

/** The idempotency key of the journal that takes a payment out of suspense, to count it for a loan or to return it. */
export const placedKey = (receipt: string): string => `placed:${receipt}`;

/** The request to the rail that moved this payment. */
export const intentWithReceipt = (db: Db, receipt: string): Promise<Pick<RailIntent, 'id' | 'kind' | 'order_id'> | undefined> =>
  db.selectFrom('rail_intent').select(['id', 'kind', 'order_id']).where('receipt', '=', receipt).executeTakeFirst();

/** A payment with an unknown account number that waits in suspense; null: there is none, or it is not there any more. */
export async function waitingInSuspense(db: Db, receipt: string): Promise<{ amount: Cents; at: number } | null> {
  const found = await db
    .selectFrom('journal')
    .innerJoin('entry', 'entry.journal_id', 'journal.id')
    .where('journal.idempotency_key', '=', receiptKey(receipt))
    .where('journal.kind', '=', 'unplaced')
    .where('journal.order_id', 'is', null)
    .where('entry.account_id', '=', 'mpesa_float')
    .select(['entry.amount', 'journal.at'])
    .executeTakeFirst();
  return found && !(await isPosted(db, placedKey(receipt))) ? found : null;
}

/**
 * Whether a payment with this receipt has been booked for a loan.
 * @param claim order and amount of a proof. A push of this order and amount that succeeded without a receipt is assumed to be
 * the same payment, because booking a payment twice is worse than asking the borrower again.
 */
export async function isCounted(db: Db, receipt: string, claim?: { orderId: number; amount: Cents }): Promise<boolean> {
  if (await intentWithReceipt(db, receipt)) return true;
  if (await isPosted(db, receiptKey(receipt))) return (await waitingInSuspense(db, receipt)) === null;
  if (!claim) return false;
  const unnamed = await db
    .selectFrom('rail_intent')
    .select('id')
    .where('order_id', '=', claim.orderId)
    .where('kind', '=', 'STK')
    .where('state', '=', 'OK')
    .where('amount', '=', claim.amount)
    .where('receipt', 'is', null)
    .executeTakeFirst();
  return unnamed !== undefined;
}
