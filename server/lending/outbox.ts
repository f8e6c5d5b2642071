/**
 * Sends intents to the rail. The call itself is made outside any transaction; what is written before
 * and after it survives a crash at any point. Locks are always taken in this order, here and in
 * `reconciliation.ts` and `arrivedCallbacks.ts`: callback, outbox, order, intent, report, float.
 */
import { sql } from 'kysely';
import { MINUTE } from '#machines/model/calendar.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import type { RailIntent, SendAnswer } from '#server/rail/rail.ts';
import { isStopped, restoredAt } from '#server/store/payoutStop.ts';
import { withRequestId } from '#server/store/requestContext.ts';
import { unseal } from '#server/store/sealed.ts';
import type { Db, Tx } from '#server/store/store.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { FLOAT_PAUSE, releaseFloat, reserveFloat } from './float.ts';
import { settle } from './settle.ts';

/** After a call without an answer, a payout is sent again under the same id. */
export const RESEND_AFTER = 30_000;
export const MAX_PAUSE = 10 * MINUTE;
/** An intent without a result is queried after this. */
export const ASK_AFTER = 15_000;

/** Only B2C carries our own id as idempotency key. Anything else is sent at most once. */
export const mayBeResent = ({ kind }: Pick<RailIntent, 'kind'>): boolean => kind === 'B2C';

/** Everything but payouts while these are stopped. */
const mayBeSent = sql<boolean>`not (${isStopped()} and exists (
  select 1 from rail_intent i where i.id = outbox.ref and i.purpose <> 'repayment'))`;

interface Job {
  outboxId: number;
  /** Id of the request that queued it. */
  traceId: string | null;
  /** As it was before it was claimed. */
  intent: RailIntent;
  claimedAt: number;
}

/**
 * Whether the lender may have sent this payout in time that a restored database has lost. A payout to a wallet has the same id
 * again, by which the rail knows it. One to a bank has none, so a person looks it up: once for each order.
 */
async function mayBeSentBefore(tx: Tx, { id, kind, purpose, order_id }: RailIntent): Promise<boolean> {
  if (purpose !== 'disbursement' || mayBeResent({ kind })) return false;
  const restored = await restoredAt(tx);
  if (restored === null) return false;
  const { opened_at } = await tx.selectFrom('loan_order').select('opened_at').where('id', '=', order_id).executeTakeFirstOrThrow();
  if (opened_at > restored) return false;
  const looked = await tx
    .selectFrom('rail_intent')
    .select('id')
    .where('order_id', '=', order_id)
    .where('id', '!=', id)
    .where('held_at', '>=', restored)
    .executeTakeFirst();
  return looked === undefined;
}

/** Claims the next due job; null when there is none. A claimed job is stored as sent before the call is made. */
async function claim(context: LendingContext): Promise<Job | 'nothingToSend' | null> {
  return context.store.tx(async (tx) => {
    const now = context.clock.now();
    const job = await tx
      .selectFrom('outbox')
      .selectAll()
      .where('topic', '=', 'rail.send')
      .where(mayBeSent)
      .where('done_at', 'is', null)
      .where('next_at', '<=', now)
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!job) return null;
    const intent = await tx.selectFrom('rail_intent').selectAll().where('id', '=', job.ref).forUpdate().executeTakeFirstOrThrow();
    // After a reported failure the rail is asked: a repeat could be carried out after its answer.
    const isOver = intent.state === 'OK' || intent.state === 'FAILED' || intent.reported_at !== null;
    if (isOver || (intent.state !== 'NEW' && !mayBeResent(intent))) {
      await tx.updateTable('outbox').set({ done_at: now }).where('id', '=', job.id).execute();
      return 'nothingToSend';
    }
    if (intent.state === 'NEW' && (await mayBeSentBefore(tx, intent))) {
      await tx.updateTable('outbox').set({ done_at: now }).where('id', '=', job.id).execute();
      await tx.updateTable('rail_intent').set({ state: 'UNKNOWN', held_at: now, sent_at: now }).where('id', '=', intent.id).execute();
      await context.config.security?.record({ kind: 'payout.held', subject: 'lostTime', userId: intent.user_id }, tx);
      return 'nothingToSend';
    }
    if (intent.state === 'NEW' && !(await reserveFloat(context, tx, intent))) {
      await tx
        .updateTable('outbox')
        .set({ next_at: now + FLOAT_PAUSE })
        .where('id', '=', job.id)
        .execute();
      await tx
        .updateTable('rail_intent')
        .set({ waits_since: intent.waits_since ?? now })
        .where('id', '=', intent.id)
        .execute();
      return 'nothingToSend';
    }
    const pause = Math.min(RESEND_AFTER * 2 ** Math.min(job.attempts, 10), MAX_PAUSE);
    await tx
      .updateTable('outbox')
      .set({ attempts: job.attempts + 1, next_at: now + pause })
      .where('id', '=', job.id)
      .execute();
    const state = intent.state === 'NEW' ? 'SENT' : intent.state;
    await tx
      .updateTable('rail_intent')
      .set({ state, attempts: intent.attempts + 1, next_at: now + ASK_AFTER, sent_at: intent.sent_at ?? now, waits_since: null })
      .where('id', '=', intent.id)
      .execute();
    return { outboxId: job.id, traceId: job.trace_id, intent, claimedAt: now };
  });
}

