/**
 * Refunds: money that a borrower paid above the debt, sent back as a payout of its own. The money leaves `suspense` when the
 * payout is queued, so that it cannot be used or sent twice. It leaves the float when the rail confirms the payout. If the rail
 * refuses the payout, the money returns to `suspense`.
 */
import { sql } from 'kysely';
import { nairobiDate } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import { maskMsisdn } from '#machines/model/phoneNumber.ts';
import { canBeMoved, type RailIntent } from '#server/rail/rail.ts';
import { newCallbackNonce } from '#server/rail/callbackToken.ts';
import type { Db, Tx } from '#server/store/store.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { heldOn, post } from '#server/books/ledger.ts';
import type { OrderRow } from '#server/books/orders.ts';
import { queueIntent, type NewIntent } from '#server/books/queueIntent.ts';
import { SUPERSEDED } from '#server/books/reasonTexts.ts';
import { queueText } from '#server/books/textMessages.ts';
import { waitsForFloat } from '#server/lending/origination/float.ts';
import { readNote, saveNote } from '#server/apply/orderNotes.ts';
import { refundId } from '#server/store/ids.ts';

/** The number that paid the latest prompt above the debt, else the borrower's: a paybill message does not name the payer. */
export async function refundTo(db: Db, { id, user_id }: Pick<OrderRow, 'id' | 'user_id'>): Promise<string | null> {
  const paid = await db
    .selectFrom('entry')
    .innerJoin('journal', 'journal.id', 'entry.journal_id')
    .leftJoin('rail_intent', 'rail_intent.id', 'journal.ref')
    .where('journal.order_id', '=', id)
    .where('journal.kind', 'in', ['repayment.mpesa', 'repayment.paybill', 'unplaced'])
    .where('entry.account_id', '=', 'suspense')
    .where('entry.amount', '<', 0)
    .orderBy('journal.id', 'desc')
    .select('rail_intent.msisdn')
    .executeTakeFirst();
  if (paid?.msisdn) return paid.msisdn;
  return (await db.selectFrom('app_user').select('msisdn').where('id', '=', user_id).executeTakeFirst())?.msisdn ?? null;
}

/** The id of the next refund of an order that the caller has locked. */
async function nextRefundId(tx: Tx, { id, order_no }: Pick<OrderRow, 'id' | 'order_no'>): Promise<string> {
  const { refunds } = await tx
    .selectFrom('rail_intent')
    .where('order_id', '=', id)
    .where('purpose', '=', 'refund')
    .select(sql<number>`count(*)::int`.as('refunds'))
    .executeTakeFirstOrThrow();
  return refundId(order_no, refunds + 1);
}

/** `tooMuch`: less money is held for the borrower. `running`: another refund has no result yet. `noNumber`: no number is known. */
export type RefundAnswer = { is: 'queued'; id: string } | { is: 'tooMuch'; held: Cents } | { is: 'running' } | { is: 'noNumber' };

/**
 * Queues the payout of a locked order's refund, in the transaction that takes the money out of suspense.
 * @param asked amount in cents, in whole shillings; words: message to the borrower in the text that the refund arrived.
 */
export async function queueRefund(
  { clock, traceId }: LendingContext,
  tx: Tx,
  row: OrderRow,
  { amount, words }: { amount: Cents; words: string },
): Promise<RefundAnswer> {
  const now = clock.now();
  const open = await tx
    .selectFrom('rail_intent')
    .select('id')
    .where('order_id', '=', row.id)
    .where('purpose', '=', 'refund')
    .where('state', 'in', ['NEW', 'SENT', 'UNKNOWN'])
    .executeTakeFirst();
  if (open) return { is: 'running' };
  const held = await heldOn(tx, row.id, 'suspense');
  if (!canBeMoved(amount) || amount > held) return { is: 'tooMuch', held };
  const msisdn = await refundTo(tx, row);
  if (msisdn === null) return { is: 'noNumber' };
  await saveNote(tx, row.id, 'refund', { words }, now);
  const id = await nextRefundId(tx, row);
  await post(tx, {
    idempotencyKey: `refund:${id}`,
    kind: 'refund',
    orderId: row.id,
    ref: id,
    onDate: nairobiDate(now),
    at: now,
    lines: [
      ['suspense', amount],
      ['returning', -amount],
    ],
  });
  const refund: NewIntent = {
    id,
    kind: 'B2C',
    purpose: 'refund',
    order_id: row.id,
    user_id: row.user_id,
    amount,
    msisdn,
    bank_code: null,
    bank_account_sealed: null,
    state: 'NEW',
    callback_nonce: newCallbackNonce(),
    provider_ref: id,
    next_at: now,
    created_at: now,
  };
  await queueIntent(tx, refund, traceId);
  return { is: 'queued', id };
}

/** The account that holds the money of an arrived refund: `suspense` if the refund was booked as failed before. */
async function sourceOf(tx: Tx, orderId: number, amount: Cents): Promise<'returning' | 'suspense' | 'misdirected'> {
  for (const account of ['returning', 'suspense'] as const) if ((await heldOn(tx, orderId, account)) >= amount) return account;
  // The money was used for a loan or sent again meanwhile, so it was paid twice. A person recovers it.
  return 'misdirected';
}

/** Books an arrived refund. The rail may have reported its failure before. */
export async function refunded({ config }: LendingContext, tx: Tx, row: OrderRow, intent: RailIntent, now: number): Promise<void> {
  const { id, amount } = intent;
  const from = await sourceOf(tx, row.id, amount);
  if (from === 'misdirected')
    await config.security?.record({ kind: 'payout.misdirected', subject: intent.purpose, userId: intent.user_id }, tx);
  await post(tx, {
    idempotencyKey: `refund.done:${id}`,
    kind: 'refund.done',
    orderId: row.id,
    ref: id,
    onDate: nairobiDate(now),
    at: now,
    lines: [
      [from, amount],
      ['mpesa_float', -amount],
    ],
  });
  // The same refund may wait for the float under another id. It must not be sent twice.
  if ((await heldOn(tx, row.id, 'returning')) === 0)
    await tx
      .updateTable('rail_intent')
      .set({ state: 'FAILED', result_code: SUPERSEDED, settled_at: now })
      .where('order_id', '=', row.id)
      .where('purpose', '=', 'refund')
      .where('state', '=', 'NEW')
      .execute();
  const note = await readNote(tx, row.id, 'refund');
  await queueText(tx, row, 'refunded', { amount, account: maskMsisdn(intent.msisdn), words: note?.words ?? '' }, now);
}

/** Returns the money of a failed refund to suspense: it still belongs to the borrower. */
async function takeBackRefund(tx: Tx, { id, amount, order_id }: RailIntent, now: number): Promise<void> {
  await post(tx, {
    idempotencyKey: `refund.failed:${id}`,
    kind: 'refund.failed',
    orderId: order_id,
    ref: id,
    onDate: nairobiDate(now),
    at: now,
    lines: [
      ['returning', amount],
      ['suspense', -amount],
    ],
  });
}

/** The rail refused a refund. A person has to decide again about the money, unless the refund only waits for the float. */
export async function refundFailed(
  context: LendingContext,
  tx: Tx,
  row: OrderRow,
  intent: RailIntent,
  code: number,
  now: number,
): Promise<void> {
  if (await waitsForFloat(context, tx, intent, { code, nextId: () => nextRefundId(tx, row) }, now)) return;
  await takeBackRefund(tx, intent, now);
}
