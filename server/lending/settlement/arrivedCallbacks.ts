/** Stores the rail's callbacks as they arrive, and applies each once. */
import type { Selectable } from 'kysely';
import { nonceOf } from '#server/rail/callbackToken.ts';
import type { ArrivedCallback, CallbackOutcome } from '#server/rail/callbacks.ts';
import { READABLE_CALLBACK, type RailIntent } from '#server/rail/rail.ts';
import { keepReceiptAnswer } from '#server/repay/receiptQuestions.ts';
import { typedAccount } from '#server/repay/paybillAccounts.ts';
import { DatabaseUnavailable } from '#server/store/availability.ts';
import type { RailCallbackTable } from '#server/store/schema/index.ts';
import type { Tx } from '#server/store/store.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { applyBalances } from '#server/lending/origination/float.ts';
import { mayBeResent, RESEND_AFTER } from './outbox.ts';
import { confirmed, reportPaybill, reportPush } from './reports.ts';
import { settleReversal } from '#server/lending/servicing/reversals.ts';
import { settle } from './settle.ts';

/** The rail dropped the request: a payout is sent again under the same id, unless it has a result, a report, or is held. */
async function sendAgain(tx: Tx, intent: RailIntent, now: number): Promise<CallbackOutcome> {
  const isOver = intent.state === 'OK' || intent.state === 'FAILED' || intent.reported_at !== null || intent.held_at !== null;
  if (isOver || !mayBeResent(intent)) return 'nothing';
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

/** Parses the body of a callback; undefined: it is too long or not JSON. */
function parse(body: Uint8Array): unknown {
  if (body.length > READABLE_CALLBACK) return undefined;
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

type StoredCallback = Selectable<RailCallbackTable>;

/** Whether callbacks of this kind of intent arrive at this route. A callback at another route is not from the rail. */
const isRouteOf = (route: ArrivedCallback['route'], { kind }: RailIntent): boolean => (route === 'stk') === (kind === 'STK');

/** Whether the rail's reference in a callback differs from the intent's, or is the reference of another intent. */
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
  if (content.is === 'confirmation' && stored.question_id !== null)
    return keepReceiptAnswer(tx, stored.question_id, content.confirmation, context.clock.now());
  if (content.is === 'confirmation')
    return stored.report_id === null ? 'unmatched' : confirmed(context, tx, stored.report_id, content.confirmation);
  if (content.is === 'balances')
    return stored.balance_query_id === null ? 'unmatched' : applyBalances(context, tx, stored.balance_query_id, content.balances);
  if (content.is === 'reversal')
    return stored.reversal_id === null ? 'unmatched' : settleReversal(context, tx, stored.reversal_id, content.result);
  if (content.is === 'nothing') {
    // A message without a balance is recorded, because without balances the float becomes unknown.
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

/** Outcomes of a callback that is not from the rail, or that contradicts an earlier message of the rail. */
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

/** Attempts to process a callback. After the last one it is marked as failed and shown to a person. */
const MAX_ATTEMPTS = 8;

/** Pause after the second failure in ms; each further failure doubles it. */
const PROCESS_AGAIN = 1_000;

/** Processes a stored callback. @throws the error; the callback is retried later, and after the last attempt marked as failed. */
async function processCallback(context: LendingContext, callbackId: number): Promise<CallbackOutcome> {
  try {
    return await processOnce(context, callbackId);
  } catch (error) {
    // An outage of the database does not count as an attempt at this callback.
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

type CallbackOwner = Pick<StoredCallback, 'intent_id' | 'report_id' | 'balance_query_id' | 'reversal_id' | 'question_id'>;

const NOBODY: CallbackOwner = { intent_id: null, report_id: null, balance_query_id: null, reversal_id: null, question_id: null };

/**
 * The row whose callback address has this token: an intent, a reported payment, a query about a receipt or about the balances,
 * or a reversal. null: no row has the token.
 */
async function ownerOfToken(
  { db }: LendingContext['store'],
  route: ArrivedCallback['route'],
  token: string,
): Promise<CallbackOwner | null> {
  const nonce = nonceOf(db, route, token);
  if (nonce === null) return null;
  if (route === 'receipt') {
    const report = await db.selectFrom('reported_payment').select('id').where('callback_nonce', '=', nonce).executeTakeFirst();
    if (report) return { ...NOBODY, report_id: report.id };
    const question = await db.selectFrom('receipt_question').select('id').where('callback_nonce', '=', nonce).executeTakeFirst();
    return question ? { ...NOBODY, question_id: question.id } : null;
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

/** Stores the callback as it arrived, then processes it. After a crash between the two, {@link processCallbacks} processes it. */
export async function railCallback(context: LendingContext, { route, token, body }: ArrivedCallback): Promise<CallbackOutcome> {
  const owner = token === null ? NOBODY : await ownerOfToken(context.store, route, token);
  if (owner === null) return 'unmatched';
  const { id } = await context.store.db
    .insertInto('rail_callback')
    .values({ route, ...owner, body, at: context.clock.now(), outcome: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const outcome = await processCallback(context, id).catch(() => 'stored' as const);
  // The rail is queried at once instead of in the next round, because the borrower waits.
  if (outcome === 'reported') context.queued();
  return outcome;
}

/** Processes the stored callbacks that are due. A failed one does not stop the others. @returns the number of callbacks. */
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
