/**
 * Promises that ended without a person: the case is marked, and the borrower told that the answer is late. Applications are
 * escalated by the timers of their order (`lending/timers.ts`), these by a task of due work.
 */
import { TICKET } from '#machines/model/feedback.ts';
import { queueAccountText, queueText } from '#server/books/textMessages.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';

/** Of each kind in one round. */
const AT_ONCE = 100;

/** @param email as the texts name it. @returns how many were escalated. */
export function escalateLate(store: Store, clock: Clock, email: string): Promise<number> {
  return store.tx(async (tx) => {
    const now = clock.now();
    const proofs = await tx
      .updateTable('proof')
      .set({ escalated_at: now })
      .where('id', 'in', (late) =>
        late
          .selectFrom('proof')
          .select('id')
          .where('state', '=', 'waiting')
          .where('answer_by', '<=', now)
          .where('escalated_at', 'is', null)
          .orderBy('answer_by')
          .limit(AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['order_id', 'receipt'])
      .execute();
    for (const { order_id: id, receipt } of proofs) await queueText(tx, { id }, 'proofLate', { receipt, email }, now);
    const tickets = await tx
      .updateTable('ticket')
      .set({ escalated_at: now })
      .where('id', 'in', (late) =>
        late
          .selectFrom('ticket')
          .select('id')
          .where('status', 'in', [TICKET.received, TICKET.inProgress])
          .where('answer_by', '<=', now)
          .where('escalated_at', 'is', null)
          .orderBy('answer_by')
          .limit(AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['user_id', 'ticket_no'])
      .execute();
    for (const { user_id: userId, ticket_no: ticketNo } of tickets)
      await queueAccountText(tx, { userId, language: 'en' }, 'messageLate', { ticketNo, email }, now);
    return proofs.length + tickets.length;
  });
}
