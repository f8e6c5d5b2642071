/**
 * Sends intents to the rail, and processes its callbacks and query results. The call itself is made
 * outside any transaction; what is written before and after it survives a crash at any point. Locks
 * are always taken in this order: callback, outbox, order, intent, report, float.
 */
import { sql, type Selectable } from 'kysely';
import { MINUTE, HOUR } from '#machines/model/calendar.ts';
import { callbackToken, nonceOf } from '#server/rail/callbackToken.ts';
import { READABLE_CALLBACK, type RailIntent, type RailResult, type SendAnswer } from '#server/rail/rail.ts';
import { typedAccount } from '#server/repay/paybillAccounts.ts';
import { isStopped, restoredAt } from '#server/store/payoutStop.ts';
import { DatabaseUnavailable } from '#server/store/availability.ts';
import { withRequestId } from '#server/store/requestContext.ts';
import type { RailCallbackTable } from '#server/store/schema/index.ts';
import { unseal } from '#server/store/sealed.ts';
import type { Db, Tx } from '#server/store/store.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { holdFailure } from './failedPayouts.ts';
import { applyBalances, FLOAT_PAUSE, releaseFloat, reserveFloat } from './float.ts';
import { settleReversal } from './reversals.ts';
import { settle } from './settle.ts';
import { confirmed, reportPaybill, reportPush } from './reports.ts';
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
const mayBeResent = ({ kind }: Pick<RailIntent, 'kind'>): boolean => kind === 'B2C';

/** Everything but payouts while these are stopped. */
const mayBeSent = sql<boolean>`not (${isStopped()} and exists (
  select 1 from rail_intent i where i.id = outbox.ref and i.purpose = 'disbursement'))`;

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

const hasWaitedLongEnough = (intent: RailIntent, now: number): boolean =>
  intent.kind === 'STK' &&
  now > (intent.prompt_until ?? intent.created_at) + (intent.provider_ref === null ? GIVE_UP_UNNAMED : GIVE_UP_NAMED);

/** A callback told that it was paid: the rail must deny that, or a person; time does not. */
const isReported = async (context: LendingContext, { id }: RailIntent): Promise<boolean> =>
  (await context.store.db
    .selectFrom('reported_payment')
    .select('id')
    .where('intent_id', '=', id)
    .where('source', '=', 'push')
    .where('state', 'in', ['reported', 'held'])
    .executeTakeFirst()) !== undefined;

/** Before payouts that were stopped are sent again, each must have been asked about. */
const noteQuestion = ({ store, clock }: LendingContext, { id }: RailIntent): Promise<unknown> =>
  store.db.updateTable('rail_intent').set({ asked_at: clock.now() }).where('id', '=', id).where(isStopped()).execute();

async function ask(context: LendingContext, intent: RailIntent): Promise<RailResult | null> {
  const canBeAsked = intent.kind !== 'STK' || intent.provider_ref !== null;
  // Unreachable is no answer: no intent is failed while the rail is down.
  const token = callbackToken(context.store.db, 'status', intent.callback_nonce);
  const result = canBeAsked ? await context.rail.query(intent, token).catch(() => 'unreachable' as const) : null;
  if (result === 'unreachable') return null;
  if (intent.purpose === 'disbursement' && intent.provider_ref !== null) await noteQuestion(context, intent);
  if (result === null && hasWaitedLongEnough(intent, context.clock.now()) && !(await isReported(context, intent)))
    return { ok: false, code: NO_ANSWER, text: 'no answer', providerRef: null };
  return result;
}

/** Queries one intent now. Without an answer nothing changes. */
export async function queryIntent(context: LendingContext, intentId: string): Promise<void> {
  const intent = await context.store.db.selectFrom('rail_intent').selectAll().where('id', '=', intentId).executeTakeFirstOrThrow();
  if (intent.state !== 'SENT' && intent.state !== 'UNKNOWN') return;
  const result = await ask(context, intent);
  if (result) await context.store.tx((tx) => settle(context, tx, intent.id, result, 'rail'));
}

