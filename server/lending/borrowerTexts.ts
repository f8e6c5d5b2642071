/**
 * Sends queued text messages. Each text is claimed by one statement, so that several processes send different texts. It is sent
 * outside of any transaction. Locks are taken in this order: order, text.
 */
import type { Selectable } from 'kysely';
import { DAY, HOUR, MINUTE, type Instant } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { closingAmount } from '#machines/model/terms.ts';
import { daytimeFrom, presentReminder } from '#src/market/reminders.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { lockOrderById, type OrderRow } from '#server/books/orders.ts';
import { languageOfBorrower, textOf } from '#server/books/textMessages.ts';
import { runSideBySide } from './settlement/sideBySide.ts';
import type { SendResult, Sms } from '#server/messaging/sms.ts';
import { balanceOf } from '#server/repay/debt.ts';
import type { AfterDisbursementSchema, TextKey } from '#server/store/schema/repayTables.ts';
import type { Db, Tx } from '#server/store/store.ts';

type Text = Selectable<AfterDisbursementSchema['text_message']>;
type KeyedText = Pick<Text, 'key' | 'params'>;

/** Length of a claim in ms, longer than two providers may take. The first failure is followed by a pause of twice this, and each further one doubles it. */
const RETRY_DELAY = 30_000;
/** The longest pause, in ms. */
const MAX_PAUSE = 30 * MINUTE;
/** The longest random addition to a pause, as a share of it: texts that failed together are not retried together. */
const JITTER = 0.25;
/** ms in which a text about an event is retried: later it has no use. */
const EVENT_LIFE = 3 * HOUR;
/** ms in which a text about the safety of an account is retried: it is useful later too. */
const SAFETY_LIFE = DAY;
const ABOUT_SAFETY: readonly TextKey[] = ['accountBound', 'deviceAdded', 'signedOutEverywhere'];
/** ms to wait for a delivery report after a sending with an unknown outcome, before the text is sent again. */
const REPORT_DELAY = 10 * MINUTE;

/** Texts about a due date. They are written when they are sent, with the balance of that moment. */
const ABOUT_DUE_DATE: readonly TextKey[] = ['dueSoon', 'dueToday', 'dueTodayCapped', 'overdue', 'overdueCapped'];
const OVERDUE: readonly TextKey[] = ['overdue', 'overdueCapped'];

/** Whether an ended text was never written, because its reason no longer applied when it was to be sent. */
export const isWithdrawn = ({ key, params }: KeyedText): boolean => ABOUT_DUE_DATE.includes(key) && params['left'] === undefined;

/** The present values of a text about a due date, from a locked order that is up to `now`; null: its reason no longer applies. */
async function presentText(
  context: LendingContext,
  tx: Tx,
  row: OrderRow,
  { key, params }: KeyedText,
  now: Instant,
): Promise<KeyedText | null> {
  const { date, days } = params;
  if (row.due_date === null || row.due_date !== date) return null;
  const isOverdue = OVERDUE.includes(key);
  if (row.status !== (isOverdue ? STATUS.overdued : STATUS.repaying)) return null;
  if (!isOverdue && presentReminder(row.due_date, now) !== days) return null;
  const balance = await balanceOf(tx, row, now);
  const { left, penaltyPerDay: perDay } = balance;
  const present = { ...params, left, perDay, today: closingAmount(balance), paybill: context.config.paybill, orderNo: row.order_no };
  if (isOverdue) return { key: perDay > 0 ? 'overdue' : 'overdueCapped', params: present };
  if (days !== 0) return { key: 'dueSoon', params: present };
  return { key: perDay > 0 ? 'dueToday' : 'dueTodayCapped', params: present };
}

/** Every column by name, because a statement with `*` is not prepared (`server/store/prepared.ts`). */
const TEXT_COLUMNS = [
  'id',
  'order_id',
  'user_id',
  'language',
  'key',
  'params',
  'at',
  'next_at',
  'attempts',
  'ended_at',
  'once_key',
  'send_id',
] as const;

