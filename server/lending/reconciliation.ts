/** Asks the rail about intents that have no result yet. Unreachable is no answer: nothing changes then. */
import { sql } from 'kysely';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import type { RailIntent, RailResult } from '#server/rail/rail.ts';
import { isStopped } from '#server/store/payoutStop.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { NO_ANSWER } from '#src/api/messages/paymentFailures.ts';
import { holdFailure } from './failedPayouts.ts';
import { ASK_AFTER, MAX_PAUSE } from './outbox.ts';
import { settle } from './settle.ts';

/** A push is failed after this: without the rail's reference (its answer was lost), and with it. */
const GIVE_UP_UNNAMED = 10 * MINUTE;
const GIVE_UP_NAMED = 2 * HOUR;

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
  if (intent.purpose !== 'repayment' && intent.provider_ref !== null) await noteQuestion(context, intent);
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
