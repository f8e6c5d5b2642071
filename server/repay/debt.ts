/** The debt of a running loan: late charges, balance, and the booking of payments. All figures come from the ledger. */
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
  /** The last day before the period: the due date, or the day of the payment that changed the principal. */
  from: CalendarDate;
  principal: Cents;
  /** Late charge of this period up to the end of `date`. */
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

/** The late charge that is not booked yet at the end of `date`; negative if too much is booked. */
function uncharged(row: OrderRow, debt: Debt, date: CalendarDate): Cents {
  if (date <= datesOf(row).dueDate) return 0;
  const period = currentPeriod(row, debt);
  return period.chargeOn(date) - penaltiesBooked(debt, { after: period.from, upTo: date });
}

/**
 * Books the late charges up to the end of `date`. Charges that are booked already are subtracted, so a second run adds
 * nothing. After a payment with an earlier value date the difference is negative and corrects the charges of those days.
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

/** Books the late charge of one loan up to the end of `date`. @returns the debt afterwards. */
async function accrueOn(tx: Tx, row: OrderRow, debt: Debt, date: CalendarDate, now: number): Promise<Debt> {
  const difference = uncharged(row, debt, date);
  if (difference === 0) return debt;
  await post(tx, penaltyPosting(row, debt, { date, difference, now }));
  return readDebt(tx, row.id);
}

/** The key contains the last journal, so that the charge of a day can be corrected after a further journal. */
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
 * @returns the debt afterwards.
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

/** The amount that closes the loan on `date`, without the interest that is not earned yet. */
const settlementOn = (row: OrderRow, open: OpenParts, date: CalendarDate): Cents =>
  Math.max(0, total(open) - (date <= datesOf(row).dueDate ? rebateOn(row, date) : 0));

const SHILLING: Cents = 100;

/**
 * The late charge per day to show. It is the usual amount, although the charge of a single day may differ from it by a
 * shilling, because the sum is rounded to whole shillings. If the cap reduces the charge of tomorrow, it is that charge.
 */
const perDayNow = (usual: Cents, tomorrow: Cents): Cents => (tomorrow > 0 && tomorrow >= usual - SHILLING ? usual : tomorrow);

/** The balance of a paid-out loan, in cents. Late charges must be booked up to today first. */
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
  // For a loan that is not late, the charge of the first late day is shown, which is the day after the due date.
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
  /** When the payer paid; null: the rail does not report the time. */
  paidAt: number | null;
  kind: Extract<JournalKind, 'repayment.mpesa' | 'repayment.paybill' | 'coupon'>;
  /** A payment is booked once under this key. */
  idempotencyKey: string;
  ref: string | null;
  /** The account that is debited; left out: M-PESA's float. */
  from?: AccountId;
}

/** Accounts whose money has its own name in texts. Money from any other account is called a payment. */
const SOURCES: Partial<Record<AccountId, PaymentSource>> = { coupon_expense: 'coupon', rollover_deposit: 'deposit', correction: 'moved' };

/** @param over money that the lender owes the borrower after the end of the loan. */
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
 * Books a payment on a locked, repayable order: on the late charge, the interest and the principal, in this order. The rest
 * goes to suspense. The value date is the day on which the borrower paid, not the day of the callback. If the payment
 * suffices to close the loan on that day, the unearned interest is reversed first.
 * @returns false when the payment was booked before.
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
  // Late charges that were written off after the value date are not collected.
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
  // For a deposit the text names the part that repaid the loan. The rest is reported as the excess.
  const amount = source === 'deposit' ? received.amount - parts.over : received.amount;
  await queuePaymentText(tx, moved, { source, amount, left, over: parts.over + released }, now);
  return true;
}
