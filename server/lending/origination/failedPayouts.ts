/**
 * Payouts whose outcome the rail does not confirm, so that a person has to decide.
 *
 * The first kind is a payout that a callback reports as failed. Anyone who learns an address can write a callback, and after
 * a failure the borrower may draw again, so a forged failure would pay twice. The failure is stored as reported, the order
 * does not change, and the rail is queried. Until the rail or a person confirms it, no other payout is possible.
 */
import { sql } from 'kysely';
import { HOUR, type Instant } from '#machines/model/calendar.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import type { RailIntent, RailResult } from '#server/rail/rail.ts';
import { isStopped } from '#server/store/payoutStop.ts';
import type { Tx } from '#server/store/store.ts';

/** After this time a failure that the rail has not confirmed is also shown to a person. The rail is still queried. */
const HOLD_AFTER = HOUR;

/**
 * Stores the failure of a locked, open intent, and makes the query due. The first report counts. `mismatched`: the payout
 * was not sent yet, so the rail cannot know it.
 */
export async function reportFailure(
  tx: Tx,
  intent: RailIntent,
  { code, text, providerRef }: Extract<RailResult, { ok: false }>,
  now: Instant,
): Promise<'reported' | 'repeated' | 'mismatched'> {
  if (intent.state === 'NEW') return 'mismatched';
  if (intent.reported_at !== null) return 'repeated';
  await tx
    .updateTable('rail_intent')
    .set({
      reported_code: code,
      reported_text: text,
      reported_at: now,
      next_at: now,
      // If the answer to the request was lost, the callback is the first to name the rail's reference, which the query needs.
      provider_ref: intent.provider_ref ?? providerRef,
    })
    .where('id', '=', intent.id)
    .execute();
  return 'reported';
}

/** Whether the request is not sent again: the rail has accepted it, or its answer was lost and a repeat could pay twice. */
const isSent = sql<boolean>`not exists (select from outbox where topic = 'rail.send' and ref = rail_intent.id and done_at is null)`;

/**
 * Leaves the decision about a payout to a person, once: when the rail has not confirmed its reported failure in time, or when
 * the payout was sent `payoutSilence` ago and has no result. The rail is still queried, and its result counts if it comes
 * first. A payout that is still being repeated is not held. While payouts are stopped, one without a result is not held either,
 * because an operator looks into all of them.
 */
export async function holdPayout(
  { store, clock, config }: LendingContext,
  { id, user_id, purpose, reported_at, held_at, sent_at, created_at }: RailIntent,
): Promise<void> {
  if (purpose === 'repayment' || held_at !== null) return;
  const now = clock.now();
  const isUnconfirmed = reported_at !== null && now - reported_at >= HOLD_AFTER;
  if (!isUnconfirmed && now - (sent_at ?? created_at) < config.payoutSilence) return;
  await store.tx(async (tx) => {
    const held = await tx
      .updateTable('rail_intent')
      .set({ held_at: now })
      .where('id', '=', id)
      .where('held_at', 'is', null)
      .where('state', 'in', ['SENT', 'UNKNOWN'])
      .$if(!isUnconfirmed, (q) => q.where(isSent).where((is) => is.not(isStopped())))
      .returning('id')
      .executeTakeFirst();
    const subject = isUnconfirmed ? 'failureUnconfirmed' : 'noResult';
    if (held) await config.security?.record({ kind: 'payout.held', subject, userId: user_id }, tx);
  });
}
