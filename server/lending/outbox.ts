/**
 * Sends intents to the rail, and processes its callbacks and query results. The call itself is made
 * outside any transaction; what is written before and after it survives a crash at any point. Locks
 * are always taken in this order: callback, outbox, order, intent.
 */
import { MINUTE, HOUR } from '#machines/model/calendar.ts';
import type { RailIntent, RailResult, SendAnswer } from '#server/rail/rail.ts';
import { unseal } from '#server/store/sealed.ts';
import type { Tx } from '#server/store/store.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { settle, settlePaybill } from './settle.ts';
import { NO_ANSWER } from '#src/api/messages/paymentFailures.ts';
import type { ArrivedCallback, CallbackOutcome } from '#server/rail/callbacks.ts';

/** After a call without an answer, a payout is sent again under the same id. */
const RESEND_AFTER = 30_000;
const MAX_PAUSE = 10 * MINUTE;
/** An intent without a result is queried after this. */
const ASK_AFTER = 15_000;
/** A push is failed after this: without the rail's reference (its answer was lost), and with it. */
const GIVE_UP_UNNAMED = 10 * MINUTE;
const GIVE_UP_NAMED = 2 * HOUR;

/** Only B2C carries our own id as idempotency key. Anything else is sent at most once. */
const mayBeResent = (intent: RailIntent): boolean => intent.kind === 'B2C';

interface Job {
  outboxId: number;
  intent: RailIntent;
}

/** Claims the next due job; null when there is none. A claimed job is stored as sent before the call is made. */
async function claim(context: LendingContext): Promise<Job | 'nothingToSend' | null> {
  return context.store.tx(async (tx) => {
    const now = context.clock.now();
    const job = await tx
      .selectFrom('outbox')
      .selectAll()
      .where('topic', '=', 'rail.send')
      .where('done_at', 'is', null)
      .where('next_at', '<=', now)
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!job) return null;
    const intent = await tx.selectFrom('rail_intent').selectAll().where('id', '=', job.ref).forUpdate().executeTakeFirstOrThrow();
    const isOver = intent.state === 'OK' || intent.state === 'FAILED';
    if (isOver || (intent.state !== 'NEW' && !mayBeResent(intent))) {
      await tx.updateTable('outbox').set({ done_at: now }).where('id', '=', job.id).execute();
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
      .set({ state, attempts: intent.attempts + 1, next_at: now + ASK_AFTER })
      .where('id', '=', intent.id)
      .execute();
    return { outboxId: job.id, intent };
  });
}

const closeJob = (tx: Tx, job: Job, now: number): Promise<unknown> =>
  tx.updateTable('outbox').set({ done_at: now }).where('id', '=', job.outboxId).execute();

