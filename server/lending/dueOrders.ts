/** Applies elapsed time to due orders. Loans are processed many at a time, because midnight makes all of them due. */
import { sql } from 'kysely';
import { isRepayable } from '#machines/model/orderStatus.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { lockOrderById, ORDER_COLUMNS } from '#server/books/orders.ts';
import { DatabaseUnavailable } from '#server/store/availability.ts';
import { applyTimeToLoans } from './servicing/dueLoans.ts';

/**
 * Loans in one transaction. A call about one of them waits for one such transaction at most. Fewer loans in one would need more
 * messages to the database.
 */
const AT_ONCE = 50;

/** Orders in one round. After a round, callbacks and outbox are processed. */
const PER_ROUND = 1_000;

/** Locked loans are left to the next round. @returns how many loans were brought up to `now`. */
const applyToLoans = (context: LendingContext, ids: readonly number[], now: number): Promise<number> =>
  context.store.tx(async (tx) => {
    const rows = await tx
      .selectFrom('loan_order')
      .select(ORDER_COLUMNS)
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .where('next_due_at', '<=', now)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute();
    const loans = rows.filter(({ status }) => isRepayable(status));
    if (loans.length > 0) await applyTimeToLoans(tx, loans, now);
    return loans.length;
  });

/**
 * Brings due orders up to now.
 * @param failed called with the error of each order that failed: it stays due, and the others are processed.
 * @param isInterrupted whether money waits to be sent: then the remaining orders are left to the next round.
 * @returns how many orders were processed, and whether more are due.
 */
export async function processDueOrders(
  context: LendingContext,
  failed: (error: unknown) => void,
  isInterrupted: () => boolean,
): Promise<{ worked: number; isMore: boolean }> {
  const { store, clock, config } = context;
  const now = clock.now();
  const one = async (id: number): Promise<number> => {
    try {
      await store.tx(async (tx) => context.applyElapsedTime(tx, await lockOrderById(tx, id), now));
      return 1;
    } catch (error) {
      failed(error);
      return 0;
    }
  };
  const oneByOne = async (ids: readonly number[]): Promise<number> => {
    let worked = 0;
    for (const id of ids) worked += await one(id);
    return worked;
  };

  let worked = 0;
  let last = { at: -1, id: 0 };
  while (worked < PER_ROUND && !(worked > 0 && isInterrupted())) {
    if (config.isStopping?.()) return { worked, isMore: false };
    const due = await store.db
      .selectFrom('loan_order')
      .select(['id', 'status', 'next_due_at'])
      .where('next_due_at', '<=', now)
      .where(sql<boolean>`(next_due_at, id) > (${last.at}, ${last.id})`)
      .orderBy('next_due_at')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    const end = due.at(-1);
    if (!end) return { worked, isMore: false };
    last = { at: end.next_due_at ?? now, id: end.id };
    const idsOf = (areLoans: boolean): number[] => due.filter(({ status }) => isRepayable(status) === areLoans).map(({ id }) => id);
    const loans = idsOf(true);
    worked += await oneByOne(idsOf(false));
    try {
      if (loans.length > 0) worked += await applyToLoans(context, loans, now);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      // One loan has made the transaction of all fail.
      worked += await oneByOne(loans);
    }
  }
  return { worked, isMore: true };
}
