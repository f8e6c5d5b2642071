/** Queries the rail about receipts that borrowers sent as proofs. A missing answer is not an error: the query is repeated. */
import { MINUTE } from '#machines/model/calendar.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { countAttempt, nextJob, type Pauses } from '#server/books/outboxJobs.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import { keepReceiptAnswer, TOPIC, type ReceiptQuestion } from '#server/repay/receiptQuestions.ts';

const PAUSES: Pauses = { first: 5_000, factor: 4, most: 10 * MINUTE };
/** Queries about a receipt; without an answer to them, the rail is not queried again until a person opens the case. */
const MOST_QUESTIONS = 20;
/** Queries in one round. After them other work is done. */
const AT_ONCE = 20;

async function claim({ store, clock }: LendingContext): Promise<{ question: ReceiptQuestion; traceId: string | null } | null> {
  return store.tx(async (tx) => {
    const now = clock.now();
    const job = await nextJob(tx, TOPIC, now);
    if (!job) return null;
    await countAttempt(tx, job, now, PAUSES, job.attempts + 1 >= MOST_QUESTIONS);
    const question = await tx.selectFrom('receipt_question').selectAll().where('id', '=', Number(job.ref)).executeTakeFirstOrThrow();
    return { question, traceId: job.trace_id };
  });
}

/** @returns the number of queries. */
export async function askAboutReceipts(context: LendingContext): Promise<number> {
  const { store, clock, rail, config } = context;
  let asked = 0;
  while (asked < AT_ONCE && !config.isStopping?.()) {
    const claimed = await claim(context);
    if (!claimed) return asked;
    asked++;
    const { question, traceId } = claimed;
    const token = callbackToken(store.db, 'receipt', question.callback_nonce);
    const answer = await rail.confirm({ receipt: question.receipt, token }, traceId).catch(() => null);
    if (answer) await store.tx((tx) => keepReceiptAnswer(tx, question.id, answer, clock.now()));
  }
  return asked;
}