async function record(context: LendingContext, job: Job, answer: SendAnswer | null): Promise<void> {
  await context.store.tx(async (tx) => {
    const now = context.clock.now();
    if (answer?.is === 'refused') {
      await closeJob(tx, job, now);
      await settle(context, tx, job.intent.id, { ok: false, code: answer.code, text: answer.text, providerRef: null });
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
    const job = await claim(context);
    if (job === null) return sent;
    if (job === 'nothingToSend') continue;
    sent++;
    const { id, bank_account_sealed: sealed } = job.intent;
    const bankAccount = sealed && unseal<string>(context.store.db, 'rail_intent.bank_account_sealed', [id], sealed);
    await record(context, job, await context.rail.send(job.intent, bankAccount).catch(() => null));
  }
}

const hasWaitedLongEnough = (intent: RailIntent, now: number): boolean =>
  intent.kind === 'STK' &&
  now > (intent.prompt_until ?? intent.created_at) + (intent.provider_ref === null ? GIVE_UP_UNNAMED : GIVE_UP_NAMED);

async function ask(context: LendingContext, intent: RailIntent): Promise<RailResult | null> {
  const canBeAsked = intent.kind !== 'STK' || intent.provider_ref !== null;
  // Unreachable is no answer: no intent is failed while the rail is down.
  const result = canBeAsked ? await context.rail.query(intent).catch(() => 'unreachable' as const) : null;
  if (result === 'unreachable') return null;
  if (result === null && hasWaitedLongEnough(intent, context.clock.now()))
    return { ok: false, code: NO_ANSWER, text: 'no answer', providerRef: null };
  return result;
}

/** Queries one intent now. Without an answer nothing changes. */
export async function queryIntent(context: LendingContext, intentId: string): Promise<void> {
  const intent = await context.store.db.selectFrom('rail_intent').selectAll().where('id', '=', intentId).executeTakeFirstOrThrow();
  if (intent.state !== 'SENT' && intent.state !== 'UNKNOWN') return;
  const result = await ask(context, intent);
  if (result) await context.store.tx((tx) => settle(context, tx, intent.id, result));
}

/** Reconciles: queries every intent that should have a result by now. @returns how many were settled. */
export async function reconcile(context: LendingContext, failed: (error: unknown) => void): Promise<number> {
  const now = context.clock.now();
  const silent = await context.store.db
    .updateTable('rail_intent')
    .set((q) => ({ next_at: q.val(now + ASK_AFTER) }))
    .where('state', 'in', ['SENT', 'UNKNOWN'])
    .where('next_at', '<=', now)
    .returningAll()
    .execute();
  let settled = 0;
  for (const intent of silent) {
    const result = await ask(context, intent);
    if (!result) continue;
    await context.store.tx((tx) => settle(context, tx, intent.id, result)).then(() => settled++, failed);
  }
  return settled;
}

/** The rail dropped the request: a payout is sent again, under the same id. */
async function sendAgain(tx: Tx, intent: RailIntent, now: number): Promise<CallbackOutcome> {
  if (intent.state === 'OK' || intent.state === 'FAILED' || !mayBeResent(intent)) return 'nothing';
  await tx
    .updateTable('outbox')
    .set({ done_at: null, next_at: now + RESEND_AFTER })
    .where('ref', '=', intent.id)
    .execute();
  await tx
    .updateTable('rail_intent')
    .set({ state: 'UNKNOWN' })
    .where('id', '=', intent.id)
    .where('state', 'in', ['SENT', 'UNKNOWN'])
    .execute();
  return 'applied';
}

async function apply(
  context: LendingContext,
  tx: Tx,
  route: ArrivedCallback['route'],
  intentId: string | null,
  body: unknown,
): Promise<CallbackOutcome> {
  const content = context.rail.read(route, body);
  if (content.is === 'paybill') return settlePaybill(context, tx, content.payment);
  if (content.is === 'nothing') return 'nothing';
  if (intentId === null) return 'unmatched';
  const intent = await tx.selectFrom('rail_intent').selectAll().where('id', '=', intentId).executeTakeFirstOrThrow();
  if (content.is === 'dropped') return sendAgain(tx, intent, context.clock.now());
  const { providerRef } = content.result;
  if (intent.provider_ref !== null && providerRef !== null && intent.provider_ref !== providerRef) return 'mismatched';
  return settle(context, tx, intent.id, content.result);
}

async function processCallback(context: LendingContext, callbackId: number): Promise<CallbackOutcome> {
  return context.store.tx(async (tx) => {
    const stored = await tx.selectFrom('rail_callback').selectAll().where('id', '=', callbackId).forUpdate().executeTakeFirstOrThrow();
    if (stored.outcome !== null) return stored.outcome as CallbackOutcome;
    const outcome = await apply(context, tx, stored.route as ArrivedCallback['route'], stored.intent_id, stored.body);
    await tx.updateTable('rail_callback').set({ outcome }).where('id', '=', callbackId).execute();
    return outcome;
  });
}

/** Stores the callback, then processes it. After a crash in between {@link processCallbacks} processes it. */
export async function railCallback(context: LendingContext, { route, token, body }: ArrivedCallback): Promise<CallbackOutcome> {
  const intent =
    token === null
      ? undefined
      : await context.store.db.selectFrom('rail_intent').select('id').where('token', '=', token).executeTakeFirst();
  if (token !== null && !intent) return 'unmatched';
  const { id } = await context.store.db
    .insertInto('rail_callback')
    .values({ route, intent_id: intent?.id ?? null, body: JSON.stringify(body ?? null), at: context.clock.now(), outcome: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return processCallback(context, id).catch(() => 'stored' as const);
}

/** Processes callbacks that were stored and not processed. @returns how many. */
export async function processCallbacks(context: LendingContext, failed: (error: unknown) => void): Promise<number> {
  const waiting = await context.store.db.selectFrom('rail_callback').select('id').where('outcome', 'is', null).orderBy('id').execute();
  for (const { id } of waiting) await processCallback(context, id).catch(failed);
  return waiting.length;
}
