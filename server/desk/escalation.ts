/**
 * Escalates proofs and tickets whose promised answer is late: the case is marked, and a text to the borrower says so. This is a
 * task of due work. Applications are escalated by the timers of their order (`lending/timers.ts`).
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import { TICKET } from '#machines/model/feedback.ts';
import { queueAccountText, queueText } from '#server/books/textMessages.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';

/** The most cases of each kind in one round. */
const AT_ONCE = 100;

/** The rows of one kind for one round, oldest promise first. Rows that another process has locked are skipped. */
const late = (table: 'proof' | 'ticket', waits: RawBuilder<SqlBool>, now: Instant): RawBuilder<SqlBool> => sql<SqlBool>`id in (
  select id from ${sql.table(table)} where ${waits} and answer_by <= ${now} and escalated_at is null
  order by answer_by limit ${AT_ONCE} for update skip locked)`;

/** @param email address that the texts name. @returns how many cases were escalated. */
export function escalateLate(store: Store, clock: Clock, email: string): Promise<number> {
  return store.tx(async (tx) => {
    const now = clock.now();
    const proofs = await tx
      .updateTable('proof')
      .set({ escalated_at: now })
      .where(late('proof', sql`state = 'waiting'`, now))
      .returning(['order_id', 'receipt'])
      .execute();
    for (const { order_id: id, receipt } of proofs) await queueText(tx, { id }, 'proofLate', { receipt, email }, now);
    const tickets = await tx
      .updateTable('ticket')
      .set({ escalated_at: now })
      .where(late('ticket', sql`status in (${TICKET.received}, ${TICKET.inProgress})`, now))
      .returning(['user_id', 'ticket_no'])
      .execute();
    for (const { user_id: userId, ticket_no: ticketNo } of tickets)
      await queueAccountText(tx, { userId, language: 'en' }, 'messageLate', { ticketNo, email }, now);
    return proofs.length + tickets.length;
  });
}
