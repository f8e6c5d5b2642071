/** Data that the lender needs no more is deleted by age. Nothing else is deleted. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { closingAmount } from '#machines/model/terms.ts';
import { createReadings } from '#server/monitoring/readings.ts';
import { prune, readPruneRequest } from '#server/operator/prune.ts';
import { BATCH, deleteOldRows, oldestRow, PRUNABLE, prunableUntil } from '#server/store/oldRows.ts';
import type { Schema } from '#server/store/schema/index.ts';
import { onBothDatabases } from '#tests/support/database.ts';
import { setLoanFixture } from '../lending/loanFixture.ts';

const YEARS = 3 * 366 * DAY;
/** The tables that prove a loan. */
const BOOKS = ['journal', 'entry', 'loan_order', 'order_event', 'consent', 'rail_intent', 'reported_payment'] as const;

onBothDatabases((engine) => {
  const fixture = setLoanFixture(engine);

  const count = async (table: keyof Schema): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(fixture.store.db);
    return rows[0]?.n ?? 0;
  };
  const counts = async (tables: readonly (keyof Schema)[]): Promise<Record<string, number>> =>
    Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)] as const)));

  async function run(request: string[], isStopped = () => false): Promise<{ said: string[]; end: string }> {
    const said: string[] = [];
    const { store, clock } = fixture;
    const end = await prune(readPruneRequest(request), { store, clock, say: (line) => said.push(line), isStopped });
    return { said, end };
  }

  /** From new readings, because readings are cached for a minute. */
  const daysWithoutUse = async (): Promise<number | null> => (await createReadings(fixture.store, fixture.clock)()).prunable_days;

  async function repaid() {
    const borrower = await fixture.lent();
    const { balance } = await fixture.detail(borrower);
    await fixture.payBill(borrower, borrower.orderNo, closingAmount(balance));
    await fixture.pass(DAY);
    expect((await fixture.order(borrower)).status).toBe(STATUS.finish);
    // The fixture has no provider that would end a text.
    await sql`update text_message set ended_at = at where ended_at is null`.execute(fixture.store.db);
    return borrower;
  }

  test('loan repaid three years ago: its jobs, callbacks and texts are deleted, its books stay, and the ledger is the same', async () => {
    await repaid();
    await run([]);
    const books = await counts(BOOKS);
    const before = await counts(PRUNABLE.map(({ table }) => table));
    expect(Math.min(...Object.values(before)), JSON.stringify(before)).toBeGreaterThan(0);
    fixture.clock.pass(YEARS);

    expect(await daysWithoutUse(), 'the metric says for how long').toBeGreaterThan(1_000);
    const dry = await run(['--dry-run']);
    expect(await counts(PRUNABLE.map(({ table }) => table)), 'a dry run deletes nothing').toEqual(before);
    const { said, end } = await run([]);
    expect(said).toEqual(dry.said);
    const all = Object.values(before).reduce((sum, n) => sum + n, 0);
    expect(dry.end).toBe(`${all} rows would be deleted; run this without --dry-run to delete them.`);
    expect(end).toBe(`${all} rows were deleted.`);
    expect(await counts(PRUNABLE.map(({ table }) => table))).toEqual({ outbox: 0, rail_callback: 0, text_message: 0 });
    expect(await counts(BOOKS)).toEqual(books);
    expect((await run([])).end, 'repeated').toBe('0 rows were deleted.');
    expect(await daysWithoutUse()).toBe(0);
  });

  test('loan that runs for years, payment that waits for a person, payout without a result: their rows stay', async () => {
    const borrower = await fixture.lent();
    await fixture.goToDaysLate(borrower, 1);
    const texts = await count('text_message');
    const { db } = fixture.store;
    const intent = await db.selectFrom('rail_intent').select(['id', 'state']).orderBy('created_at', 'desc').executeTakeFirstOrThrow();
    await db.updateTable('rail_intent').set({ state: 'UNKNOWN' }).where('id', '=', intent.id).execute();
    fixture.clock.pass(YEARS);
    await run([]);
    expect(await count('text_message'), 'a reminder is not sent twice').toBe(texts);
    expect(await db.selectFrom('outbox').select('ref').execute()).toContainEqual({ ref: intent.id });
    expect(await db.selectFrom('rail_callback').select('intent_id').execute()).toContainEqual({ intent_id: intent.id });

    await db.updateTable('rail_intent').set({ state: intent.state }).where('id', '=', intent.id).execute();
    await run([]);
    expect(await db.selectFrom('outbox').select('ref').execute()).not.toContainEqual({ ref: intent.id });
  });

  test('more rows than a batch, stopped after the first: the next run deletes the rest, and younger rows stay', async () => {
    const { db } = fixture.store;
    await run([]);
    const now = fixture.clock.now();
    const old = now - 91 * DAY;
    await sql`insert into outbox(topic, ref, next_at, done_at)
      select 'rail.receipt', 'old ' || n, 0, ${old}::bigint from generate_series(1, ${2 * BATCH + 5}::int) n`.execute(db);
    await sql`insert into outbox(topic, ref, next_at, done_at) values
      ('rail.receipt', 'young', 0, ${now - 89 * DAY}), ('rail.receipt', 'not done', 0, null)`.execute(db);
    const left = () => db.selectFrom('outbox').select('ref').where('ref', 'like', 'old %').execute();
    let asked = 0;
    const stopped = await run([], () => ++asked > 2);
    expect(stopped.end).toBe(`Stopped after ${BATCH} rows; run this again for the rest.`);
    expect(await left()).toHaveLength(BATCH + 5);
    expect((await run([])).end).toBe(`${BATCH + 5} rows were deleted.`);
    expect(await left()).toEqual([]);
    expect(await db.selectFrom('outbox').select('ref').where('ref', 'in', ['young', 'not done']).execute()).toHaveLength(2);
  });

  test('two runs at once: every row is deleted once, and neither waits for the other', async () => {
    const { db, clock } = { db: fixture.store.db, clock: fixture.clock };
    const old = clock.now() - 91 * DAY;
    await sql`insert into outbox(topic, ref, next_at, done_at)
      select 'rail.receipt', 'twice ' || n, 0, ${old}::bigint + n from generate_series(1, ${3 * BATCH}::int) n`.execute(db);
    const rows = { table: 'outbox', since: 'done_at' } as const;
    const [one, other] = await Promise.all([1, 2].map(() => deleteOldRows(db, rows, old + YEARS / 36)));
    const rest = await deleteOldRows(db, rows, old + YEARS / 36);
    expect((one ?? 0) + (other ?? 0) + rest).toBeGreaterThanOrEqual(3 * BATCH);
    expect(await db.selectFrom('outbox').select('ref').where('ref', 'like', 'twice %').execute()).toEqual([]);
  });

  test('old rows of each kind: are found by an index', async () => {
    for (const rows of PRUNABLE) {
      const until = prunableUntil(rows, fixture.clock.now());
      const plan = await fixture.store.tx(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`explain select 1 from ${sql.table(rows.table)} old
          where ${sql.ref(`old.${rows.since}`)} <= ${until} order by ${sql.ref(`old.${rows.since}`)} limit 1`.execute(tx);
        return lines.map((line) => line['QUERY PLAN']).join('\n');
      });
      expect(plan, rows.table).toMatch(/Index (Only )?Scan/);
      expect(plan, rows.table).not.toMatch(/Sort/);
    }
    expect(await oldestRow(fixture.store.db, { table: 'outbox', since: 'done_at' }, -1)).toBeNull();
  });
});

test('prune with an unknown argument: is refused in one sentence', () => {
  expect(() => readPruneRequest(['outbox'])).toThrow('prune takes no "outbox": its ages are fixed, and --dry-run only counts.');
  expect(() => readPruneRequest(['--days', '3'])).toThrow();
});
