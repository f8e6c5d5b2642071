/** A running loan: its late charges, its balance, and what a payment does to it. All figures come from the ledger. */
import { addDays, daysBetween, nairobiDate, type CalendarDate } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { LoanBalance } from '#machines/model/order.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import { allocate, earlySettlementRebate, penaltyCap, penaltyFor, penaltyPerDay } from '#machines/model/terms.ts';
import type { AccountId, JournalKind } from '#server/store/schema/index.ts';
import type { Db, Tx } from '#server/store/store.ts';
import {
  chargesWrittenOff,
  isPosted,
  lastJournal,
  lastPaymentDate,
  lastPrincipalDate,
  openParts,
  paidOff,
  penaltiesBooked,
  post,
  postAll,
  readDebt,
  readDebts,
  total,
  type DebtEntry,
  type OpenParts,
  type Posting,
} from '#server/books/ledger.ts';
import { releaseDeposit } from './deposit.ts';
import { move, type OrderRow } from '#server/books/orders.ts';
import { PAYMENT_TEXTS, queueText, type PaymentSource, type Remainder } from '#server/books/textMessages.ts';

const later = (a: CalendarDate, b: CalendarDate | null): CalendarDate => (b !== null && b > a ? b : a);
const earlier = (a: CalendarDate, b: CalendarDate): CalendarDate => (b < a ? b : a);

type Debt = readonly DebtEntry[];

interface Dates {
  disbursedOn: CalendarDate;
  dueDate: CalendarDate;
}

/** Both dates of a loan that was paid out. */
function datesOf(row: OrderRow): Dates {
  if (row.disbursed_on === null || row.due_date === null) throw new Error(`order ${row.order_no} was never paid out`);
  return { disbursedOn: row.disbursed_on, dueDate: row.due_date };
}

/** The late days since the principal last changed. */
interface AccrualPeriod {
  /** The last day before it: the due date, or the day of the payment that changed the principal. */
  from: CalendarDate;
  principal: Cents;
  /** Charge up to the end of `date`, earlier periods not counted. */
  chargeOn(date: CalendarDate): Cents;
}

function currentPeriod(row: OrderRow, debt: Debt): AccrualPeriod {
  const { dueDate } = datesOf(row);
  const { penaltyRate } = row.contract.product;
  const from = later(dueDate, lastPrincipalDate(debt));
  const atDue = openParts(debt, dueDate);
  const { principal } = openParts(debt);
  const cap = penaltyCap(atDue.principal, atDue.interest);
  const before = penaltiesBooked(debt, { upTo: from });
  return { from, principal, chargeOn: (date) => penaltyFor(principal, penaltyRate, daysBetween(from, date), cap, before) };
}

/** The late charge that is not booked yet at the end of `date`; below zero where too much is. */
function uncharged(row: OrderRow, debt: Debt, date: CalendarDate): Cents {
  if (date <= datesOf(row).dueDate) return 0;
  const period = currentPeriod(row, debt);
  return period.chargeOn(date) - penaltiesBooked(debt, { after: period.from, upTo: date });
}

/**
 * Books the late charge up to the end of `date`. What was booked before is subtracted, so a second
 * run adds nothing; after a payment with an earlier value date the difference is negative and
 * corrects the charge of those days.
 */
export async function accrueAll(tx: Tx, rows: readonly OrderRow[], date: CalendarDate, now: number): Promise<void> {
  const late = rows.filter((row) => date > datesOf(row).dueDate);
  if (late.length === 0) return;
  const debts = await readDebts(
    tx,
    late.map(({ id }) => id),
  );
  const postings = late.flatMap((row) => {
    const debt = debts.get(row.id) ?? [];
    const difference = uncharged(row, debt, date);
    return difference === 0 ? [] : [penaltyPosting(row, debt, { date, difference, now })];
  });
  if (postings.length > 0) await postAll(tx, postings);
}

