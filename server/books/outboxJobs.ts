/** Jobs of the outbox that are taken one at a time. Jobs that send money are claimed in batches (`settlement/outbox.ts`). */
import type { Selectable } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import { isStopped } from '#server/store/payoutStop.ts';
import type { OutboxTable, OutboxTopic } from '#server/store/schema/index.ts';
import type { Tx } from '#server/store/store.ts';

export type OutboxJob = Selectable<OutboxTable>;

/**
 * Locks the job of this topic that has waited longest. Jobs that another process has locked are skipped.
 * @param sendsMoney such a job waits while payouts are stopped.
 */
export const nextJob = (tx: Tx, topic: OutboxTopic, now: Instant, { sendsMoney = false } = {}): Promise<OutboxJob | undefined> =>
  tx
    .selectFrom('outbox')
    .selectAll()
    .where('topic', '=', topic)
    .where('done_at', 'is', null)
    .where('next_at', '<=', now)
    .$if(sendsMoney, (q) => q.where((is) => is.not(isStopped())))
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Pauses between attempts, ms. The first pause is `first`, each further one `factor` times as long, none longer than `most`. */
export interface Pauses {
  first: number;
  factor: number;
  most: number;
}

/** Counts an attempt at a locked job, and schedules the next one. @param isLast ends the job instead. */
export const countAttempt = (
  tx: Tx,
  { id, attempts }: OutboxJob,
  now: Instant,
  { first, factor, most }: Pauses,
  isLast = false,
): Promise<unknown> =>
  tx
    .updateTable('outbox')
    .set({
      attempts: attempts + 1,
      next_at: now + Math.min(first * factor ** Math.min(attempts, 10), most),
      done_at: isLast ? now : null,
    })
    .where('id', '=', id)
    .execute();
