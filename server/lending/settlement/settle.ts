/**
 * The only module that books a result of the rail, whether a callback, a query, the paybill or a person's decision is its
 * source. Each result is applied once.
 */
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { RailIntent, RailResult } from '#server/rail/rail.ts';
import { faultOfPrompt } from '#server/rail/darajaCodes.ts';
import type { Tx } from '#server/store/store.ts';
import { keepHolderName } from '#server/apply/payoutAccount.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { isPosted } from '#server/books/ledger.ts';
import { lockOrderById, type OrderRow } from '#server/books/orders.ts';
import { intentWithReceipt, receiptKey } from '#server/repay/receipts.ts';
import type { CallbackOutcome } from '#server/rail/callbacks.ts';
import { reportFailure } from '#server/lending/origination/failedPayouts.ts';
import { refunded, refundFailed } from '#server/lending/servicing/refunds.ts';
import { alarm, hold, type ReportedPayment } from '#server/lending/servicing/holds.ts';
import { disbursed, payoutFailed } from '#server/lending/origination/payoutResults.ts';
import { bookPayment, bookReceipt } from '#server/lending/servicing/payments.ts';

/**
 * `reported`: the result counts after the rail has confirmed it. `mismatched`: the rail contradicts itself. Then nothing is
 * booked, and a person has to decide.
 */
type Settled = Extract<CallbackOutcome, 'applied' | 'reported' | 'held' | 'repeated' | 'mismatched'>;

/**
 * The source of a result. `callback`: a message that no query asked for, or the refusal of a repeated request. `rail`: the
 * answer to a query, or the refusal of the only request. `person`: a clerk who has looked it up at the rail. `time`: the rail was
 * given up after a long time without an answer.
 */
type By = 'callback' | 'rail' | 'person' | 'time';

/** The payment that the callback of this prompt reported. */
const reportOf = (tx: Tx, intentId: string): Promise<ReportedPayment | undefined> =>
  tx
    .selectFrom('reported_payment')
    .selectAll()
    .where('intent_id', '=', intentId)
    .where('source', '=', 'push')
    .forUpdate()
    .executeTakeFirst();

/** Whether a payment is held for its amount. The answer to a query has no amount, so it cannot remove that reason. */
const isAboutAmount = ({ state, reason }: ReportedPayment): boolean =>
  state === 'held' && (reason === 'amountDiffers' || reason === 'amountImpossible');

/**
 * Applies a final result to its intent, at most once. A late success after a failure is still applied, because the money has
 * moved. After a failed payout the borrower may draw again, so a callback alone does not fail it: the rail is queried.
 * Locks are taken in this order: order, intent, report.
 */
export async function settle(context: LendingContext, tx: Tx, intentId: string, result: RailResult, by: By): Promise<Settled> {
  const now = context.clock.now();
  const { order_id: orderId } = await tx.selectFrom('rail_intent').select('order_id').where('id', '=', intentId).executeTakeFirstOrThrow();
  const row = await lockOrderById(tx, orderId);
  const intent = await tx.selectFrom('rail_intent').selectAll().where('id', '=', intentId).forUpdate().executeTakeFirstOrThrow();
  const report = await reportOf(tx, intentId);
  if (result.ok && by !== 'person') {
    if (report && isAboutAmount(report)) return 'held';
    if (result.amount !== null && result.amount !== intent.amount) {
      await alarm(context, tx, orderId, `${intent.purpose}.amountDiffers`);
      return 'mismatched';
    }
  }
  // In M-PESA no two movements have the same receipt.
  const isOfAnother = async (receipt: string | null): Promise<boolean> =>
    receipt !== null && intent.receipt !== receipt && (await intentWithReceipt(tx, receipt)) !== undefined;
  const named = result.ok ? result.receipt : null;
  if (await isOfAnother(named)) return 'mismatched';
  // The answer to a query has no receipt, but an earlier callback may have named it.
  const receiptReported = async (): Promise<string | null> => {
    const before = report?.receipt ?? null;
    return (await isOfAnother(before)) ? null : before;
  };
  const receipt = result.ok ? (named ?? (await receiptReported())) : null;
  if (result.ok && result.holder && intent.kind === 'B2C' && intent.purpose === 'disbursement') {
    const isOther = await keepHolderName(tx, intent.user_id, intent.msisdn, result.holder);
    if (isOther) await context.config.security?.record({ kind: 'payout.held', subject: 'disbursement', userId: intent.user_id }, tx);
  }
  if (intent.state === 'OK') {
    // A query reported success first, without the receipt.
    if (receipt !== null && intent.receipt === null)
      await tx.updateTable('rail_intent').set({ receipt }).where('id', '=', intent.id).execute();
    return 'repeated';
  }
  const isReportOpen = report?.state === 'reported' || report?.state === 'held';
  // The callback arrived after the prompt was given up: the rail or a person decides now, not the elapsed time.
  if (by === 'time' && isReportOpen) return 'reported';
  if (!result.ok && report && isReportOpen) await hold(context, tx, report, 'notCompleted', result.text);
  if (intent.state === 'FAILED' && !result.ok) return 'repeated';
  if (!result.ok && intent.purpose !== 'repayment' && by === 'callback') return reportFailure(tx, intent, result, now);
  if (result.ok && intent.reported_at !== null && intent.state !== 'FAILED')
    await context.config.security?.record({ kind: 'callback.refused', subject: 'failureDenied', userId: intent.user_id }, tx);
  // The callback names the reason of a failure. The answer to a query only says that the movement failed.
  const failure = result.ok ? null : { code: intent.reported_code ?? result.code, text: intent.reported_text ?? result.text };
  await tx
    .updateTable('rail_intent')
    .set({
      state: result.ok ? 'OK' : 'FAILED',
      receipt,
      settled_at: now,
      result_code: failure?.code ?? 0,
      result_text: failure?.text ?? null,
      provider_ref: intent.provider_ref ?? result.providerRef,
    })
    .where('id', '=', intent.id)
    .execute();
  if (result.ok && report && isReportOpen)
    await tx.updateTable('reported_payment').set({ state: 'booked', decided_at: now }).where('id', '=', report.id).execute();

  await applyResult(context, tx, { row, intent, result, receipt, failure, paidAt: report?.paid_at ?? null }, now);
  return 'applied';
}

