/**
 * Tasks that one process of the lender does at a time. Each is safe when two do it, because each changes rows under
 * their locks; a lease only spares the work. A process that dies keeps its tasks for {@link LEASE}, then another takes
 * them. The embedded database has one process, which does everything.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from './store.ts';

/** Seconds by the clock of the database: several rounds of due work. */
const LEASE = 15;

/** A lease that was taken or renewed less than so many ms ago is not renewed: a round comes every second. */
const FRESH = 4_000;

export type Task = 'orders' | 'callbacks' | 'reconcile' | 'documents' | 'retention';

export interface TaskLeases {
  /** Does the work, unless another process does it. @returns its result; null when it was left to the other one. */
  run<T>(task: Task, work: () => Promise<T>): Promise<T | null>;
  /** Every task is this process's from now on. */
  takeOver(): Promise<void>;
  /** Another process may take the tasks at once, because this one stops. */
  release(): Promise<void>;
}

export function createTaskLeases(store: Store): TaskLeases {
  const holder = randomUUID();
  const until = sql`clock_timestamp() + make_interval(secs => ${LEASE})`;

  /** By task, time of the last renewal by `performance.now()`. */
  const renewedAt = new Map<Task, number>();

  async function isMine(task: Task): Promise<boolean> {
    if (store.engine === 'embedded') return true;
    const askedAt = performance.now();
    if (askedAt - (renewedAt.get(task) ?? -Infinity) < FRESH) return true;
    const row = await store.db
      .insertInto('task_lease')
      .values({ task, holder, until })
      .onConflict((conflict) =>
        conflict
          .column('task')
          .doUpdateSet({ holder, until })
          .where(sql<boolean>`task_lease.holder = ${holder} or task_lease.until < clock_timestamp()`),
      )
      .returning('task')
      .executeTakeFirst();
    if (row) renewedAt.set(task, askedAt);
    return row !== undefined;
  }

  return {
    run: async (task, work) => ((await isMine(task)) ? work() : null),
    takeOver: async () => void (await store.db.updateTable('task_lease').set({ holder, until }).execute()),
    async release() {
      renewedAt.clear();
      await store.db.deleteFrom('task_lease').where('holder', '=', holder).execute();
    },
  };
}
