/**
 * Reversals: the rail returns payments that belong to no loan. The money leaves `suspense` when the reversal is queued, so that
 * it cannot be booked for a loan meanwhile. It leaves the float when the rail confirms the reversal. The rail returns a payment
 * once, even if it is asked several times, so a request without an answer is repeated.
 */
import type { Selectable } from 'kysely';
import { MINUTE, nairobiDate } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import type { LendingConfig } from '#server/books/lendingConfig.ts';
import { post } from '#server/books/ledger.ts';
import { countAttempt, nextJob, type Pauses } from '#server/books/outboxJobs.ts';
import type { CallbackOutcome } from '#server/rail/callbacks.ts';
import { callbackToken, newCallbackNonce } from '#server/rail/callbackToken.ts';
import type { ReversalResult, SendAnswer } from '#server/rail/rail.ts';
import { placedKey, waitingInSuspense } from '#server/repay/receipts.ts';
import type { ReversalTable } from '#server/store/schema/railTables.ts';
import type { Tx } from '#server/store/store.ts';

type Row = Selectable<ReversalTable>;

/** The part of lending that queues a reversal. Only sending it needs the rail. */
export type ReversalContext = Pick<LendingContext, 'store' | 'clock' | 'queued'> & { config: Pick<LendingConfig, 'security'> };

/** `notWaiting`: no payment with this receipt waits in suspense. `running`: an earlier reversal has no result yet. */
export type ReversalAnswer =
  | { is: 'notWaiting' }
  | { is: 'asked'; amount: Cents }
  | { is: 'running'; amount: Cents }
  | { is: 'returned'; amount: Cents; receipt: string | null };

export interface Reversals {
  /** Queues the reversal of a payment that belongs to no loan. A repeated call only retries a failed reversal. */
  request(receipt: string): Promise<ReversalAnswer>;
  /** Reversals, newest first, with the rail's text about a failure. */
  list(limit: number): Promise<Pick<Row, 'receipt' | 'amount' | 'state' | 'result_text' | 'asked_at'>[]>;
}

const PAUSES: Pauses = { first: 30_000, factor: 2, most: 10 * MINUTE };

const queue = (tx: Tx, id: number, now: number): Promise<unknown> =>
  tx
    .insertInto('outbox')
    .values({ topic: 'rail.reverse', ref: String(id), next_at: now, done_at: null })
    .onConflict((c) => c.columns(['topic', 'ref']).doUpdateSet({ next_at: now, done_at: null, attempts: 0 }))
    .execute();

/** Continues an earlier reversal of this payment; null: there is none. */
async function again(tx: Tx, receipt: string, now: number): Promise<ReversalAnswer | null> {
  const before = await tx.selectFrom('reversal').selectAll().where('receipt', '=', receipt).forUpdate().executeTakeFirst();
  if (!before) return null;
  const { id, amount, state } = before;
  if (state === 'OK') return { is: 'returned', amount, receipt: before.return_receipt };
  if (state !== 'FAILED') return { is: 'running', amount };
  await tx.updateTable('reversal').set({ state: 'NEW', asked_at: now, ended_at: null }).where('id', '=', id).execute();
  await queue(tx, id, now);
  return { is: 'asked', amount };
}

