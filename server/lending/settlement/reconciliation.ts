/** Queries the rail about intents without a result, with growing pauses. If the rail is unreachable, nothing changes. */
import { sql } from 'kysely';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import type { RailIntent, RailResult } from '#server/rail/rail.ts';
import { isStopped } from '#server/store/payoutStop.ts';
import type { Db } from '#server/store/store.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { NO_ANSWER } from '#src/api/messages/paymentFailures.ts';
import { holdPayout } from '#server/lending/origination/failedPayouts.ts';
import { ASK_AFTER, MAX_PAUSE } from './outbox.ts';
import { settle } from './settle.ts';

/** ms after which a prompt counts as failed: without the rail's reference, because its answer was lost, and with the reference. */
const GIVE_UP_UNNAMED = 10 * MINUTE;
const GIVE_UP_NAMED = 2 * HOUR;

/** Concurrent queries. */
const AT_ONCE = 8;
/** Queries in one round. After them other work is done. */
const QUESTIONS = 40;
/** ms after which a rail that did not answer is queried again. */
const ASK_SOON = MINUTE;

const hasWaitedLongEnough = (intent: RailIntent, now: number): boolean =>
  intent.kind === 'STK' &&
  now > (intent.prompt_until ?? intent.created_at) + (intent.provider_ref === null ? GIVE_UP_UNNAMED : GIVE_UP_NAMED);

/** Whether a callback reported the prompt as paid. Then the prompt does not fail by elapsed time: the rail or a person decides. */
const isReported = async (context: LendingContext, { id }: RailIntent): Promise<boolean> =>
  (await context.store.db
    .selectFrom('reported_payment')
    .select('id')
    .where('intent_id', '=', id)
    .where('source', '=', 'push')
    .where('state', 'in', ['reported', 'held'])
    .executeTakeFirst()) !== undefined;

/** Stores the time of a query while payouts are stopped: the stop ends only after a query about every open payout. */
const noteQuestion = ({ store, clock }: LendingContext, { id }: RailIntent): Promise<unknown> =>
  store.db.updateTable('rail_intent').set({ asked_at: clock.now() }).where('id', '=', id).where(isStopped()).execute();

/** @property by `time`: the rail has no result, and the prompt has waited long enough. */
interface Answer {
  result: RailResult;
  by: 'rail' | 'time';
}

/** @returns null: there is no result yet. `unreachable`: the rail did not answer; then no intent fails by elapsed time. */
async function ask(context: LendingContext, intent: RailIntent): Promise<Answer | 'unreachable' | null> {
  const canBeAsked = intent.kind !== 'STK' || intent.provider_ref !== null;
  const token = callbackToken(context.store.db, 'status', intent.callback_nonce);
  const result = canBeAsked ? await context.rail.query(intent, token, context.traceId).catch(() => 'unreachable' as const) : null;
  if (result === 'unreachable') return result;
  if (intent.purpose !== 'repayment' && intent.provider_ref !== null) await noteQuestion(context, intent);
  if (result === null && hasWaitedLongEnough(intent, context.clock.now()) && !(await isReported(context, intent)))
    return { result: { ok: false, code: NO_ANSWER, text: 'no answer', providerRef: null }, by: 'time' };
  return result && { result, by: 'rail' };
}

/** Queries one intent now. Without an answer nothing changes. */
export async function queryIntent(context: LendingContext, intentId: string): Promise<void> {
  const intent = await context.store.db.selectFrom('rail_intent').selectAll().where('id', '=', intentId).executeTakeFirstOrThrow();
  if (intent.state !== 'SENT' && intent.state !== 'UNKNOWN') return;
  const answer = await ask(context, intent);
  if (answer && answer !== 'unreachable') await context.store.tx((tx) => settle(context, tx, intent.id, answer.result, answer.by));
}

const askSoon = (db: Db, { id }: RailIntent, now: number): Promise<unknown> =>
  db
    .updateTable('rail_intent')
    .set({ next_at: sql<number>`least(next_at, ${now + ASK_SOON})` })
    .where('id', '=', id)
    .execute();

/**
 * The next intents that should have a result by now. The pause before the next question is as long as the intent has been
 * open: a result usually comes in the first minute, and a later one may never come. The rail's documents name no pause. While
 * payouts are stopped, the pause is a minute at most, because their release waits for the answers. A prompt without the
 * rail's reference cannot be queried. It is due at the time when it counts as failed.
 */
const nextSilent = (db: Db, now: number): Promise<RailIntent[]> =>
  db
    .updateTable('rail_intent')
    .set({
      next_at: sql<number>`case
        when kind = 'STK' and provider_ref is null
          then greatest(${now}::bigint + ${sql.lit(ASK_AFTER)}, coalesce(prompt_until, created_at) + ${sql.lit(GIVE_UP_UNNAMED)} + 1)
        else ${now}::bigint + least(
          greatest(${now}::bigint - coalesce(reported_at, sent_at, created_at), ${sql.lit(ASK_AFTER)}),
          case when ${isStopped()} then ${sql.lit(MINUTE)} else ${sql.lit(MAX_PAUSE)} end)
        end`,
    })
    .where('id', 'in', (q) =>
      q
        .selectFrom('rail_intent as i')
        .select('i.id')
        .where('i.state', 'in', ['SENT', 'UNKNOWN'])
        .where('i.next_at', '<=', now)
        // Not prompts with a held payment about whose amount a person decides.
        .where((is) =>
          is.not(
            is.exists(
              is
                .selectFrom('reported_payment as r')
                .select('r.id')
                .whereRef('r.intent_id', '=', 'i.id')
                .where('r.source', '=', 'push')
                .where('r.state', '=', 'held')
                .where('r.reason', 'in', ['amountDiffers', 'amountImpossible']),
            ),
          ),
        )
        .orderBy('i.next_at')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();

/**
 * Queries intents that should have a result by now, at most {@link QUESTIONS}. Ends when the rail does not answer, because
 * each further query could wait as long.
 * @returns the number of settled intents.
 */
export async function reconcile(context: LendingContext, failed: (error: unknown) => void): Promise<number> {
  const { store, clock, config } = context;
  let settled = 0;
  let isSilent = false;
  for (let asked = 0; asked < QUESTIONS && !isSilent && !config.isStopping?.();) {
    const silent = await nextSilent(store.db, clock.now());
    asked += silent.length;
    const outcomes = await Promise.allSettled(
      silent.map(async (intent) => {
        await holdPayout(context, intent);
        const answer = await ask(context, intent);
        if (answer === 'unreachable') {
          isSilent = true;
          await askSoon(store.db, intent, clock.now());
        } else if (answer) {
          await store.tx((tx) => settle(context, tx, intent.id, answer.result, answer.by));
          settled++;
        }
      }),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') failed(outcome.reason);
    if (silent.length < AT_ONCE) break;
  }
  return settled;
}
