/** Asks the rail about receipts that borrowers sent as proofs. No answer is no error: it is asked again. */
import { MINUTE } from '#machines/model/calendar.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import { keepReceiptAnswer, TOPIC, type ReceiptQuestion } from '#server/repay/receiptQuestions.ts';
import { withRequestId } from '#server/store/requestContext.ts';

const ASK_AGAIN = 5_000;
const MAX_PAUSE = 10 * MINUTE;
/** After so many questions without an answer the rail is not asked again until a person opens the case. */
const MOST_QUESTIONS = 20;
/** Other work gets its turn after so many. */
const AT_ONCE = 20;

async function claim({ store, clock }: LendingContext): Promise<{ question: ReceiptQuestion; traceId: string | null } | null> {
  return store.tx(async (tx) => {
    const now = clock.now();
    const job = await tx
      .selectFrom('outbox')
      .selectAll()
      .where('topic', '=', TOPIC)
      .where('done_at', 'is', null)
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!job) return null;
    const isLast = job.attempts + 1 >= MOST_QUESTIONS;
    await tx
      .updateTable('outbox')
      .set({
        attempts: job.attempts + 1,
        next_at: now + Math.min(ASK_AGAIN * 4 ** Math.min(job.attempts, 10), MAX_PAUSE),
        done_at: isLast ? now : null,
      })
      .where('id', '=', job.id)
      .execute();
    const question = await tx.selectFrom('receipt_question').selectAll().where('id', '=', Number(job.ref)).executeTakeFirstOrThrow();
    return { question, traceId: job.trace_id };
  });
}

/** @returns how many questions were asked. */
export async function askAboutReceipts(context: LendingContext): Promise<number> {
  const { store, clock, rail, config } = context;
  let asked = 0;
  while (asked < AT_ONCE && !config.isStopping?.()) {
    const claimed = await claim(context);
    if (!claimed) return asked;
    asked++;
    const { question, traceId } = claimed;
    await withRequestId(traceId, async () => {
      const token = callbackToken(store.db, 'receipt', question.callback_nonce);
      const answer = await rail.confirm({ receipt: question.receipt, token }).catch(() => null);
      if (answer) await store.tx((tx) => keepReceiptAnswer(tx, question.id, answer, clock.now()));
    });
  }
  return asked;
}