/** @returns the debt with what was booked. */
async function accrueOn(tx: Tx, row: OrderRow, debt: Debt, date: CalendarDate, now: number): Promise<Debt> {
  const difference = uncharged(row, debt, date);
  if (difference === 0) return debt;
  await post(tx, penaltyPosting(row, debt, { date, difference, now }));
  return readDebt(tx, row.id);
}

/** The last journal is part of the key: after another one, a second charge of the same day is another charge. */
const penaltyPosting = (
  { id }: OrderRow,
  debt: Debt,
  { date, difference, now }: { date: CalendarDate; difference: Cents; now: number },
): Posting => ({
  idempotencyKey: `penalty:${id}:${date}:${lastJournal(debt)}`,
  kind: 'penalty',
  orderId: id,
  onDate: date,
  at: now,
  lines: [
    ['penalty_receivable', difference],
    ['penalty_income', -difference],
  ],
});

/**
 * A payment with an earlier value date reduces the late charge of the days since. If a part of that charge was written off,
 * the written-off amount is reduced too, because the open late charge would be negative otherwise.
 * @returns the debt with what was booked.
 */
async function reduceWriteOff(tx: Tx, row: OrderRow, debt: Debt, date: CalendarDate, now: number): Promise<Debt> {
  const { penalty } = openParts(debt);
  if (penalty >= 0) return debt;
  await post(tx, {
    idempotencyKey: `writeOff:${row.id}:${lastJournal(debt)}`,
    kind: 'writeOff',
    orderId: row.id,
    onDate: date,
    at: now,
    lines: [
      ['written_off', penalty],
      ['penalty_receivable', -penalty],
    ],
  });
  return readDebt(tx, row.id);
}

const rebateOn = (row: OrderRow, date: CalendarDate): Cents => {
  const { disbursedOn } = datesOf(row);
  const { product, terms } = row.contract;
  return earlySettlementRebate(terms.principal, product.interestRate, terms.termDays, disbursedOn, date);
};

/** What closes the loan on `date`, without the interest that is not earned yet. */
const settlementOn = (row: OrderRow, open: OpenParts, date: CalendarDate): Cents =>
  Math.max(0, total(open) - (date <= datesOf(row).dueDate ? rebateOn(row, date) : 0));

const SHILLING: Cents = 100;

/**
 * What one more day adds, as the same amount on every day before and after the due date.
 * Whole shillings of the sum make single days differ by one from the rate's amount; only the cap makes them less.
 */
const perDayNow = (usual: Cents, tomorrow: Cents): Cents => (tomorrow > 0 && tomorrow >= usual - SHILLING ? usual : tomorrow);

/** The balance of a paid-out loan, in cents. Late charges must be accrued to today before. */
export const balanceOf = async (db: Db, row: OrderRow, now: number): Promise<LoanBalance> =>
  balanceFrom(await readDebt(db, row.id), row, now);

export function balanceFrom(debt: Debt, row: OrderRow, now: number): LoanBalance {
  const { disbursedOn, dueDate } = datesOf(row);
  const { product, terms } = row.contract;
  const today = nairobiDate(now);
  const open = openParts(debt);
  const daysLate = total(open) > 0 ? Math.max(0, daysBetween(dueDate, today)) : 0;
  const period = currentPeriod(row, debt);
  const usual = penaltyPerDay(open.principal, product.penaltyRate);
  // While the loan is not late, its first late day is the one after the due date.
  const late = later(dueDate, today);
  return {
    asOf: now,
    disbursedOn,
    dueDate,
    agreed: terms.owed,
    paid: paidOff(debt),
    ...open,
    left: total(open),
    settleToday: isRepayable(row.status) ? settlementOn(row, open, today) : total(open),
    daysLate,
    penaltyPerDay: perDayNow(usual, period.chargeOn(addDays(late, 1)) - period.chargeOn(late)),
  };
}

export interface Received {
  amount: Cents;
  /** When the payer paid; null when the rail does not report it. */
  paidAt: number | null;
  kind: Extract<JournalKind, 'repayment.mpesa' | 'repayment.paybill' | 'coupon'>;
  /** A payment is booked once under this key. */
  idempotencyKey: string;
  ref: string | null;
  /** The account that is debited; M-PESA's float when left out. */
  from?: AccountId;
}

