/** Rollovers: the cost of more time, the account number for its fee, and the change of the due date. */
import { nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { LoanBalance } from '#machines/model/order.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import {
  rolloverObstacle,
  rolloverOption,
  type ChosenRollover,
  type RolloverDetail,
  type RolloverOption,
} from '#machines/model/rollover.ts';
import type { Selectable } from 'kysely';
import { newExtensionNo } from '#server/store/ids.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { accountFor } from './paybillAccounts.ts';
import { lockCurrent, type LendingContext } from '#server/books/lendingContext.ts';
import { balanceOf, receive } from './debt.ts';
import { heldOn, openParts, post, readDebt, total } from '#server/books/ledger.ts';
import { move, type OrderRow } from '#server/books/orders.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';
import type { AfterDisbursementSchema } from '#server/store/schema/repayTables.ts';
import { queueText } from '#server/books/textMessages.ts';

type RolloverRow = Selectable<AfterDisbursementSchema['rollover']>;

export interface Rollovers {
  detail(userId: number, orderNo: string): Promise<RolloverDetail>;
  /** Chooses or changes the option. The account number and the money paid to it are kept. */
  choose(userId: number, orderNo: string, days: number): Promise<ChosenRollover>;
  /** Moves the date. Repeating it changes nothing. */
  confirm(userId: number, orderNo: string, extensionNo: string): Promise<RolloverDetail>;
  /** Withdraws the chosen option. The money paid for it repays the loan. Repeating the call changes nothing. */
  withdraw(userId: number, orderNo: string, extensionNo: string): Promise<RolloverDetail>;
}

const rolloversOf = (db: Db, orderId: number): Promise<RolloverRow[]> =>
  db.selectFrom('rollover').selectAll().where('order_id', '=', orderId).orderBy('id').execute();

const timesUsed = (rows: readonly RolloverRow[]): number => rows.filter(({ state }) => state === 'CONFIRMED').length;

/** The present cost, but at most the cost at the time of the choice. It decreases when the loan is partly repaid. */
function priceOf(row: OrderRow, balance: LoanBalance, chosen: RolloverRow, now: number): RolloverOption {
  const today = rolloverOption(row.contract.product, balance, nairobiDate(now), chosen.days);
  const fee = Math.min(today.fee, chosen.fee);
  const tax = Math.min(today.tax, chosen.tax);
  return { ...today, fee, tax, total: fee + tax };
}

async function chosenView(
  context: LendingContext,
  tx: Tx,
  row: OrderRow,
  balance: LoanBalance,
  chosen: RolloverRow,
): Promise<ChosenRollover> {
  const now = context.clock.now();
  const price = priceOf(row, balance, chosen, now);
  const received = await heldOn(tx, row.id, 'rollover_deposit');
  return {
    ...price,
    // Money above the fee repays the loan when the date is moved.
    owedThen: Math.max(0, price.owedThen - Math.max(0, received - price.total)),
    extensionNo: chosen.extension_no,
    businessNumber: context.config.paybill,
    accountNumber: await accountFor(tx, row.id, 'rollover', now),
    received,
    missing: Math.max(0, price.total - received),
  };
}

async function view(context: LendingContext, tx: Tx, row: OrderRow): Promise<RolloverDetail> {
  if (!isRepayable(row.status)) throw orderRefused();
  const now = context.clock.now();
  const { product } = row.contract;
  const balance = await balanceOf(tx, row, now);
  const rows = await rolloversOf(tx, row.id);
  const chosen = rows.find(({ state }) => state === 'CHOSEN');
  const last = rows.filter(({ state }) => state === 'CONFIRMED').pop();
  return {
    orderNo: row.order_no,
    dueDate: balance.dueDate,
    penalty: balance.penalty,
    obstacle: rolloverObstacle(product, balance, timesUsed(rows)),
    timesUsed: timesUsed(rows),
    timesAllowed: product.rollover.maxTimes,
    options: product.rollover.days.map((days) => rolloverOption(product, balance, nairobiDate(now), days)),
    chosen: chosen ? await chosenView(context, tx, row, balance, chosen) : null,
    confirmed: last?.new_due_date ? { extensionNo: last.extension_no, days: last.days, newDueDate: last.new_due_date } : null,
  };
}

/** @throws Refusal rolloverRefused with the obstacle. */
function refuseObstacle(row: OrderRow, balance: LoanBalance, rows: readonly RolloverRow[]): void {
  const obstacle = rolloverObstacle(row.contract.product, balance, timesUsed(rows));
  if (obstacle === 'off') throw new Refusal(CODE.rolloverRefused, 'lender.rolloverOff');
  if (obstacle === 'timesUsed') throw new Refusal(CODE.rolloverRefused, 'lender.rolloverTimesUsed', { count: timesUsed(rows) });
  if (obstacle === 'penaltyOpen') throw new Refusal(CODE.rolloverRefused, 'lender.rolloverPenaltyOpen', { left: balance.penalty });
}

