/** Repayment of a loan: its balance and payments, and new pushes. */
import { nairobiDate, type Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Cents } from '#machines/model/money.ts';
import type { LoanBalance, Payment, PaymentLine, RepaymentDetail } from '#machines/model/order.ts';
import { isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import { closingAmount, dueDateOf, isRepaymentAllowed } from '#machines/model/terms.ts';
import { newCallbackNonce } from '#server/rail/callbackToken.ts';
import { newPaymentId } from '#server/store/ids.ts';
import { pipelineCommit } from '#server/store/pipeline.ts';
import { compileOnce, type ValueOf } from '#server/store/compileOnce.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { lockCurrent, lockCurrentWith, readCurrent, type LendingContext } from '#server/books/lendingContext.ts';
import { balanceFrom } from './debt.ts';
import { accountFor } from './paybillAccounts.ts';
import { couponOf } from '#server/books/couponState.ts';
import { debtColumn, overOfPayment, receivedPayments } from '#server/books/ledger.ts';
import { orderNotFound, type OrderRow } from '#server/books/orders.ts';
import { withIntent } from '#server/books/queueIntent.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';
import type { Language } from '#machines/context.ts';
import { reportedPayments } from './reportedPayments.ts';
import { livePushColumn, pushOfRequestColumn, reportedAs, viewPayment, type PushRow } from './paymentView.ts';

export interface StkRequest {
  orderNo: string;
  amount: number;
  /** The idempotency key of one press. A repeated request with the same key returns the same payment. */
  requestId: string;
}

/** M-PESA closes a prompt that is not answered after this long, ms. */
export const PROMPT_LIFE = 60_000;

/** The balance after a failed payout: nothing is open, and `agreed` is the amount of the contract. */
function nothingOwed(row: OrderRow, now: number): LoanBalance {
  const today = nairobiDate(now);
  return {
    asOf: now,
    disbursedOn: today,
    dueDate: dueDateOf(today, row.term_days),
    agreed: row.contract.terms.owed,
    paid: 0,
    principal: 0,
    interest: 0,
    penalty: 0,
    left: 0,
    settleToday: 0,
    daysLate: 0,
    penaltyPerDay: 0,
  };
}

/** @throws Error for a payment without a reference: every payment is booked with its intent or its receipt. */
function referenceOf({ ref, at }: { ref: string | null; at: number }): string {
  if (ref === null) throw new Error(`the payment of ${at} was booked without a reference`);
  return ref;
}

async function paymentLines(db: Db, orderId: number): Promise<PaymentLine[]> {
  const rows = await receivedPayments(db, orderId);
  return rows.map((row) => ({
    // M-PESA's receipt. Until the receipt is known it is the lender's payment number.
    receipt: row.receipt ?? referenceOf(row),
    amount: row.amount,
    at: row.at,
    channel: row.intent === null ? 'paybill' : 'mpesa',
    over: row.over,
  }));
}

/** @throws Refusal orderRefused for an order whose money was never sent. */
export const repayment = (context: LendingContext, userId: number, orderNo: string, language: Language): Promise<RepaymentDetail> =>
  readCurrent(context, userId, orderNo, async (db, row) => {
    const now = context.clock.now();
    const wasPaidOut = isRepayable(row.status) || row.status === STATUS.finish;
    if (!wasPaidOut && row.status !== STATUS.payFail) throw orderRefused();
    const { push, debt } = await db
      .selectFrom('loan_order')
      .select([livePushColumn, debtColumn])
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    return {
      orderNo: row.order_no,
      status: row.status,
      balance: wasPaidOut ? balanceFrom(debt, row, now) : nothingOwed(row, now),
      payments: await paymentLines(db, row.id),
      rule: row.contract.product.repayment,
      channels: ['mpesa', 'paybill', 'dedicated'],
      paybill: { businessNumber: context.config.paybill, accountNumber: row.order_no },
      openPayment: push ? viewPayment(push, row.order_no, now, language) : null,
      reported: await reportedPayments(db, row.id),
      coupon: await couponOf(context, db, row),
    };
  });

/** The dedicated account number of this loan, the same every time. */
export const dedicatedAccount = (
  context: LendingContext,
  userId: number,
  orderNo: string,
): Promise<{ businessNumber: string; accountNumber: string }> =>
  context.store.tx(async (tx) => {
    const row = await lockCurrent(context, tx, userId, orderNo);
    if (!isRepayable(row.status)) throw orderRefused();
    return { businessNumber: context.config.paybill, accountNumber: await accountFor(tx, row.id, 'repayment', context.clock.now()) };
  });

function checkAmount(row: OrderRow, amount: Cents, balance: LoanBalance): void {
  const { repayment: rule } = row.contract.product;
  const left = closingAmount(balance);
  if (Number.isInteger(amount) && amount % 100 === 0 && isRepaymentAllowed(amount, left, rule)) return;
  throw new Refusal(CODE.amountRefused, 'lender.repaymentRefused', { minimum: rule.minimum, step: rule.step, left });
}

interface NewPush {
  id: string;
  amount: Cents;
  prompt_until: Instant;
  created_at: Instant;
  order_id: number;
  user_id: number;
  request_id: string;
  callback_nonce: string;
  traceId: string | null;
}

const insertPush = compileOnce((db, value: ValueOf<NewPush>) =>
  withIntent(
    db,
    {
      id: value('id'),
      amount: value('amount'),
      state: 'NEW',
      prompt_until: value('prompt_until'),
      created_at: value('created_at'),
      kind: 'STK',
      purpose: 'repayment',
      order_id: value('order_id'),
      user_id: value('user_id'),
      request_id: value('request_id'),
      msisdn: (q) => q.selectFrom('app_user').select('msisdn').where('id', '=', value('user_id')),
      callback_nonce: value('callback_nonce'),
      next_at: value('created_at'),
    },
    value('traceId'),
  )
    .selectFrom('intent')
    .select('msisdn'),
);

/** Stores the push, and commits the transaction. */
async function queuePush(
  { traceId }: LendingContext,
  tx: Tx,
  row: OrderRow,
  { amount, requestId }: StkRequest,
  now: number,
): Promise<PushRow> {
  const push = { id: newPaymentId(), amount, prompt_until: now + PROMPT_LIFE, created_at: now };
  const of = { order_id: row.id, user_id: row.user_id, request_id: requestId };
  const [[stored]] = await pipelineCommit(tx, [insertPush.of(tx, { ...push, ...of, callback_nonce: newCallbackNonce(), traceId })]);
  if (!stored) throw new Error('an insert returns its row');
  return { ...push, state: 'NEW', msisdn: stored.msisdn, result_code: null, receipt: null, settled_at: null };
}

/** Data for deciding about a new push: a push of the same request, an open push, and the debt. */
const readForPush = compileOnce((db, value: ValueOf<{ userId: number; orderNo: string; requestId: string }>) =>
  db
    .selectFrom('loan_order')
    .select([pushOfRequestColumn(value('requestId')), livePushColumn, debtColumn])
    .where('order_no', '=', value('orderNo'))
    .where('user_id', '=', value('userId')),
);

/**
 * Queues a push. The same request id gets the same payment.
 * @throws Refusal amountRefused with the allowed amounts in cents, paymentInProgress with the open payment, orderRefused.
 */
export async function startStk(context: LendingContext, userId: number, request: StkRequest, language: Language): Promise<Payment> {
  const payment = await context.store.tx(async (tx) => {
    const now = context.clock.now();
    const { orderNo, requestId } = request;
    const [row, [found]] = await lockCurrentWith(context, tx, { userId, orderNo }, [readForPush.of(tx, { userId, orderNo, requestId })]);
    if (!found) throw orderNotFound();
    const { before, push, debt } = found;
    if (before && before.order_id === row.id && before.amount === request.amount) return viewPayment(before, row.order_no, now, language);
    if (before || !isRepayable(row.status)) throw orderRefused();
    if (push) throw new Refusal(CODE.paymentInProgress, 'lender.paymentInProgress', { payOrderId: push.id });
    checkAmount(row, request.amount, balanceFrom(debt, row, now));
    return viewPayment(await queuePush(context, tx, row, request, now), row.order_no, now, language);
  });
  context.queued();
  return payment;
}

/** @throws Refusal orderNotFound, also for another borrower's payment. */
export async function payment(context: LendingContext, userId: number, payOrderId: string, language: Language): Promise<Payment> {
  const found = await context.store.db
    .selectFrom('rail_intent')
    .innerJoin('loan_order', 'loan_order.id', 'rail_intent.order_id')
    .selectAll('rail_intent')
    .select(['loan_order.order_no', reportedAs])
    .where('rail_intent.id', '=', payOrderId)
    .where('rail_intent.user_id', '=', userId)
    .where('rail_intent.purpose', '=', 'repayment')
    .executeTakeFirst();
  if (!found) throw new Refusal(CODE.orderNotFound, 'lender.paymentNotFound');
  return viewPayment(found, found.order_no, context.clock.now(), language, await overOfPayment(context.store.db, found.id));
}

/** Queries the rail at once, before the next reconciliation. @returns the payment after the answer. */
export async function reconcilePayment(context: LendingContext, userId: number, payOrderId: string, language: Language): Promise<Payment> {
  const { state } = await payment(context, userId, payOrderId, language);
  if (state === 'sent' || state === 'unknown') await context.queryIntent(context, payOrderId);
  return payment(context, userId, payOrderId, language);
}