/** What a text calls the source of the money; M-PESA where it is not listed. */
const SOURCES: Partial<Record<AccountId, PaymentSource>> = { coupon_expense: 'coupon', rollover_deposit: 'deposit', correction: 'moved' };

/** @param over what is the borrower's after the loan ended. */
async function queuePaymentText(
  tx: Tx,
  row: OrderRow,
  { source, ...amounts }: { source: PaymentSource } & Record<'amount' | 'left' | 'over', Cents>,
  now: number,
): Promise<void> {
  const { dueDate } = datesOf(row);
  const open = nairobiDate(now) > dueDate ? 'late' : 'left';
  const remainder: Remainder = amounts.left > 0 ? open : amounts.over > 0 ? 'over' : 'settled';
  await queueText(tx, row, PAYMENT_TEXTS[source][remainder], { ...amounts, date: dueDate }, now);
}

/**
 * Books a payment on a locked, repayable order: late charge, interest, principal, and what is over to
 * suspense. Its value date is the day the borrower paid, not the day of the callback. When it reaches
 * what closes the loan that day, unearned interest is taken back first.
 * @returns false when it had been booked before.
 */
export async function receive(tx: Tx, row: OrderRow, received: Received, now: number): Promise<boolean> {
  if (await isPosted(tx, received.idempotencyKey)) return false;
  const { disbursedOn } = datesOf(row);
  const today = nairobiDate(now);
  const before = await readDebt(tx, row.id);
  const floor = later(disbursedOn, lastPaymentDate(before));
  const day = received.paidAt === null ? today : later(earlier(nairobiDate(received.paidAt), today), floor);

  const debt = await accrueOn(tx, row, before, day, now);
  let open = openParts(debt, day);
  // What was given up since then is not asked for again.
  open = { ...open, penalty: Math.max(0, open.penalty - chargesWrittenOff(debt, { after: day })) };
  const settlement = settlementOn(row, open, day);
  const rebate = total(open) - settlement;
  if (received.amount >= settlement && rebate > 0) {
    const ofInterest = Math.min(rebate, open.interest);
    await post(tx, {
      idempotencyKey: `settlement:${received.idempotencyKey}`,
      kind: 'settlement',
      orderId: row.id,
      ref: received.ref,
      onDate: day,
      at: now,
      lines: [
        ['interest_income', rebate],
        ['interest_receivable', -ofInterest],
        ['loan_receivable', ofInterest - rebate],
      ],
    });
    open = { ...open, interest: open.interest - ofInterest, principal: open.principal - rebate + ofInterest };
  }
  const parts = allocate(received.amount, open);
  await post(tx, {
    idempotencyKey: received.idempotencyKey,
    kind: received.kind,
    orderId: row.id,
    ref: received.ref,
    onDate: day,
    at: now,
    lines: [
      [received.from ?? 'mpesa_float', received.amount],
      ['penalty_receivable', -parts.penalty],
      ['interest_receivable', -parts.interest],
      ['loan_receivable', -parts.principal],
      ['suspense', -parts.over],
    ],
  });
  const charged = await accrueOn(tx, row, await readDebt(tx, row.id), today, now);
  const left = total(openParts(await reduceWriteOff(tx, row, charged, today, now)));
  const moved = await move(tx, row, { type: left === 0 ? 'loan.settled' : 'payment.received' }, now);
  const released = left === 0 ? await releaseDeposit(tx, row.id, now) : 0;
  const source = SOURCES[received.from ?? 'mpesa_float'] ?? 'payment';
  // Only the part of a deposit that the loan took was counted. The rest is reported as the excess.
  const amount = source === 'deposit' ? received.amount - parts.over : received.amount;
  await queuePaymentText(tx, moved, { source, amount, left, over: parts.over + released }, now);
  return true;
}