/** Reconciles: queries every intent that should have a result by now. @returns how many were settled. */
export async function reconcile(context: LendingContext, failed: (error: unknown) => void): Promise<number> {
  const now = context.clock.now();
  const silent = await context.store.db
    .updateTable('rail_intent')
    .set({ next_at: sql<number>`${now} + least(greatest(${now} - coalesce(reported_at, ${now}), ${ASK_AFTER}), ${MAX_PAUSE})` })
    .where('state', 'in', ['SENT', 'UNKNOWN'])
    .where('next_at', '<=', now)
    // A person decides about these.
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('reported_payment as r')
            .select('r.id')
            .whereRef('r.intent_id', '=', 'rail_intent.id')
            .where('r.source', '=', 'push')
            .where('r.state', '=', 'held')
            .where('r.reason', 'in', ['amountDiffers', 'amountImpossible']),
        ),
      ),
    )
    .returningAll()
    .execute();
  let settled = 0;
  for (const intent of silent) {
    await holdFailure(context, intent).catch(failed);
    const result = await ask(context, intent);
    if (!result) continue;
    await context.store.tx((tx) => settle(context, tx, intent.id, result, 'rail')).then(() => settled++, failed);
  }
  return settled;
}

/** The rail dropped the request: a payout is sent again, under the same id. */
async function sendAgain(tx: Tx, intent: RailIntent, now: number): Promise<CallbackOutcome> {
  if (intent.state === 'OK' || intent.state === 'FAILED' || intent.reported_at !== null || !mayBeResent(intent)) return 'nothing';
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

/** JSON whose strings are what they say they are; undefined: it is none. */
function parse(body: Uint8Array): unknown {
  if (body.length > READABLE_CALLBACK) return undefined;
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

type StoredCallback = Selectable<RailCallbackTable>;

/** The routes of an intent, by its kind: a callback at another one is not the rail's. */
const isRouteOf = (route: ArrivedCallback['route'], { kind }: RailIntent): boolean => (route === 'stk') === (kind === 'STK');

/** The rail's reference in a callback must be the intent's, and nobody else's. */
async function contradicts(tx: Tx, intent: RailIntent, providerRef: string | null): Promise<boolean> {
  if (providerRef === null) return false;
  if (intent.provider_ref !== null) return intent.provider_ref !== providerRef;
  return (await tx.selectFrom('rail_intent').select('id').where('provider_ref', '=', providerRef).executeTakeFirst()) !== undefined;
}

async function apply(context: LendingContext, tx: Tx, stored: StoredCallback): Promise<CallbackOutcome> {
  const route = stored.route as ArrivedCallback['route'];
  const content = context.rail.read(route, parse(stored.body));
  if (content.is === 'paybill') {
    await tx
      .updateTable('rail_callback')
      .set({ account: typedAccount(content.payment.account) })
      .where('id', '=', stored.id)
      .execute();
    return reportPaybill(context, tx, content.payment);
  }
  if (content.is === 'confirmation')
    return stored.report_id === null ? 'unmatched' : confirmed(context, tx, stored.report_id, content.confirmation);
  if (content.is === 'balances')
    return stored.balance_query_id === null ? 'unmatched' : applyBalances(context, tx, stored.balance_query_id, content.balances);
  if (content.is === 'reversal')
    return stored.reversal_id === null ? 'unmatched' : settleReversal(context, tx, stored.reversal_id, content.result);
  if (content.is === 'nothing') {
    // Without an answer the float is not known any more.
    if (route === 'balance') await context.config.security?.record({ kind: 'rail.fault', subject: 'balance' }, tx);
    return 'nothing';
  }
  if (content.is === 'unreadable') return 'unreadable';
  if (stored.intent_id === null) return 'unmatched';
  const intent = await tx.selectFrom('rail_intent').selectAll().where('id', '=', stored.intent_id).executeTakeFirstOrThrow();
  if (!isRouteOf(route, intent)) return 'mismatched';
  if (content.is === 'dropped') return sendAgain(tx, intent, context.clock.now());
  if (await contradicts(tx, intent, content.result.providerRef)) return 'mismatched';
  return route === 'stk' && content.result.ok
    ? reportPush(context, tx, intent, content.result)
    : settle(context, tx, intent.id, content.result, route === 'status' ? 'rail' : 'callback');
}

/** These tell of a caller who is not the rail, or of a rail that contradicts itself. */
const ALARMING: readonly CallbackOutcome[] = ['unreadable', 'mismatched'];

async function processOnce(context: LendingContext, callbackId: number): Promise<CallbackOutcome> {
  return context.store.tx(async (tx) => {
    const stored = await tx.selectFrom('rail_callback').selectAll().where('id', '=', callbackId).forUpdate().executeTakeFirstOrThrow();
    if (stored.outcome !== null) return stored.outcome as CallbackOutcome;
    const outcome = await apply(context, tx, stored);
    await tx.updateTable('rail_callback').set({ outcome }).where('id', '=', callbackId).execute();
    if (ALARMING.includes(outcome)) await context.config.security?.record({ kind: 'callback.refused', subject: outcome }, tx);
    return outcome;
  });
}

/** A callback that fails so often is not tried again; a person sees it. */
const MAX_ATTEMPTS = 8;

/** After the second failure, ms; twice as long after each further one. */
const PROCESS_AGAIN = 1_000;

/** Processes a callback that was stored. @throws what failed; then it is tried again later, and at last marked as failed. */
async function processCallback(context: LendingContext, callbackId: number): Promise<CallbackOutcome> {
  try {
    return await processOnce(context, callbackId);
  } catch (error) {
    // Without the database nothing can be processed, which says nothing about this callback.
    if (!(error instanceof DatabaseUnavailable)) await recordFailure(context, callbackId);
    throw error;
  }
}

async function recordFailure(context: LendingContext, callbackId: number): Promise<void> {
  await context.store.tx(async (tx) => {
    const { attempts, outcome } = await tx
      .selectFrom('rail_callback')
      .select(['attempts', 'outcome'])
      .where('id', '=', callbackId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (outcome !== null) return;
    const tried = attempts + 1;
    const pause = tried === 1 ? 0 : PROCESS_AGAIN * 2 ** (tried - 2);
    await tx
      .updateTable('rail_callback')
      .set({ attempts: tried, next_at: context.clock.now() + pause, ...(tried >= MAX_ATTEMPTS ? { outcome: 'failed' } : {}) })
      .where('id', '=', callbackId)
      .execute();
  });
}

type CallbackOwner = Pick<StoredCallback, 'intent_id' | 'report_id' | 'balance_query_id' | 'reversal_id'>;

const NOBODY: CallbackOwner = { intent_id: null, report_id: null, balance_query_id: null, reversal_id: null };

/** Whose token this is: an intent's, a payment's whose receipt the rail was asked about, that of a question about the balances, or a reversal's. null: no row has it. */
async function ownerOfToken(
  { db }: LendingContext['store'],
  route: ArrivedCallback['route'],
  token: string,
): Promise<CallbackOwner | null> {
  const nonce = nonceOf(db, route, token);
  if (nonce === null) return null;
  if (route === 'receipt') {
    const report = await db.selectFrom('reported_payment').select('id').where('callback_nonce', '=', nonce).executeTakeFirst();
    return report ? { ...NOBODY, report_id: report.id } : null;
  }
  if (route === 'balance') {
    const query = await db.selectFrom('balance_query').select('id').where('callback_nonce', '=', nonce).executeTakeFirst();
    return query ? { ...NOBODY, balance_query_id: query.id } : null;
  }
  if (route === 'reversal') {
    const reversal = await db.selectFrom('reversal').select('id').where('callback_nonce', '=', nonce).executeTakeFirst();
    return reversal ? { ...NOBODY, reversal_id: reversal.id } : null;
  }
  const intent = await db.selectFrom('rail_intent').select('id').where('callback_nonce', '=', nonce).executeTakeFirst();
  return intent ? { ...NOBODY, intent_id: intent.id } : null;
}

/** Whether an intent or a query has this token in the address of its callback. */
export const ownsCallbackToken = async ({ store }: LendingContext, route: ArrivedCallback['route'], token: string): Promise<boolean> =>
  (await ownerOfToken(store, route, token)) !== null;

/** Stores the callback as it arrived, then processes it. After a crash in between {@link processCallbacks} processes it. */
export async function railCallback(context: LendingContext, { route, token, body }: ArrivedCallback): Promise<CallbackOutcome> {
  const owner = token === null ? NOBODY : await ownerOfToken(context.store, route, token);
  if (owner === null) return 'unmatched';
  const { id } = await context.store.db
    .insertInto('rail_callback')
    .values({ route, ...owner, body, at: context.clock.now(), outcome: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const outcome = await processCallback(context, id).catch(() => 'stored' as const);
  // The rail is asked now, and not in the next round: the borrower waits.
  if (outcome === 'reported') context.queued();
  return outcome;
}

/** Processes callbacks that were stored and not processed. One that fails does not stop the others. @returns how many. */
export async function processCallbacks(context: LendingContext, failed: (error: unknown) => void): Promise<number> {
  const waiting = await context.store.db
    .selectFrom('rail_callback')
    .select('id')
    .where('outcome', 'is', null)
    .where('next_at', '<=', context.clock.now())
    .orderBy('id')
    .execute();
  for (const { id } of waiting) await processCallback(context, id).catch(failed);
  return waiting.length;
}
