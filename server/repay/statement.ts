/** The statement of one order: its journals in words and amounts for the borrower. */
import type { Instant } from '#machines/model/calendar.ts';
import type { LoanStatement, StatementKind, StatementLine, StatementPart } from '#machines/model/order.ts';
import type { AccountId, JournalKind } from '#server/store/schema/index.ts';
import type { Db } from '#server/store/store.ts';
import { readCurrent, type LendingContext } from '#server/books/lendingContext.ts';
import { reportedPayments } from './reportedPayments.ts';
import type { OrderRow } from '#server/books/orders.ts';

const KINDS: Record<JournalKind, StatementKind> = {
  disbursement: 'paidOut',
  misdirected: 'other',
  'repayment.mpesa': 'payment',
  'repayment.paybill': 'payment',
  unplaced: 'credited',
  settlement: 'earlySettlement',
  penalty: 'lateCharge',
  coupon: 'coupon',
  'rollover.deposit': 'rollover',
  'rollover.fee': 'rollover',
  'rollover.released': 'rollover',
  // These two book payments that belong to no order.
  reversal: 'other',
  'reversal.done': 'other',
  refund: 'refund',
  'refund.done': 'refund',
  'refund.failed': 'refundFailed',
  writeOff: 'writtenOff',
  correction: 'corrected',
};

/** The accounts that a borrower sees. Income from interest and late charges is left out: its other side is the debt. */
const PARTS: Readonly<Partial<Record<AccountId, StatementPart>>> = {
  loan_receivable: 'principal',
  interest_receivable: 'interest',
  penalty_receivable: 'lateCharge',
  fee_income: 'fee',
  tax_payable: 'tax',
  suspense: 'credit',
  rollover_deposit: 'credit',
  rollover_income: 'fee',
};

const DEBT: readonly AccountId[] = ['loan_receivable', 'interest_receivable', 'penalty_receivable'];

/** Names a movement of the float by its direction: sent to the borrower, or received. */
function partOf(account: AccountId, amount: number): StatementPart | undefined {
  if (account === 'mpesa_float') return amount < 0 ? 'sent' : 'received';
  // A correction that adds a payment shows it as received.
  if (account === 'correction') return amount > 0 ? 'received' : undefined;
  return PARTS[account];
}

/** Accounts of money that the lender holds for the borrower. */
const HELD: readonly AccountId[] = ['suspense', 'rollover_deposit'];

/**
 * The amount to show. Payments, charges, and an increase of the debt are shown above zero. A decrease of the debt, and the use
 * of money that was held for the borrower, are shown below zero.
 */
const shown = (account: AccountId, amount: number): number =>
  DEBT.includes(account) ? amount : HELD.includes(account) ? -amount : Math.abs(amount);

async function linesOf(db: Db, row: OrderRow): Promise<StatementLine[]> {
  const entries = await db
    .selectFrom('entry as e')
    .innerJoin('journal as j', 'j.id', 'e.journal_id')
    .leftJoin('rail_intent as i', 'i.id', 'j.ref')
    .leftJoin('rollover as x', 'x.extension_no', 'j.ref')
    .select([
      'j.id as no',
      'j.kind',
      'j.on_date as on',
      'j.at',
      'j.ref',
      'i.id as intent',
      'i.receipt',
      'x.id as rollover',
      'e.account_id as account',
      'e.amount',
    ])
    .where('j.order_id', '=', row.id)
    .orderBy('j.id')
    .orderBy('e.line')
    .execute();
  const lines: StatementLine[] = [];
  let balance = 0;
  for (const { no, kind, on, at, ref, intent, receipt, rollover, account, amount } of entries) {
    let line = lines[lines.length - 1];
    if (line?.no !== no) {
      // Numbers of the lender are not shown as receipts, because M-PESA does not know them.
      const named = intent !== null ? receipt : rollover === null ? ref : null;
      line = { no, kind: KINDS[kind], on, at, receipt: named, parts: [], balance };
      lines.push(line);
    }
    if (DEBT.includes(account)) balance += amount;
    const part = partOf(account, amount);
    if (part) line.parts.push({ part, amount: shown(account, amount) });
    line.balance = balance;
  }
  return lines;
}

/** When the last agreement of this order was accepted; null: no agreement was accepted. */
async function agreedAt(db: Db, orderId: number): Promise<Instant | null> {
  const last = await db
    .selectFrom('consent')
    .select('at')
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.at ?? null;
}

export const statement = (context: LendingContext, userId: number, orderNo: string): Promise<LoanStatement> =>
  readCurrent(context, userId, orderNo, async (db, row) => {
    const lines = await linesOf(db, row);
    return {
      orderNo: row.order_no,
      status: row.status,
      principal: row.principal,
      termDays: row.term_days,
      openedAt: row.opened_at,
      asOf: context.clock.now(),
      lines,
      reported: await reportedPayments(db, row.id),
      // Without lines the money was not sent, and nothing is owed.
      left: lines.at(-1)?.balance ?? 0,
      agreedAt: await agreedAt(db, row.id),
    };
  });
