/**
 * Home, records, due work and the deletions of each minute must not read more rows when there are more borrowers. The database counts the rows that each of
 * their statements reads, with few borrowers and with ten times as many.
 */
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#machines/model/calendar.ts';
import { TICKET } from '#machines/model/feedback.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { figuresOf } from '#server/desk/dayFigures.ts';
import type { Store } from '#server/store/store.ts';
import { addBorrowers, type SeededBorrower } from '../../../scripts/lib/manyBorrowers.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

interface Sent {
  text: string;
  parameters: readonly unknown[];
}

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

let lender: TestLender;
let few: SeededBorrower[] = [];
let first = 70_000_000;

async function grow(count: number): Promise<SeededBorrower[]> {
  const { store, clock } = lender.inside();
  const now = clock.now();
  const stages = ['lent', 'offered', 'applying'] as const;
  const groups: SeededBorrower[][] = [];
  for (const stage of stages) {
    groups.push(await addBorrowers(store, { stage, count, first, now }));
    first += count;
  }
  await sql`
    insert into idempotent_answer(fingerprint, started_at, finished_at, encrypted, good_until)
    select 'f' || n || '-' || ${first}::int, ${now}, ${now}, '', ${now + 600_000}::bigint from generate_series(1, ${count}::int) n`.execute(
    store.db,
  );
  await sql`
    insert into rail_intent(id, kind, purpose, order_id, user_id, amount, msisdn, state, callback_nonce, next_at, created_at, settled_at, sent_at)
    select 'P' || o.id, 'STK', 'repayment', o.id, o.user_id, 100, '254700000000', 'OK', 'n' || o.id, 0, 0, 0, 0 from loan_order o
    on conflict do nothing`.execute(store.db);
  await sql`insert into outbox(topic, ref, next_at, done_at) select 'rail.send', id, 0, 0 from rail_intent on conflict do nothing`.execute(
    store.db,
  );
  await sql`insert into rail_callback(route, intent_id, body, at, outcome) select 'stk', id, '', 0, 'applied' from rail_intent`.execute(
    store.db,
  );
  await sql`
    insert into text_message(order_id, key, params, at, next_at, ended_at) select id, 'approved', '{}', 0, 0, 0 from loan_order`.execute(
    store.db,
  );
  const long = now - 30 * DAY;
  await sql`
    insert into loan_order(order_no, user_id, status, product_id, principal, term_days, contract, opened_at, updated_at, ended_at, reapply_on)
    select 'E' || id, user_id, ${STATUS.reject}, product_id, principal, term_days, contract, ${long}, ${long}, ${long}, '2020-01-01'
    from loan_order where ended_at is null on conflict do nothing`.execute(store.db);
  await sql`
    insert into ticket(ticket_no, user_id, request_id, type, status, created_at, updated_at)
    select 'T' || id, user_id, 'press', 1, ${TICKET.done}, ${long}, ${long} from loan_order where ended_at is null
    on conflict do nothing`.execute(store.db);
  await sql`
    insert into collection_kind(order_id, kind, asked_at) select id, 'sms', 0 from loan_order where status = ${STATUS.addition}
    on conflict do nothing`.execute(store.db);
  await sql`
    insert into collected(order_id, kind, encrypted, at, delete_by) select order_id, kind, '', 0, ${now + DAY}::bigint from collection_kind
    on conflict do nothing`.execute(store.db);
  await sql`analyze`.execute(store.db);
  return groups[0] ?? [];
}

beforeAll(async () => {
  lender = await startLender({ databaseUrl: await postgresDatabase(), env: { READER: 'off' } });
  few = await grow(30);
});
afterAll(() => lender.stop());

const scans = (node: PlanNode): PlanNode[] => [...(node['Node Type'].includes('Scan') ? [node] : []), ...(node.Plans ?? []).flatMap(scans)];

/** Rows that the statement reads from tables and indexes. Its transaction is rolled back. */
async function rowsRead({ db }: Store, { text, parameters }: Sent): Promise<number> {
  const undone = new Error('undone');
  let read = 0;
  await db
    .transaction()
    .execute(async (tx) => {
      // Without this, the planner would read a small table as a whole.
      await sql`set local enable_seqscan = off`.execute(tx);
      const explain = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]);
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain);
      const [planned] = rows[0]?.['QUERY PLAN'] ?? [];
      if (!planned) throw new Error('no plan');
      for (const node of scans(planned.Plan)) {
        const { 'Actual Rows': rows_, 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node;
        read += (rows_ + filtered + rechecked) * node['Actual Loops'];
      }
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return read;
}

const canBeExplained = ({ text }: Sent): boolean => /^\s*(select|insert|update|delete|with)\b/i.test(text);

/** The different statements of this work. Scheduled work may add some, which must not read more rows either. */
async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent = new Map<string, Sent>();
  const unsubscribe = lender.inside().store.onStatement((text, parameters) => void sent.set(text, { text, parameters }));
  try {
    await work();
  } finally {
    unsubscribe();
  }
  return [...sent.values()].filter(canBeExplained);
}

/** The statements that read more rows with ten times as many borrowers. */
async function grownOf(statements: readonly Sent[]): Promise<string[]> {
  const { store } = lender.inside();
  const measure = async (): Promise<Map<string, number>> => {
    const counted = new Map<string, number>();
    for (const one of statements) counted.set(one.text, await rowsRead(store, one));
    return counted;
  };
  const before = await measure();
  await grow(300);
  return [...(await measure())].filter(([text, rows]) => rows > (before.get(text) ?? 0)).map(([text, rows]) => `${rows} rows: ${text}`);
}

test('home, records, repayment page and due work, ten times as many borrowers: read no more rows', async () => {
  const { due: work } = lender.inside();
  await work.run();
  const [borrower] = few;
  if (!borrower) throw new Error('no borrower was added');
  const phone = lender.phone({ device: () => borrower.deviceId });
  phone.token = borrower.token;
  const calls = await statementsOf(async () => {
    await phone.call('latestOrder', {});
    await phone.call('orderListMarket', { page: 1 });
    await phone.call('repayOrderDetail', { orderNo: borrower.orderNo });
  });
  // Statements that are due once a minute or once a start were sent before.
  const due = await statementsOf(() => work.run());
  expect(calls.length).toBeGreaterThan(4);
  expect(due.length).toBeGreaterThan(8);

  expect(await grownOf([...calls, ...due])).toEqual([]);
});

test('deletions of a minute, ten times as many borrowers: read no more rows', async () => {
  const { due: work } = lender.inside();
  await work.run();
  const deletions = await statementsOf(async () => {
    await lender.sandbox.advance(MINUTE + 1);
    await work.run();
  });
  expect(deletions.filter(({ text }) => text.includes('delete from')).length).toBeGreaterThan(15);

  expect(await grownOf(deletions)).toEqual([]);
});

test('statement that no index serves: is found', async () => {
  const scan = { text: 'select id from journal where at < $1', parameters: [0] };
  expect(await grownOf([scan])).toEqual([expect.stringContaining(scan.text)]);
});

test('figures of a day, ten times as many borrowers without events on that day: read no more rows', async () => {
  const { store } = lender.inside();
  const statements = await statementsOf(() => figuresOf(store, '2030-01-01', Date.parse('2030-01-01T12:00:00Z')));
  expect(statements.length).toBeGreaterThan(5);
  expect(await grownOf(statements)).toEqual([]);
});
