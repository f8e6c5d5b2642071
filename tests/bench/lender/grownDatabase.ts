/**
 * Compares a lender with a large database to one with a small database. Both have the same borrowers, but the large one has a
 * hundred times as many others. Each request is sent to both right after each other, so that other load on the machine affects
 * both.
 */
import http from 'node:http';
import pg from 'pg';
import { STATUS } from '#machines/model/orderStatus.ts';
import { ORDER_COLUMNS } from '#server/books/orders.ts';
import type { SeededBorrower } from '../../../scripts/lib/manyBorrowers.ts';
import type { LenderProcess } from './measuredLender.ts';
import { requestOf, send, type Request } from './closedLoop.ts';

/** Journals of each added borrower. */
const JOURNALS = 11;

/** Columns of a copied order that get another value, with its SQL. */
const COPIED: Readonly<Partial<Record<string, string>>> = {
  order_no: `'8' || lpad(n.n::text, length(like_this.order_no) - 1, '0')`,
  user_id: 'n.user_id',
  // Half of the loans run. None of them is due in the next days.
  status: `case when n.n % 2 = 0 then like_this.status else ${STATUS.finish} end`,
  next_due_at: 'case when n.n % 2 = 0 then like_this.next_due_at + 86400000::bigint * (n.n % 80) end',
  ended_at: 'case when n.n % 2 = 1 then like_this.updated_at end',
};

const COLUMNS = ORDER_COLUMNS.map((column) => column.replace('loan_order.', '')).filter((column) => column !== 'id');

/** Statements that add the borrowers. The parameter of the first is their number, of the second the number of the copied order. */
const STATEMENTS: readonly string[] = [
  `create temporary table n on commit drop as
     with added as (
       insert into app_user(msisdn, created_at) select '2541' || lpad(n::text, 8, '0'), 0 from generate_series(1, $1::int) n returning id)
     select id as user_id, row_number() over (order by id) as n from added`,
  `create temporary table added on commit drop as
     with orders as (
       insert into loan_order(${COLUMNS.join(', ')})
       select ${COLUMNS.map((column) => COPIED[column] ?? `like_this.${column}`).join(', ')}
       from n, loan_order like_this where like_this.order_no = $1::text
       returning id, user_id)
     select id, user_id from orders`,
  `insert into order_event(order_id, version, from_status, to_status, event, at)
     select id, version, null, 1, 'order.opened', 0 from added, generate_series(0, 5) version`,
  `with posted as (
     insert into journal(idempotency_key, kind, order_id, ref, on_date, at)
     select 'grown:' || id || ':' || k, 'repayment.mpesa', id, null, date '2026-01-01' + k, 0 from added, generate_series(1, ${JOURNALS}) k
     returning id)
   insert into entry(journal_id, line, account_id, amount)
     select id, line, case line when 1 then 'mpesa_float' else 'loan_receivable' end, case line when 1 then 100 else -100 end
     from posted, generate_series(1, 2) line`,
  `insert into session(token_hash, user_id, created_at, expires_at, device_mac)
     select 'grown ' || user_id, user_id, 0, 4000000000000, 'd' || user_id from added`,
  `insert into account_device(user_id, device_mac, first_seen, last_seen, trusted_at) select user_id, 'd' || user_id, 0, 4000000000000, 0 from added`,
  `insert into profile_section(user_id, section, sealed, saved_at)
     select user_id, section, decode(repeat('5a', 400), 'hex'), 0 from added, (values ('personalInfo'), ('additionalInfo'), ('loanQuestion')) s(section)`,
  `insert into rail_intent(id, kind, purpose, order_id, user_id, amount, msisdn, state, callback_nonce, next_at, created_at, settled_at, sent_at)
     select 'grown-' || id || '-' || k, 'STK', 'repayment', id, user_id, 100, '254700000000', 'OK', 'n' || id || '-' || k, 0, 0, 0, 0
     from added, generate_series(1, 3) k`,
  `insert into outbox(topic, ref, next_at, done_at) select 'rail.send', id, 0, 0 from rail_intent where id like 'grown-%'`,
  `insert into rail_callback(route, intent_id, body, at, outcome) select 'stk', id, '', 0, 'applied' from rail_intent where id like 'grown-%'`,
  `insert into text_message(order_id, key, params, at, next_at, ended_at) select id, 'approved', '{}', 0, 0, 0 from added, generate_series(1, 3) k`,
];

export interface Grown {
  borrowers: number;
  journals: number;
}

/**
 * Adds borrowers with the history of their loans, by SQL alone. Their encrypted values cannot be decrypted, but are never read.
 * @throws Error when the ledger does not add up to zero afterwards.
 */
export async function growDatabase(databaseUrl: string, borrowers: number, orderNo: string): Promise<Grown> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    // The triggers are disabled, because they would check three million rows one by one. Below, one query checks all rows.
    await client.query('set local session_replication_role = replica');
    for (const [i, text] of STATEMENTS.entries()) await client.query(text, i === 0 ? [borrowers] : i === 1 ? [orderNo] : []);
    await client.query('commit');
    const { rows } = await client.query<{ sum: string; broken: string; journals: string; borrowers: string }>(`
      select (select sum(amount) from entry) as sum, (select count(*) from journal) as journals, (select count(*) from app_user) as borrowers,
        (select count(*) from (select from journal j left join entry e on e.journal_id = j.id group by j.id having coalesce(sum(e.amount), 1) <> 0) b) as broken`);
    const [counted] = rows;
    if (counted?.sum !== '0' || counted.broken !== '0')
      throw new Error(`the ledger adds up to ${counted?.sum}, ${counted?.broken} journals do not`);
    await client.query('vacuum analyze');
    return { borrowers: Number(counted.borrowers), journals: Number(counted.journals) };
  } finally {
    await client.end();
  }
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

/** The measured work, which is done on each of the lenders. */
type Work = (lender: LenderProcess, borrower: SeededBorrower) => Promise<unknown>;

const call =
  (agent: http.Agent, requestFor: (borrower: SeededBorrower) => Request): Work =>
  (lender, borrower) =>
    send(lender.url, agent, requestFor(borrower));

export interface Compared {
  name: string;
  /** Median, ms. */
  few: number;
  many: number;
}

/** @param times repetitions of each kind of work; a tenth for a round of due work. */
export async function compareGrowth(
  { few, many }: Record<'few' | 'many', LenderProcess>,
  borrowers: readonly SeededBorrower[],
  times: number,
): Promise<Compared[]> {
  const agent = new http.Agent({ keepAlive: true });
  const works: readonly (readonly [string, number, Work])[] = [
    ['home', times, call(agent, (borrower) => requestOf('latestOrder', {}, borrower))],
    ['records', times, call(agent, (borrower) => requestOf('orderListMarket', { page: 1 }, borrower))],
    ['pulse', Math.ceil(times / 10), (lender) => lender.ask('settle')],
  ];
  const compared: Compared[] = [];
  try {
    for (const [name, repetitions, work] of works) {
      const took = { few: [] as number[], many: [] as number[] };
      for (let i = 0; i < repetitions; i++) {
        const borrower = borrowers[i % borrowers.length];
        if (!borrower) throw new Error('there are no borrowers');
        // The two lenders alternate in coming first.
        const order = i % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const);
        for (const which of order) {
          const began = performance.now();
          await work(which === 'few' ? few : many, borrower);
          took[which].push(performance.now() - began);
        }
      }
      compared.push({ name, few: median(took.few), many: median(took.many) });
    }
    return compared;
  } finally {
    agent.destroy();
  }
}
