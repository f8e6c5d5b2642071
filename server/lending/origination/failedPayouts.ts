/**
 * Payouts that a callback reports as failed. Anyone who learns an address can write a callback, and after a failure the
 * borrower may draw again, so a failure that was made up would pay twice. It is stored as reported, the order stays
 * where it is, and the rail is asked. Until the rail says so too, or a person does, no other payout is possible.
 */
import { HOUR, type Instant } from '#machines/model/calendar.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import type { RailIntent, RailResult } from '#server/rail/rail.ts';
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

/** Asks a person to decide, once, when the rail has not confirmed the reported failure of this intent in time. */
export async function holdFailure(
  { store, clock, config }: LendingContext,
  { id, user_id, reported_at, held_at }: RailIntent,
): Promise<void> {
  const now = clock.now();
  if (reported_at === null || held_at !== null || now - reported_at < HOLD_AFTER) return;
  await store.tx(async (tx) => {
    const held = await tx
      .updateTable('rail_intent')
      .set({ held_at: now })
      .where('id', '=', id)
      .where('held_at', 'is', null)
      .where('state', 'in', ['SENT', 'UNKNOWN'])
      .returning('id')
      .executeTakeFirst();
    if (held) await config.security?.record({ kind: 'payout.held', subject: 'failureUnconfirmed', userId: user_id }, tx);
  });
}
