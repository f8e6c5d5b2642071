/** Scheduled deletion of collected data and of applicants without a loan. */
import type { Instant } from '#machines/model/calendar.ts';
import { ENDED_STATUSES } from '#machines/model/orderStatus.ts';
import { isClosedOrder } from '#server/store/closedOrders.ts';
import { deleteBlobs } from '#server/store/photoBlobs.ts';
import { sinceLastLook } from '#server/store/sinceLastLook.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { NON_BORROWER_LIFE } from './collectionState.ts';

/**
 * Deletes collected data whose deadline has passed. The answer to an application deletes its data at once (`moving` of
 * `server/books/orders.ts`). @returns how many pieces.
 */
export async function deleteOverdue({ db }: Store, now: Instant): Promise<number> {
  const done = await db.deleteFrom('collected').where('delete_by', '<=', now).executeTakeFirst();
  return Number(done.numDeletedRows);
}

/**
 * Deletes the data of applicants whose last order ended a week ago and who never got a loan: sections, photos, the text read
 * from photos, the payout account. Number, orders and consents stay: they prove the agreements and contain the day from
 * which the applicant may apply again.
 * @returns how many people.
 */
export const deleteNonBorrowers = (store: Store, now: Instant): Promise<number> =>
  sinceLastLook(store.db, 'applicants deleted', now - NON_BORROWER_LIFE, (from) => deleteEndedAfter(store, from, now));

async function deleteEndedAfter(store: Store, from: Instant, now: Instant): Promise<number> {
  const due = await store.db
    .selectFrom('loan_order as o')
    .select('o.user_id')
    .distinct()
    .where(isClosedOrder('o.status'))
    .where('o.ended_at', '>', from)
    .where('o.ended_at', '<=', now - NON_BORROWER_LIFE)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('loan_order as lent')
            .select('lent.id')
            .whereRef('lent.user_id', '=', 'o.user_id')
            .where('lent.disbursed_on', 'is not', null),
        ),
      ),
    )
    .where((is) =>
      is.or(
        (['profile_section', 'photo', 'payout_account'] as const).map((table) =>
          is.exists(is.selectFrom(table).select(is.lit(1).as('one')).whereRef(`${table}.user_id`, '=', 'o.user_id')),
        ),
      ),
    )
    .execute();
  let deleted = 0;
  for (const { user_id: userId } of due) if (await store.tx((tx) => deleteNonBorrower(tx, userId, now))) deleted += 1;
  return deleted;
}

async function deleteNonBorrower(tx: Tx, userId: number, now: Instant): Promise<boolean> {
  // Opening an order takes the same lock. Whoever opened one meanwhile is kept.
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const kept = await tx
    .selectFrom('loan_order')
    .select('id')
    .where('user_id', '=', userId)
    .where((is) =>
      is.or([
        is('status', 'not in', ENDED_STATUSES),
        is('disbursed_on', 'is not', null),
        is('ended_at', 'is', null),
        is('ended_at', '>', now - NON_BORROWER_LIFE),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (kept) return false;
  await deleteApplicantData(tx, userId);
  return true;
}

/** Deletes everything that this person submitted about themselves. */
export async function deleteApplicantData(tx: Tx, userId: number): Promise<void> {
  const photos = await tx.deleteFrom('photo').where('user_id', '=', userId).returning('storage_ref').execute();
  const refs = photos.map((photo) => photo.storage_ref);
  await deleteBlobs(tx, refs);
  for (const table of ['card_reading', 'face_turn', 'profile_section', 'payout_account'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  for (const table of ['collected', 'order_answer', 'order_note'] as const)
    await tx
      .deleteFrom(table)
      .where('order_id', 'in', (order) => order.selectFrom('loan_order').select('id').where('user_id', '=', userId))
      .execute();
}
