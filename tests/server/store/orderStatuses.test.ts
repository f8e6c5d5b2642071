/**
 * The database contains the numbers of `STATUS` too. A status that is added in the code only would compile, but the database would
 * refuse its first order. So the check of the column and the partial indexes are compared with the table.
 */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CLOSED_STATUSES, ENDED_STATUSES, STATUS } from '#machines/model/orderStatus.ts';
import type { Store } from '#server/store/store.ts';
import { onDatabase, testClock } from '#tests/support/database.ts';

const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);
const numbersIn = (definition: string): number[] => sorted((definition.match(/\d+/g) ?? []).map(Number));

/** The statuses in the expressions of the database; empty: there is no such expression. */
async function inDatabase({ db }: Store): Promise<{ allowed: number[]; ended: number[]; closed: number[] }> {
  const checks = await sql<{ definition: string }>`
    select pg_get_expr(c.conbin, c.conrelid) as definition from pg_constraint c
    where c.conrelid = 'loan_order'::regclass and c.contype = 'c'
      and c.conkey = (select array[a.attnum] from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'status')`.execute(db);
  const index = (name: string) =>
    sql<{ definition: string }>`
      select pg_get_expr(i.indpred, i.indrelid) as definition from pg_index i where i.indexrelid = ${name}::regclass`.execute(db);
  const numbers = ({ rows }: typeof checks): number[] => sorted(rows.flatMap(({ definition }) => numbersIn(definition)));
  return { allowed: numbers(checks), ended: numbers(await index('one_open_order')), closed: numbers(await index('loan_order_ended')) };
}

const ADD = 'Add a migration, and leave those that exist as they are:';
const CHECK = `${ADD} one that drops the check of loan_order.status and adds it with the numbers of STATUS.`;
const OPEN = `${ADD} one that creates one_open_order again, where the status is none of ENDED_STATUSES.`;
const CLOSED = `${ADD} one that creates loan_order_ended again, where the status is one of CLOSED_STATUSES: without it the sweep reads every order.`;

onDatabase('embedded', (engine) => {
  test('the migrated database: allows the statuses of the table, and one order that has not ended', async () => {
    const { allowed, ended, closed } = await inDatabase(await engine.open(testClock()));
    expect(allowed, CHECK).toEqual(sorted(Object.values(STATUS)));
    expect(ended, OPEN).toEqual(sorted(ENDED_STATUSES));
    expect(closed, CLOSED).toEqual(sorted(CLOSED_STATUSES));
  });

  test('migration that allows one more status and lets it end: is noticed', async () => {
    const store = await engine.open(testClock());
    await sql`
      alter table loan_order drop constraint loan_order_status_check;
      alter table loan_order add constraint known_status check (status in (1, 2, 19));
      drop index one_open_order;
      create unique index one_open_order on loan_order(user_id) where status not in (4, 19)`.execute(store.db);
    expect(await inDatabase(store)).toEqual({ allowed: [1, 2, 19], ended: [4, 19], closed: [8, 9] });
  });
});
