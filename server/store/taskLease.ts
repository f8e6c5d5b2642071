/**
 * Tasks that one process of the lender does at a time. A task stays correct when two processes do it, because it changes rows
 * under their locks; a lease only saves work. A process that dies keeps its tasks for {@link LEASE}, then another process
 * takes them. The embedded database has one process, which does all tasks.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from './store.ts';

/** Length of a lease in seconds by the clock of the database; rounds of a task are shorter. */
const LEASE = 15;

/** ms after which a lease is renewed: rounds of due work begin every second, and renewing at each would be needless work. */
const FRESH = 4_000;

export type Task = 'orders' | 'callbacks' | 'reconcile' | 'documents' | 'retention';

export interface TaskLeases {
  /** Does the work, unless another process has the task. @returns the result of the work; null: another process has the task. */
  run<T>(task: Task, work: () => Promise<T>): Promise<T | null>;
  /** Takes the leases of all tasks from other processes. */
  takeOver(): Promise<void>;
  /** Gives up all leases when this process stops, so that another process can take the tasks at once. */
  release(): Promise<void>;
}

export function createTaskLeases(store: Store): TaskLeases {
  const holder = randomUUID();
  const until = sql`clock_timestamp() + make_interval(secs => ${LEASE})`;

  /** Time of the last renewal by task, by `performance.now()`. */
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