async function choose(context: LendingContext, tx: Tx, row: OrderRow, days: number): Promise<ChosenRollover> {
  if (!isRepayable(row.status)) throw orderRefused();
  const now = context.clock.now();
  const { product } = row.contract;
  const balance = await balanceOf(tx, row, now);
  const rows = await rolloversOf(tx, row.id);
  refuseObstacle(row, balance, rows);
  if (!product.rollover.days.includes(days)) throw new Refusal(CODE.rolloverRefused, 'lender.rolloverDays');
  const before = rows.find(({ state }) => state === 'CHOSEN');
  if (before?.days === days) return chosenView(context, tx, row, balance, before);
  const { fee, tax } = rolloverOption(product, balance, nairobiDate(now), days);
  const terms = { days, fee, tax, chosen_at: now };
  const chosen = before
    ? await tx.updateTable('rollover').set(terms).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow()
    : await tx
        .insertInto('rollover')
        .values({
          ...terms,
          extension_no: newExtensionNo(),
          order_id: row.id,
          state: 'CHOSEN',
        })
        .returningAll()
        .executeTakeFirstOrThrow();
  return chosenView(context, tx, row, balance, chosen);
}

async function findExtension(tx: Tx, row: OrderRow, extensionNo: string): Promise<RolloverRow> {
  const found = (await rolloversOf(tx, row.id)).find(({ extension_no }) => extension_no === extensionNo);
  if (!found) throw new Refusal(CODE.orderNotFound, 'lender.rolloverNotFound');
  return found;
}

/** Uses the deposit of a rollover, which remains after its fee or its withdrawal, to repay the loan. */
async function spendOnLoan(tx: Tx, row: OrderRow, extensionNo: string, now: number): Promise<void> {
  const amount = await heldOn(tx, row.id, 'rollover_deposit');
  if (amount === 0) return;
  await receive(
    tx,
    row,
    {
      amount,
      paidAt: null,
      kind: 'repayment.paybill',
      idempotencyKey: `rollover-rest:${extensionNo}`,
      ref: extensionNo,
      from: 'rollover_deposit',
    },
    now,
  );
}

async function confirm(context: LendingContext, tx: Tx, row: OrderRow, extensionNo: string): Promise<void> {
  const now = context.clock.now();
  const extension = await findExtension(tx, row, extensionNo);
  if (extension.state === 'CONFIRMED') return;
  if (extension.state === 'WITHDRAWN' || !isRepayable(row.status)) throw orderRefused();
  const balance = await balanceOf(tx, row, now);
  refuseObstacle(row, balance, await rolloversOf(tx, row.id));
  const price = priceOf(row, balance, extension, now);
  const missing = price.total - (await heldOn(tx, row.id, 'rollover_deposit'));
  if (missing > 0) throw new Refusal(CODE.rolloverRefused, 'lender.rolloverUnpaid', { left: missing });
  await post(tx, {
    idempotencyKey: `rollover:${extensionNo}`,
    kind: 'rollover.fee',
    orderId: row.id,
    ref: extensionNo,
    onDate: nairobiDate(now),
    at: now,
    lines: [
      ['rollover_deposit', price.total],
      ['rollover_income', -price.fee],
      ['tax_payable', -price.tax],
    ],
  });
  await tx
    .updateTable('rollover')
    .set({
      state: 'CONFIRMED',
      fee: price.fee,
      tax: price.tax,
      ended_at: now,
      old_due_date: balance.dueDate,
      new_due_date: price.newDueDate,
    })
    .where('id', '=', extension.id)
    .execute();
  const moved = await move(tx, row, { type: 'rollover.confirmed' }, now, { due_date: price.newDueDate });
  await spendOnLoan(tx, moved, extensionNo, now);
  // If money above the fee has closed the loan, the text about the closing suffices.
  const left = total(openParts(await readDebt(tx, row.id)));
  if (left > 0) await queueText(tx, moved, 'dateMoved', { date: price.newDueDate, left }, now);
}

async function withdraw(context: LendingContext, tx: Tx, row: OrderRow, extensionNo: string): Promise<void> {
  const now = context.clock.now();
  const extension = await findExtension(tx, row, extensionNo);
  if (extension.state === 'WITHDRAWN') return;
  if (extension.state === 'CONFIRMED' || !isRepayable(row.status)) throw orderRefused();
  await tx.updateTable('rollover').set({ state: 'WITHDRAWN', ended_at: now }).where('id', '=', extension.id).execute();
  await spendOnLoan(tx, row, extensionNo, now);
}

export function createRollovers(context: LendingContext): Rollovers {
  const present = <T>(userId: number, orderNo: string, work: (tx: Tx, row: OrderRow) => Promise<T>): Promise<T> =>
    context.store.tx(async (tx) => work(tx, await lockCurrent(context, tx, userId, orderNo)));
  /** Runs `work` and returns the detail afterwards. */
  const act = (work: typeof confirm) => (userId: number, orderNo: string, extensionNo: string) =>
    present(userId, orderNo, async (tx, row) => {
      await work(context, tx, row, extensionNo);
      return view(context, tx, await lockCurrent(context, tx, userId, orderNo));
    });
  return {
    detail: (userId, orderNo) => present(userId, orderNo, (tx, row) => view(context, tx, row)),
    choose: (userId, orderNo, days) => present(userId, orderNo, (tx, row) => choose(context, tx, row, days)),
    confirm: act(confirm),
    withdraw: act(withdraw),
  };
}
