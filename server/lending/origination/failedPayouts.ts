/**
 * Payouts of which the rail does not say what became of them, which a person is asked about.
 *
 * First those that a callback reports as failed. Anyone who learns an address can write a callback, and after a failure the
 * borrower may draw again, so a failure that was made up would pay twice. It is stored as reported, the order stays
 * where it is, and the rail is asked. Until the rail says so too, or a person does, no other payout is possible.
 */
import { sql } from 'kysely';
import { HOUR, type Instant } from '#machines/model/calendar.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import type { RailIntent, RailResult } from '#server/rail/rail.ts';
import { isStopped } from '#server/store/payoutStop.ts';
import type { Tx } from '#server/store/store.ts';

/** A failure that the rail has not confirmed for so long is also shown to a person; the rail is asked further. */
const HOLD_AFTER = HOUR;

/**
 * Stores the failure of a locked, open intent, and makes the query due. The first report counts. `mismatched`: the payout
 * was not sent yet, so nothing that the rail says can be about it.
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
      // Where the answer to the request was lost, the callback is the first to name the rail's reference; the query needs it.
      provider_ref: intent.provider_ref ?? providerRef,
    })
    .where('id', '=', intent.id)
    .execute();
  return 'reported';
}

/** Nothing more is sent for it: the rail took the request, or its answer was lost and a repeat could pay twice. */
const isSent = sql<boolean>`not exists (select from outbox where topic = 'rail.send' and ref = rail_intent.id and done_at is null)`;

/**
 * Asks a person to decide about a payout, once: when the rail has not confirmed its reported failure in time, or when it was
 * sent `payoutSilence` ago and has no result. The rail is asked further, and its result counts if it comes first. A payout that
 * is still sent again waits for that. While payouts are stopped nobody is asked because of silence: an operator looks into them.
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
