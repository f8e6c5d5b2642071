/**
 * Sends queued text messages. Each text is claimed in a separate transaction, so several processes send different
 * ones, and is sent outside of any transaction. Locks are taken in this order: order, text.
 */
import type { Selectable } from 'kysely';
import { MINUTE, type Instant } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { closingAmount } from '#machines/model/terms.ts';
import { daytimeFrom, presentReminder } from '#src/market/reminders.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { lockOrderById, type OrderRow } from '#server/books/orders.ts';
import { textOf } from '#server/books/textMessages.ts';
import { balanceOf } from '#server/repay/debt.ts';
import type { AfterDisbursementSchema, TextKey } from '#server/store/schema/repayTables.ts';
import type { Db, Tx } from '#server/store/store.ts';

type Text = Selectable<AfterDisbursementSchema['text_message']>;
type Said = Pick<Text, 'key' | 'params'>;

/** A claim holds for so long, in ms: longer than the gateway may take. After a failure the pause doubles each time. */
const RETRY_DELAY = 30_000;
/** After so many attempts a text about something that happened is too old to be of use. */
const MAX_TRIES = 8;
/** A text about a due date is tried for as long as it is true, with at most this pause in ms. */
const MAX_PAUSE = 30 * MINUTE;

/** Texts about a due date: they say what holds when they are sent. */
const ABOUT_DUE_DATE: readonly TextKey[] = ['dueSoon', 'dueToday', 'dueTodayCapped', 'overdue', 'overdueCapped'];
const OVERDUE: readonly TextKey[] = ['overdue', 'overdueCapped'];

/** What a text about a due date says of a locked order that is up to `now`; null: it is not true any more. */
async function presentText(context: LendingContext, tx: Tx, row: OrderRow, { key, params }: Said, now: Instant): Promise<Said | null> {
  const { date, days } = params;
  if (row.due_date === null || row.due_date !== date) return null;
  const isOverdue = OVERDUE.includes(key);
  if (row.status !== (isOverdue ? STATUS.overdued : STATUS.repaying)) return null;
  if (!isOverdue && presentReminder(row.due_date, now) !== days) return null;
  const balance = await balanceOf(tx, row, now);
  const { left, penaltyPerDay: perDay } = balance;
  const said = { ...params, left, perDay, today: closingAmount(balance), paybill: context.config.paybill, orderNo: row.order_no };
  if (isOverdue) return { key: perDay > 0 ? 'overdue' : 'overdueCapped', params: said };
  if (days !== 0) return { key: 'dueSoon', params: said };
  return { key: perDay > 0 ? 'dueToday' : 'dueTodayCapped', params: said };
}

/** Claims this text; null when another process has it, it has to wait for the day, or it is not true any more. */
async function claim(context: LendingContext, id: number): Promise<Text | null> {
  return context.store.tx(async (tx) => {
    const now = context.clock.now();
    const found = await tx.selectFrom('text_message').select(['order_id', 'key']).where('id', '=', id).executeTakeFirst();
    if (!found) return null;
    const order =
      found.order_id !== null && ABOUT_DUE_DATE.includes(found.key)
        ? await context.applyElapsedTime(tx, await lockOrderById(tx, found.order_id), now)
        : null;
    const text = await tx
      .updateTable('text_message')
      .set((q) => ({ attempts: q('attempts', '+', 1), next_at: q.val(now + RETRY_DELAY) }))
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('next_at', '<=', now)
      .returningAll()
      .executeTakeFirst();
    if (!text || !order) return text ?? null;
    const change = tx.updateTable('text_message').where('id', '=', id);
    const daytime = daytimeFrom(now);
    if (daytime > now) {
      await change.set({ next_at: daytime, attempts: text.attempts - 1 }).execute();
      return null;
    }
    const said = await presentText(context, tx, order, text, now);
    if (!said) {
      await change.set({ ended_at: now }).execute();
      return null;
    }
    await change.set({ key: said.key, params: JSON.stringify(said.params) }).execute();
    return { ...text, ...said };
  });
}

const recipientOf = (db: Db, id: number) =>
  db
    .selectFrom('text_message')
    .leftJoin('loan_order', 'loan_order.id', 'text_message.order_id')
    .innerJoin('app_user', (on) => on.on((is) => is('app_user.id', '=', is.fn.coalesce('text_message.user_id', 'loan_order.user_id'))))
    .select((is) => ['app_user.msisdn', is.fn.coalesce('text_message.language', 'loan_order.language').$notNull().as('language')])
    .where('text_message.id', '=', id)
    // A closed account has no number.
    .where('app_user.msisdn', 'is not', null)
    .executeTakeFirst();

/** When a text that the gateway did not take is tried again; null: never. */
function retryAt({ key, attempts }: Text, now: Instant): Instant | null {
  const pause = RETRY_DELAY * 2 ** Math.min(attempts, 10);
  if (ABOUT_DUE_DATE.includes(key)) return now + Math.min(pause, MAX_PAUSE);
  return attempts >= MAX_TRIES ? null : now + pause;
}

/**
 * Sends the texts that are due, each with the identity it had at earlier attempts: a server that is killed after the
 * gateway took a text, and before this was noted, sends it again under the same identity. @returns how many were sent.
 */
export async function sendTexts(context: LendingContext): Promise<number> {
  const { sms } = context.config;
  if (!sms) return 0;
  const { db } = context.store;
  let sent = 0;
  for (let last = 0; !context.config.isStopping?.();) {
    const due = await db
      .selectFrom('text_message')
      .select('id')
      .where('ended_at', 'is', null)
      .where('next_at', '<=', context.clock.now())
      .where('id', '>', last)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!due) return sent;
    last = due.id;
    const text = await claim(context, due.id);
    if (!text) continue;
    const recipient = await recipientOf(db, text.id);
    if (!recipient) {
      await db.deleteFrom('text_message').where('id', '=', text.id).execute();
      continue;
    }
    const arrived = await sms.send(recipient.msisdn, textOf(text.key, recipient.language, text.params), text.send_id).then(
      () => true,
      () => false,
    );
    if (arrived) sent++;
    const now = context.clock.now();
    const next = arrived ? null : retryAt(text, now);
    await db
      .updateTable('text_message')
      .set(next === null ? { ended_at: now } : { next_at: next })
      .where('id', '=', text.id)
      .execute();
  }
  return sent;
}
