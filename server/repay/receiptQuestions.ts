/**
 * Queries of the rail about receipts that borrowers sent as proofs. A query is made when the proof arrives, and again when a
 * clerk opens the case. A payment is counted only if the rail has confirmed its receipt.
 */
import { sql, type Selectable } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import { newCallbackNonce } from '#server/rail/callbackToken.ts';
import type { Confirmation } from '#server/rail/rail.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import type { DeskSchema } from '#server/store/schema/deskTables.ts';
import type { Db, Tx } from '#server/store/store.ts';

export type ReceiptQuestion = Selectable<DeskSchema['receipt_question']>;

export const TOPIC = 'rail.receipt';

/** Shortest pause between two queries about one receipt, ms. */
const ASK_AGAIN = 60_000;

export const questionAbout = (db: Db, receipt: string): Promise<ReceiptQuestion | undefined> =>
  db.selectFrom('receipt_question').selectAll().where('receipt', '=', receipt).executeTakeFirst();

/** Queues a query, unless the rail has confirmed the receipt or was asked a moment ago. @returns whether one was queued. */
export async function askAboutReceipt(
  { clock, traceId }: Pick<LendingContext, 'clock' | 'traceId'>,
  tx: Tx,
  receipt: string,
): Promise<boolean> {
  const now = clock.now();
  const question = await tx
    .insertInto('receipt_question')
    .values({ receipt, callback_nonce: newCallbackNonce(), asked_at: now })
    .onConflict((c) =>
      c
        .column('receipt')
        .doUpdateSet({ asked_at: now })
        .where(sql<boolean>`receipt_question.answer is distinct from 'completed'`)
        .where('receipt_question.asked_at', '<=', now - ASK_AGAIN),
    )
    .returning('id')
    .executeTakeFirst();
  if (!question) return false;
  await tx
    .insertInto('outbox')
    .values({ topic: TOPIC, ref: String(question.id), next_at: now, done_at: null, trace_id: traceId })
    .onConflict((c) => c.columns(['topic', 'ref']).doUpdateSet({ next_at: now, done_at: null, attempts: 0 }))
    .execute();
  return true;
}

/** Stores the rail's answer. A confirmed receipt stays confirmed. */
export async function keepReceiptAnswer(
  tx: Tx,
  id: number,
  answer: Confirmation,
  now: Instant,
): Promise<'applied' | 'repeated' | 'mismatched'> {
  const question = await tx.selectFrom('receipt_question').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  if (question.answer === 'completed') return 'repeated';
  if (answer.is === 'completed' && answer.receipt !== question.receipt) return 'mismatched';
  const columns =
    answer.is === 'completed'
      ? { amount: answer.amount === 'unclear' ? null : answer.amount, paid_to: answer.to, paid_at: answer.at }
      : { amount: null, paid_to: null, paid_at: null };
  await tx
    .updateTable('receipt_question')
    .set({ answer: answer.is, answered_at: now, ...columns })
    .where('id', '=', id)
    .execute();
  await tx.updateTable('outbox').set({ done_at: now }).where('topic', '=', TOPIC).where('ref', '=', String(id)).execute();
  return 'applied';
}
