/** Deletes tickets of people without a loan, a week after the last message, unless the lender owes an answer. */
import { DAY, nairobiDate, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import { TICKET } from '#machines/model/feedback.ts';
import { isEnded } from '#machines/model/orderStatus.ts';
import { isClosedOrder } from '#server/store/closedOrders.ts';
import { deleteBlobs } from '#server/store/photoBlobs.ts';
import { sinceLastLook } from '#server/store/sinceLastLook.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import { DATA_PROMISES } from '#src/market/support.ts';

const LIFE = DATA_PROMISES.nonBorrowersDays * DAY;
/** Statuses in which the lender owes no answer. */
const ANSWERED: readonly number[] = [TICKET.needsReply, TICKET.done];

type Aged = { user_id: number; status: number; updated_at: Instant };

/** When a ticket is deleted; null: never, because an answer is due, an application runs, or there was a loan. */
async function endOf(db: Db, ticket: Aged): Promise<Instant | null> {
  if (!ANSWERED.includes(ticket.status)) return null;
  const orders = await db
    .selectFrom('loan_order')
    .select(['status', 'ended_at', 'disbursed_on'])
    .where('user_id', '=', ticket.user_id)
    .execute();
  let last = ticket.updated_at;
  for (const { status, ended_at: ended, disbursed_on: lent } of orders) {
    if (lent !== null || ended === null || !isEnded(status)) return null;
    last = Math.max(last, ended);
  }
  return last + LIFE;
}

/** The day on which a ticket is deleted; null: never. */
export async function ticketDeletedOn(db: Db, ticket: Aged): Promise<CalendarDate | null> {
  const end = await endOf(db, ticket);
  return end === null ? null : nairobiDate(end);
}

/** Deletes tickets with their messages and pictures. @returns how many tickets. */
export const deleteAnsweredTickets = (store: Store, now: Instant): Promise<number> =>
  sinceLastLook(store.db, 'tickets deleted', now - LIFE, (from) => deleteEndedAfter(store, from, now));

/** A ticket ends its time after the last event: a message, or the end of an application. */
async function deleteEndedAfter(store: Store, from: Instant, now: Instant): Promise<number> {
  const ofPeopleWhoseApplicationEnded = store.db
    .selectFrom('loan_order as ended')
    .innerJoin('ticket', 'ticket.user_id', 'ended.user_id')
    .select('ticket.id')
    .where(isClosedOrder('ended.status'))
    .where('ended.ended_at', '>', from)
    .where('ended.ended_at', '<=', now - LIFE);
  const changed = store.db
    .selectFrom('ticket')
    .select('id')
    .where('updated_at', '>', from)
    .where('updated_at', '<=', now - LIFE);
  const due = await store.db
    .selectFrom('ticket as t')
    .select(['t.id', 't.user_id'])
    .where('t.id', 'in', changed.union(ofPeopleWhoseApplicationEnded))
    .where('t.status', 'in', [...ANSWERED])
    .where((is) =>
      is.not(
        is.exists(
          is.selectFrom('loan_order as o').select('o.id').whereRef('o.user_id', '=', 't.user_id').where('o.disbursed_on', 'is not', null),
        ),
      ),
    )
    .execute();
  let deleted = 0;
  for (const ticket of due) if (await store.tx((tx) => deleteTicket(tx, ticket, now))) deleted += 1;
  return deleted;
}

async function deleteTicket(tx: Tx, { id, user_id: userId }: { id: number; user_id: number }, now: Instant): Promise<boolean> {
  // A new order and a new message take the same lock. If one came meanwhile, the ticket stays.
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const ticket = await tx
    .selectFrom('ticket')
    .select(['user_id', 'status', 'updated_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const end = ticket ? await endOf(tx, ticket) : null;
  if (end === null || end > now) return false;
  const pictures = await tx.deleteFrom('ticket_picture').where('ticket_id', '=', id).returning('ref').execute();
  const refs = pictures.map(({ ref }) => ref);
  await deleteBlobs(tx, refs);
  await tx.deleteFrom('ticket_message').where('ticket_id', '=', id).execute();
  await tx.deleteFrom('ticket').where('id', '=', id).execute();
  return true;
}
