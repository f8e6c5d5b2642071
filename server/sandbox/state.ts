/** What the sandbox shows of the lender's tables. */
import { sql } from 'kysely';
import type { Db } from '#server/store/store.ts';
import type { SandboxLedger, SandboxOrder, SandboxSms } from '#src/api/sandbox.ts';

/** Older ones are still there, but nobody scrolls so far. */
const SHOWN = 100;

export const readSms = (db: Db): Promise<SandboxSms[]> =>
  db.selectFrom('sandbox_sms').select(['id', 'msisdn as to', 'text', 'at']).orderBy('id', 'desc').limit(SHOWN).execute();

export const readOrders = (db: Db): Promise<SandboxOrder[]> =>
  db
    .selectFrom('loan_order as o')
    .innerJoin('app_user as u', 'u.id', 'o.user_id')
    .select([
      'o.order_no as orderNo',
      'u.msisdn as mobile',
      'o.status',
      'o.principal',
      'o.term_days as termDays',
      'o.updated_at as updatedAt',
    ])
    .orderBy('o.id', 'desc')
    .limit(SHOWN)
    .execute();

/** @param orderNo all orders when left out. */
export async function readLedger(db: Db, orderNo: string | undefined): Promise<SandboxLedger> {
  const lines = await db
    .selectFrom('entry as e')
    .innerJoin('journal as j', 'j.id', 'e.journal_id')
    .leftJoin('loan_order as o', 'o.id', 'j.order_id')
    .select([
      'j.id as journal',
      'j.kind',
      'o.order_no as orderNo',
      'j.ref',
      'j.on_date as on',
      'j.at',
      'e.account_id as account',
      'e.amount',
    ])
    .where(orderNo === undefined ? sql<boolean>`true` : sql<boolean>`o.order_no = ${orderNo}`)
    .orderBy('j.id')
    .orderBy('e.line')
    .execute();
  const accounts: Record<string, number> = {};
  for (const { account, amount } of lines) accounts[account] = (accounts[account] ?? 0) + amount;
  return { lines, sum: lines.reduce((sum, { amount }) => sum + amount, 0), accounts };
}