const closeJob = (tx: Tx, job: Job, now: number): Promise<unknown> =>
  tx.updateTable('outbox').set({ done_at: now }).where('id', '=', job.outboxId).execute();

/** The rail did nothing with the request: the intent is as it was before, and its job stays due. */
async function takeBack(tx: Tx, { intent, claimedAt }: Job): Promise<void> {
  const { id, state, attempts, sent_at } = intent;
  await tx
    .updateTable('rail_intent')
    .set({ state, attempts, sent_at })
    .where('id', '=', id)
    .where('state', 'in', ['SENT', 'UNKNOWN'])
    .execute();
  if (state === 'NEW') await releaseFloat(tx, intent, claimedAt);
}

async function record(context: LendingContext, job: Job, answer: SendAnswer | null): Promise<void> {
  await context.store.tx(async (tx) => {
    const now = context.clock.now();
    if (answer?.is === 'refused') {
      await closeJob(tx, job, now);
      // A refused repeat does not mean that the first request was refused too: its answer was lost.
      const by = job.intent.attempts === 0 ? 'rail' : 'callback';
      await settle(context, tx, job.intent.id, { ok: false, code: answer.code, text: answer.text, providerRef: null }, by);
      return;
    }
    if (answer?.is === 'notNow') {
      await takeBack(tx, job);
      return;
    }
    if (answer || !mayBeResent(job.intent)) await closeJob(tx, job, now);
    const { provider_ref: known, state } = await tx
      .selectFrom('rail_intent')
      .select(['provider_ref', 'state'])
      .where('id', '=', job.intent.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (state === 'OK' || state === 'FAILED') {
      if (known === null && answer?.ref)
        await tx.updateTable('rail_intent').set({ provider_ref: answer.ref }).where('id', '=', job.intent.id).execute();
      return;
    }
    await tx
      .updateTable('rail_intent')
      .set(
        answer
          ? { provider_ref: known ?? answer.ref, state: 'SENT', next_at: now + ASK_AFTER }
          : { state: 'UNKNOWN', next_at: now + ASK_AFTER },
      )
      .where('id', '=', job.intent.id)
      .execute();
  });
}

/** Sends everything that is due. @returns how many calls were made. */
export async function processOutbox(context: LendingContext): Promise<number> {
  let sent = 0;
  for (;;) {
    if (context.config.isStopping?.()) return sent;
    const job = await claim(context);
    if (job === null) return sent;
    if (job === 'nothingToSend') continue;
    sent++;
    await withRequestId(job.traceId, () => carryOut(context, job));
  }
}

async function carryOut(context: LendingContext, job: Job): Promise<void> {
  const { db } = context.store;
  const token = callbackToken(db, 'result', job.intent.callback_nonce);
  const account = await accountOf(db, job.intent);
  await record(context, job, await context.rail.send(job.intent, token, account).catch(() => null));
}

/** The account number that the rail is told; null for a payout to a wallet. */
async function accountOf(db: Db, { id, kind, order_id, bank_account_sealed: sealed }: RailIntent): Promise<string | null> {
  if (kind !== 'STK') return sealed && unseal<string>(db, 'rail_intent.bank_account_sealed', [id], sealed);
  return (await db.selectFrom('loan_order').select('order_no').where('id', '=', order_id).executeTakeFirstOrThrow()).order_no;
}
