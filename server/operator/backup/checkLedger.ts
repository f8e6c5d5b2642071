/** Checks that every journal adds up to zero, and that the books agree with the orders. */
import { sql } from 'kysely';
import { isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import type { Db } from '#server/store/store.ts';

/** Most findings of one kind that are returned. */
const SHOWN = 5;

/** @returns findings, one sentence each; none: the books agree. */
export async function checkLedger(db: Db): Promise<string[]> {
  const repayable = Object.values(STATUS).filter(isRepayable);
  const checks = [
    sql<{ finding: string }>`select 'The ledger adds up to ' || sum(amount) || ' cents and not to 0.' as finding
      from entry having coalesce(sum(amount), 0) <> 0`,
    sql<{
      finding: string;
    }>`select 'Journal ' || j.id || ' adds up to ' || coalesce(sum(e.amount), 0) || ' cents, with ' || count(e.line) || ' entries.' as finding
      from journal j left join entry e on e.journal_id = j.id
      group by j.id having coalesce(sum(e.amount), 0) <> 0 or count(e.line) < 2 order by j.id limit ${SHOWN}`,
    sql<{
      finding: string;
    }>`select 'Order ' || o.order_no || ' owes ' || coalesce(d.debt, 0) || ' cents by the journal, and its status is ' || o.status || '.' as finding
      from loan_order o left join (
        select j.order_id, sum(e.amount) as debt from journal j join entry e on e.journal_id = j.id
        where e.account_id in ('loan_receivable', 'interest_receivable', 'penalty_receivable') group by j.order_id) d on d.order_id = o.id
      where (coalesce(d.debt, 0) > 0) <> (o.status in (${sql.join(repayable)})) or coalesce(d.debt, 0) < 0
      order by o.id limit ${SHOWN}`,
    sql<{
      finding: string;
    }>`select 'Order ' || o.order_no || ' was paid out, and the journal has ' || count(j.id) || ' disbursements of it.' as finding
      from loan_order o left join journal j on j.order_id = o.id and j.kind = 'disbursement'
      where o.disbursed_on is not null group by o.id, o.order_no having count(j.id) <> 1 order by o.id limit ${SHOWN}`,
    sql<{ finding: string }>`select 'Payout ' || i.id || ' arrived and is not in the journal.' as finding
      from rail_intent i where i.purpose <> 'repayment' and i.state = 'OK'
        and not exists (select 1 from journal j where j.ref = i.id and j.kind in ('disbursement', 'misdirected', 'refund.done')) order by i.id limit ${SHOWN}`,
    sql<{ finding: string }>`select 'Job ' || b.id || ' of the outbox has no payment ' || b.ref || '.' as finding
      from outbox b where b.topic = 'rail.send' and b.done_at is null
        and not exists (select 1 from rail_intent i where i.id = b.ref) order by b.id limit ${SHOWN}`,
  ];
  const findings: string[] = [];
  for (const check of checks) findings.push(...(await check.execute(db)).rows.map(({ finding }) => finding));
  return findings;
}