/** Claims a text until the time of its retry; undefined when it is not due any more, because another process has it. */
const claim = (db: Db, id: number, now: Instant): Promise<Text | undefined> =>
  db
    .updateTable('text_message')
    .set((q) => ({ attempts: q('attempts', '+', 1), next_at: q.val(now + RETRY_DELAY) }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('next_at', '<=', now)
    .returning(TEXT_COLUMNS)
    .executeTakeFirst();

/**
 * Writes a claimed text about a due date with the values of this moment. Other texts stay as they are.
 * @returns null when the text must wait until daytime, or when its reason no longer applies.
 */
async function writeNow(context: LendingContext, text: Text): Promise<Text | null> {
  const { order_id: orderId } = text;
  if (orderId === null || !ABOUT_DUE_DATE.includes(text.key)) return text;
  return context.store.tx(async (tx) => {
    const now = context.clock.now();
    const change = tx.updateTable('text_message').where('id', '=', text.id);
    const daytime = daytimeFrom(now);
    if (daytime > now) {
      await change.set({ next_at: daytime, attempts: text.attempts - 1 }).execute();
      return null;
    }
    const order = await context.applyElapsedTime(tx, await lockOrderById(tx, orderId), now);
    const present = await presentText(context, tx, order, text, now);
    if (!present) {
      await change.set({ ended_at: now }).execute();
      return null;
    }
    await change.set({ key: present.key, params: JSON.stringify(present.params), language: languageOfBorrower(tx, order.id) }).execute();
    return { ...text, ...present };
  });
}

const recipientOf = (db: Db, id: number) =>
  db
    .selectFrom('text_message')
    .leftJoin('loan_order', 'loan_order.id', 'text_message.order_id')
    .innerJoin('app_user', (on) => on.on((is) => is('app_user.id', '=', is.fn.coalesce('text_message.user_id', 'loan_order.user_id'))))
    .select((is) => ['app_user.msisdn', is.fn.coalesce('text_message.language', 'loan_order.language').$notNull().as('language')])
    .where('text_message.id', '=', id)
    // The number of a closed account is null.
    .where('app_user.msisdn', 'is not', null)
    .executeTakeFirst();

/** From 0 to 1, taken from the random id of the text and the number of the attempt: the same in every process. */
const fractionOf = ({ send_id: id, attempts }: Text): number => {
  const from = (attempts * 2) % 6;
  return Number.parseInt(id.slice(from, from + 2), 16) / 255;
};

/**
 * When a text is retried; null: never. A text about a due date is retried as long as its reason applies, which
 * {@link writeNow} checks.
 */
function retryAt(text: Text, result: Exclude<SendResult, { is: 'taken' }>, now: Instant): Instant | null {
  if (result.is === 'refused' || (result.is === 'unknown' && result.again === 'never')) return null;
  const { key, attempts, at } = text;
  const pause = Math.min(RETRY_DELAY * 2 ** Math.min(attempts, 10), MAX_PAUSE) * (1 + JITTER * fractionOf(text));
  const isAwaited = result.is === 'unknown' && result.again === 'duplicate';
  const next = now + Math.round(isAwaited ? Math.max(pause, REPORT_DELAY) : pause);
  if (ABOUT_DUE_DATE.includes(key)) return next;
  return next > at + (ABOUT_SAFETY.includes(key) ? SAFETY_LIFE : EVENT_LIFE) ? null : next;
}

/** @returns null when the text is not sent: its reason no longer applies, it waits until the morning, or the account was closed. */
async function attempt(context: LendingContext, sms: Sms, claimed: Text): Promise<SendResult | null> {
  const { db } = context.store;
  const text = await writeNow(context, claimed);
  if (!text) return null;
  const recipient = await recipientOf(db, text.id);
  if (!recipient) {
    await db.deleteFrom('text_message').where('id', '=', text.id).execute();
    return null;
  }
  const kind = ABOUT_DUE_DATE.includes(text.key) ? 'reminder' : 'event';
  const words = textOf(text.key, recipient.language, { paybill: context.config.paybill, ...text.params });
  return sms.send(recipient.msisdn, words, { kind, sendId: text.send_id });
}

/**
 * Sends one due text. @param failed called with the error of an attempt that failed, which is retried like one that no provider
 * accepted. @returns whether a provider took it. @throws the error of a claim: then the others cannot be claimed either.
 */
async function sendText(context: LendingContext, sms: Sms, id: number, failed: (error: unknown) => void): Promise<boolean> {
  const { db } = context.store;
  const claimed = await claim(db, id, context.clock.now());
  if (!claimed) return false;
  const result = await attempt(context, sms, claimed).catch((error: unknown): SendResult => {
    failed(error);
    return { is: 'notNow' };
  });
  if (result === null) return false;
  const now = context.clock.now();
  const next = result.is === 'taken' ? null : retryAt(claimed, result, now);
  await db
    .updateTable('text_message')
    .set(next === null ? { ended_at: now } : { next_at: next })
    .where('id', '=', id)
    // Another process may have claimed it again, if this one was slow.
    .where('attempts', '=', claimed.attempts)
    .execute();
  return result.is === 'taken';
}

/** The ids of each borrower's texts, in the order in which they were queued. */
function idsByBorrower(due: readonly Pick<Text, 'id' | 'order_id' | 'user_id'>[]): Iterable<number[]> {
  const groups = new Map<string, number[]>();
  for (const { id, order_id, user_id } of due.toSorted((a, b) => a.id - b.id)) {
    const borrower = `${order_id}:${user_id}`;
    groups.set(borrower, [...(groups.get(borrower) ?? []), id]);
  }
  return groups.values();
}

/**
 * Sends due texts, several at the same time, because each waits for the answer of a provider. Those about one loan that are
 * due in one round are sent one after the other. A text has the same id in all attempts, so that the log of texts shows
 * what a server did that was killed meanwhile.
 * @param most number of texts in this round. @param atOnce number of providers' answers that are waited for at the same time.
 * @param failed called with the error of each text that failed. It is retried, and the others are sent.
 * @throws the error of a claim, for example on a full disk. Then the round ends, and the next pulse tries again.
 * @returns how many texts were sent, and whether more may be due.
 */
export async function sendTexts(
  context: LendingContext,
  { most, atOnce }: { most: number; atOnce: number },
  failed: (error: unknown) => void,
): Promise<{ sent: number; isMore: boolean }> {
  const { sms, isStopping } = context.config;
  if (!sms) return { sent: 0, isMore: false };
  const due = await context.store.db
    .selectFrom('text_message')
    .select(['id', 'order_id', 'user_id'])
    .where('ended_at', 'is', null)
    .where('next_at', '<=', context.clock.now())
    // The order of the index, because at eight in the morning all reminders of the day are due.
    .orderBy('next_at')
    .limit(most)
    .execute();
  let sent = 0;
  const sendAll = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) {
      if (isStopping?.()) return;
      if (await sendText(context, sms, id, failed)) sent++;
    }
  };
  await runSideBySide(async (running) => {
    for (const ids of idsByBorrower(due)) {
      while (running.size >= atOnce) await running.oneEnds();
      if (running.hasFailed || isStopping?.()) return;
      running.begin(sendAll(ids));
    }
  });
  return { sent, isMore: due.length === most && !isStopping?.() };
}