/** As {@link Reversals.request}, in the caller's transaction. */
export async function requestReversal(context: ReversalContext, tx: Tx, receipt: string): Promise<ReversalAnswer> {
  const now = context.clock.now();
  const before = await again(tx, receipt, now);
  if (before) return before;
  const waiting = await waitingInSuspense(tx, receipt);
  // Another request for the same reversal may have been queued since.
  if (waiting === null) return (await again(tx, receipt, now)) ?? { is: 'notWaiting' };
  const { amount } = waiting;
  const isOurs = await post(tx, {
    idempotencyKey: placedKey(receipt),
    kind: 'reversal',
    orderId: null,
    ref: receipt,
    onDate: nairobiDate(now),
    at: now,
    lines: [
      ['suspense', amount],
      ['returning', -amount],
    ],
  });
  // Meanwhile the payment was booked for a loan, or another request for the same reversal was queued.
  if (!isOurs) return (await again(tx, receipt, now)) ?? { is: 'notWaiting' };
  const { id } = await tx
    .insertInto('reversal')
    .values({ receipt, amount, state: 'NEW', callback_nonce: newCallbackNonce(), asked_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await queue(tx, id, now);
  await context.config.security?.record({ kind: 'desk.decided', subject: 'payment.returned' }, tx);
  return { is: 'asked', amount };
}

export function createReversals(context: ReversalContext): Reversals {
  return {
    async request(receipt) {
      const answer = await context.store.tx((tx) => requestReversal(context, tx, receipt));
      if (answer.is === 'asked') context.queued();
      return answer;
    },
    list: (limit) =>
      context.store.db
        .selectFrom('reversal')
        .select(['receipt', 'amount', 'state', 'result_text', 'asked_at'])
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  };
}

const close = (tx: Tx, id: number, now: number): Promise<unknown> =>
  tx.updateTable('outbox').set({ done_at: now }).where('topic', '=', 'rail.reverse').where('ref', '=', String(id)).execute();

/** Applies the rail's result. A success after a failure is applied too, because the money has moved. */
export async function settleReversal(context: LendingContext, tx: Tx, id: number, result: ReversalResult): Promise<CallbackOutcome> {
  const now = context.clock.now();
  const row = await tx.selectFrom('reversal').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  if (row.state === 'OK') return 'repeated';
  if (!result.ok) {
    if (row.state === 'FAILED') return 'repeated';
    await tx.updateTable('reversal').set({ state: 'FAILED', result_text: result.text, ended_at: now }).where('id', '=', id).execute();
    await close(tx, id, now);
    await context.config.security?.record({ kind: 'rail.fault', subject: 'reversal.failed' }, tx);
    return 'applied';
  }
  if ((result.amount !== null && result.amount !== row.amount) || (result.of !== null && result.of !== row.receipt)) return 'mismatched';
  await post(tx, {
    idempotencyKey: `reversed:${row.receipt}`,
    kind: 'reversal.done',
    orderId: null,
    ref: row.receipt,
    onDate: nairobiDate(now),
    at: now,
    lines: [
      ['returning', row.amount],
      ['mpesa_float', -row.amount],
    ],
  });
  await tx
    .updateTable('reversal')
    .set({ state: 'OK', return_receipt: result.receipt, result_text: null, ended_at: now })
    .where('id', '=', id)
    .execute();
  await close(tx, id, now);
  return 'applied';
}

async function claim(context: LendingContext): Promise<Row | 'nothingToSend' | null> {
  return context.store.tx(async (tx) => {
    const now = context.clock.now();
    const job = await nextJob(tx, 'rail.reverse', now, { sendsMoney: true });
    if (!job) return null;
    const row = await tx.selectFrom('reversal').selectAll().where('id', '=', Number(job.ref)).forUpdate().executeTakeFirstOrThrow();
    if (row.state === 'OK' || row.state === 'FAILED') {
      await close(tx, row.id, now);
      return 'nothingToSend';
    }
    await countAttempt(tx, job, now, PAUSES);
    return row;
  });
}

async function record(context: LendingContext, { id }: Row, answer: SendAnswer): Promise<void> {
  if (answer.is === 'notNow') return;
  await context.store.tx(async (tx) => {
    if (answer.is === 'refused') {
      await settleReversal(context, tx, id, { ok: false, text: `${answer.code} ${answer.text}` });
      return;
    }
    await tx
      .updateTable('reversal')
      .set({ state: 'SENT', ...(answer.ref === null ? {} : { provider_ref: answer.ref }) })
      .where('id', '=', id)
      .where('state', '=', 'NEW')
      .execute();
  });
}

/** Sends every due reversal. A reversal without a result is sent again. @returns the number of calls. */
export async function processReversals(context: LendingContext): Promise<number> {
  const { db } = context.store;
  let sent = 0;
  for (;;) {
    const row = await claim(context);
    if (row === null) return sent;
    if (row === 'nothingToSend') continue;
    sent++;
    const answer = await context.rail.reverse(row, callbackToken(db, 'reversal', row.callback_nonce)).catch(() => null);
    if (answer) await record(context, row, answer);
  }
}