interface Final {
  row: OrderRow;
  intent: RailIntent;
  result: RailResult;
  /** The receipt of the movement; null: no message has named it. */
  receipt: string | null;
  /** null: the money moved. */
  failure: { code: number; text: string | null } | null;
  /** When the payer paid, as the callback reported it. */
  paidAt: Instant | null;
}

/** Applies a final result to the order and the books, according to the purpose of the intent. */
async function applyResult(
  context: LendingContext,
  tx: Tx,
  { row, intent, result, receipt, failure, paidAt }: Final,
  now: Instant,
): Promise<void> {
  if (intent.purpose === 'disbursement') {
    if (failure === null) await disbursed(context, tx, row, intent, now);
    else await payoutFailed(context, tx, row, intent, failure.code, now);
  } else if (intent.purpose === 'refund') {
    if (failure === null) await refunded(context, tx, row, intent, now);
    else await refundFailed(context, tx, row, intent, failure.code, now);
  } else if (failure !== null && faultOfPrompt(failure.code) === 'lender') {
    await context.config.security?.record({ kind: 'rail.fault', subject: `prompt ${failure.code}` }, tx);
  } else if (result.ok && !(receipt !== null && (await isPosted(tx, receiptKey(receipt))))) {
    // A payment that was booked by its proof is not booked again. The amount is the one that the rail moved, not the requested one.
    await bookPayment(
      context,
      tx,
      row,
      {
        idempotencyKey: `repayment:${intent.id}`,
        ref: intent.id,
        amount: result.amount === null || result.amount === 'unclear' ? intent.amount : result.amount,
        paidAt: result.at ?? paidAt ?? earliest(intent.prompt_until, now),
        kind: 'repayment.mpesa',
      },
      now,
    );
  }
}

/** The latest time of the payment, if no message names it: a prompt can be paid only while it is open. */
const earliest = (promptUntil: number | null, now: number): number => Math.min(promptUntil ?? now, now);

/** Whether the callback of this prompt reported a payment with another receipt than this payment's. */
const hasReportedOther = async (tx: Tx, intentId: string, receipt: string): Promise<boolean> =>
  (await tx
    .selectFrom('reported_payment')
    .select('id')
    .where('intent_id', '=', intentId)
    .where('source', '=', 'push')
    .where('receipt', '!=', receipt)
    .executeTakeFirst()) !== undefined;

/**
 * Whether a reported payment belongs to this prompt. It does not if the prompt has another receipt, because then it was paid
 * before, nor if the prompt's own callback names another one: both payments were made, and each is booked. A payment under the
 * loan's number does not belong to a prompt that has failed meanwhile.
 */
async function isOfPrompt(tx: Tx, intent: RailIntent, { source, receipt, account }: ReportedPayment): Promise<boolean> {
  if (intent.state === 'FAILED') return source === 'push' || account === intent.id;
  if (receipt === null) return true;
  if (source === 'paybill' && (await hasReportedOther(tx, intent.id, receipt))) return false;
  return intent.state !== 'OK' || intent.receipt === null || intent.receipt === receipt;
}

/**
 * Books a reported payment, at most once.
 * @param money amount and time that the rail or a person confirmed.
 * @param mayBook decides about the locked report; false: nothing is done.
 */
export async function bookReported(
  context: LendingContext,
  tx: Tx,
  id: number,
  money: { amount: Cents; at: number | null },
  mayBook: (report: ReportedPayment) => boolean,
  by: By = 'rail',
): Promise<CallbackOutcome> {
  const now = context.clock.now();
  const { order_id: orderId, intent_id: intentId } = await tx
    .selectFrom('reported_payment')
    .select(['order_id', 'intent_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const row = orderId === null ? undefined : await lockOrderById(tx, orderId);
  const intent =
    intentId === null
      ? undefined
      : await tx.selectFrom('rail_intent').selectAll().where('id', '=', intentId).forUpdate().executeTakeFirstOrThrow();
  const report = await tx.selectFrom('reported_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  if (!mayBook(report)) return 'repeated';
  const { amount, at } = money;
  const { receipt } = report;
  const outcome =
    intent && (await isOfPrompt(tx, intent, report))
      ? await settle(context, tx, intent.id, { ok: true, amount, receipt, at, providerRef: intent.provider_ref }, by)
      : await bookReceipt(context, tx, row, report, money);
  if (outcome === 'mismatched' || outcome === 'held') {
    await hold(context, tx, report, 'receiptUsed');
    return 'held';
  }
  await tx
    .updateTable('reported_payment')
    .set({ state: 'booked', confirmed_amount: amount, decided_at: now })
    .where('id', '=', id)
    .execute();
  return outcome;
}
