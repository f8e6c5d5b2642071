/** Invariants of orders and money after random interleavings. Each violation is a sentence. */
import { addDays, nairobiDate } from '#machines/model/calendar.ts';
import { isEnded, isRepayable, STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import { nextStatus, type OrderEvent } from '#machines/order.machine.ts';
import { trialBalance } from '#server/books/ledger.ts';
import type { Store } from '#server/store/store.ts';
import type { ScriptedRail } from './scriptedRail.ts';

/** The float according to the books, in cents. */
export async function floatOf({ db }: Store): Promise<number> {
  const { sum } = await db
    .selectFrom('entry')
    .select((q) => q.fn.sum<number | null>('amount').as('sum'))
    .where('account_id', '=', 'mpesa_float')
    .executeTakeFirstOrThrow();
  return sum ?? 0;
}

/** An order has one status: its row, its last event and the chart agree. A borrower has at most one open order. */
export async function checkOrderInvariants(
  { db }: Store,
  userIds: readonly number[],
  scriptOf: (person: number) => string,
): Promise<string[]> {
  const complaints: string[] = [];
  const orders = await db.selectFrom('loan_order').selectAll().where('user_id', 'in', userIds).execute();
  const events = await db
    .selectFrom('order_event as e')
    .innerJoin('loan_order as o', 'o.id', 'e.order_id')
    .select(['e.order_id', 'e.version', 'e.from_status', 'e.to_status', 'e.event'])
    .where('o.user_id', 'in', userIds)
    .orderBy('e.version')
    .execute();
  for (const order of orders) {
    const own = events.filter((event) => event.order_id === order.id);
    const story = `${own.map(({ event }) => event).join(', ')} (script ${scriptOf(userIds.indexOf(order.user_id))})`;
    let status: OrderStatus | null = null;
    own.forEach((event, version) => {
      if (event.version !== version || event.from_status !== status)
        complaints.push(`${order.order_no}: two lives meet at ${event.event} of ${story}`);
      const allowed = status === null ? event.to_status : nextStatus(status, { type: event.event, next: event.to_status } as OrderEvent);
      if (allowed !== event.to_status) complaints.push(`${order.order_no}: the chart knows no ${event.event} in ${status} of ${story}`);
      status = event.to_status;
    });
    if (status !== order.status || order.version !== own.length - 1)
      complaints.push(`${order.order_no}: ${order.status} is not where it was led: ${story}`);
    if (isEnded(order.status) !== (order.ended_at !== null)) complaints.push(`${order.order_no}: ended and not ended: ${story}`);
    if (
      isRepayable(order.status) &&
      order.due_date !== null &&
      order.due_date < addDays(nairobiDate(order.updated_at), -1) &&
      order.status === STATUS.repaying
    )
      complaints.push(`${order.order_no}: repaying after its due date: ${story}`);
  }
  for (const userId of userIds) {
    const open = orders.filter((order) => order.user_id === userId && !isEnded(order.status));
    if (open.length > 1) complaints.push(`two open orders: ${open.map((order) => order.order_no).join(', ')}`);
  }
  return complaints;
}

/** Every journal balances, each order owes what its status allows, and nothing was paid out twice. */
export async function checkLedger({ db }: Store, userIds: readonly number[]): Promise<string[]> {
  const complaints: string[] = [];
  if ((await trialBalance(db)) !== 0) complaints.push('the ledger does not balance');

  const accounts = await db
    .selectFrom('loan_order as o')
    .leftJoin('journal as j', 'j.order_id', 'o.id')
    .leftJoin('entry as e', 'e.journal_id', 'j.id')
    .select(['o.order_no', 'o.status', 'e.account_id'])
    .select((q) => q.fn.sum<number | null>('e.amount').as('amount'))
    .where('o.user_id', 'in', userIds)
    .groupBy(['o.order_no', 'o.status', 'e.account_id'])
    .execute();
  const debtOf = new Map<string, { status: number; debt: number }>();
  for (const { order_no, status, account_id, amount } of accounts) {
    const isDebt = account_id === 'loan_receivable' || account_id === 'interest_receivable' || account_id === 'penalty_receivable';
    if (isDebt && (amount ?? 0) < 0) complaints.push(`${order_no}: ${account_id} is below zero`);
    if (account_id === 'misdirected' && amount !== 0) complaints.push(`${order_no}: was paid out twice`);
    const known = debtOf.get(order_no)?.debt ?? 0;
    debtOf.set(order_no, { status, debt: known + (isDebt ? (amount ?? 0) : 0) });
  }
  for (const [orderNo, { status, debt }] of debtOf)
    if (debt > 0 !== isRepayable(status)) complaints.push(`${orderNo}: status ${status} owes ${debt}`);

  const payouts = await db
    .selectFrom('journal as j')
    .innerJoin('loan_order as o', 'o.id', 'j.order_id')
    .select('o.order_no')
    .select((q) => q.fn.countAll<number>().as('count'))
    .where('o.user_id', 'in', userIds)
    .where('j.kind', '=', 'disbursement')
    .groupBy('o.order_no')
    .having((q) => q.fn.countAll(), '>', 1)
    .execute();
  for (const { order_no } of payouts) complaints.push(`${order_no}: paid out twice`);
  return complaints;
}

/** The invariants of the ledger; and the float is that of the rail, and no intent moved money twice. */
export async function checkMoneyInvariants(
  store: Store,
  userIds: readonly number[],
  rail: ScriptedRail,
  before: number,
): Promise<string[]> {
  const complaints = await checkLedger(store, userIds);
  const float = (await floatOf(store)) - before;
  if (float !== rail.balance) complaints.push(`the float moved by ${float}, the rail by ${rail.balance}`);
  for (const [intent, times] of rail.moved) if (times > 1) complaints.push(`${intent} moved ${times} times`);
  return complaints;
}
