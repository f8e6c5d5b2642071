/** The only place where a result of the rail is booked. Callback, query, paybill and a person's decision all end here; each applies once. */
import { nairobiDate } from '#machines/model/calendar.ts';
import { isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import { dueDateOf } from '#machines/model/terms.ts';
import { nextStatus } from '#machines/order.machine.ts';
import type { RailIntent, RailResult } from '#server/rail/rail.ts';
import { faultOfPayout, faultOfPrompt } from '#server/rail/darajaCodes.ts';
import { newCallbackNonce } from '#server/rail/callbackToken.ts';
import { seal, unseal } from '#server/store/sealed.ts';
import type { Tx } from '#server/store/store.ts';
import { keepHolderName } from '#server/apply/payoutAccount.ts';
import { ownerOfAccount } from '#server/repay/paybillAccounts.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { receive } from '#server/repay/debt.ts';
import { isPosted, post } from '#server/books/ledger.ts';
import { lockOrderById, move, nextDisbursementId, type OrderRow } from '#server/books/orders.ts';
import { queueIntent } from '#server/books/queueIntent.ts';
import { receiptKey } from '#server/repay/receipts.ts';
import { SUPERSEDED } from '#server/books/reasonTexts.ts';
import { queueText } from '#server/books/textMessages.ts';
import type { CallbackOutcome } from '#server/rail/callbacks.ts';
import type { Cents } from '#machines/model/money.ts';
import { reportFailure } from './failedPayouts.ts';
import { learnFloatIsShort } from './float.ts';
import { nextRefundId, refunded, takeBackRefund } from './refunds.ts';
import { alarm, hold, type ReportedPayment } from './holds.ts';

/** `reported`: the rail is asked before it counts. `mismatched`: the rail contradicts itself; nothing is booked, and a person has to decide. */
type Settled = Extract<CallbackOutcome, 'applied' | 'reported' | 'held' | 'repeated' | 'mismatched'>;

/**
 * Who says so. `callback`: a message without a question of ours, or the refusal of a repeated request. `rail`: the rail when
 * it was asked, or when it refused the only request. `person`: somebody who has looked it up at the rail.
 */
type By = 'callback' | 'rail' | 'person';

/** The payout succeeded: the loan begins today. Today is the lender's, so a slow callback never costs the borrower a day. */
async function disbursed(tx: Tx, row: OrderRow, intent: RailIntent, now: number): Promise<void> {
  const today = nairobiDate(now);
  const posting = { idempotencyKey: `disbursement:${intent.id}`, orderId: row.id, ref: intent.id, onDate: today, at: now };
  if (nextStatus(row.status, { type: 'disbursement.confirmed' }) === null) {
    // A second payout, or one that succeeded after the borrower withdrew: a person recovers it.
    await post(tx, {
      ...posting,
      kind: 'misdirected',
      lines: [
        ['misdirected', intent.amount],
        ['mpesa_float', -intent.amount],
      ],
    });
    return;
  }
  const { terms } = row.contract;
  await post(tx, {
    ...posting,
    kind: 'disbursement',
    lines: [
      ['loan_receivable', terms.principal],
      ['mpesa_float', -terms.sent],
      ['fee_income', -terms.fee],
      ['tax_payable', -terms.tax],
      ['interest_receivable', terms.interest],
      ['interest_income', -terms.interest],
    ],
  });
  await move(tx, row, { type: 'disbursement.confirmed' }, now, {
    disbursed_on: today,
    due_date: dueDateOf(today, terms.termDays),
    disbursement_failure: null,
  });
  await queueText(
    tx,
    row,
    'disbursed',
    { amount: terms.sent, left: terms.owed, date: dueDateOf(today, terms.termDays), orderNo: row.order_no },
    now,
  );
  // Another payout of this loan that was not sent yet must not be sent any more.
  await tx
    .updateTable('rail_intent')
    .set({ state: 'FAILED', result_code: SUPERSEDED, settled_at: now })
    .where('order_id', '=', row.id)
    .where('purpose', '=', 'disbursement')
    .where('state', '=', 'NEW')
    .execute();
}

/**
 * The rail refused a payout because the float did not cover it. The order stays where it is: the same payout waits for the
 * float under an id of its own, because the rail takes no id twice.
 */
async function waitForFloat(context: LendingContext, tx: Tx, row: OrderRow, intent: RailIntent, now: number): Promise<void> {
  const id = intent.purpose === 'refund' ? await nextRefundId(tx, row) : await nextDisbursementId(tx, row);
  const sealed = intent.bank_account_sealed;
  const account = sealed && unseal<string>(tx, 'rail_intent.bank_account_sealed', [intent.id], sealed);
  await queueIntent(tx, {
    id,
    kind: intent.kind,
    purpose: intent.purpose,
    order_id: intent.order_id,
    user_id: intent.user_id,
    amount: intent.amount,
    msisdn: intent.msisdn,
    bank_code: intent.bank_code,
    bank_account_sealed: account === null ? null : seal(tx, 'rail_intent.bank_account_sealed', [id], account),
    state: 'NEW',
    callback_nonce: newCallbackNonce(),
    provider_ref: intent.kind === 'B2C' ? id : null,
    next_at: now,
    waits_since: now,
    created_at: now,
  });
  await learnFloatIsShort(context, tx, intent);
}

async function payoutFailed(context: LendingContext, tx: Tx, row: OrderRow, intent: RailIntent, code: number, now: number): Promise<void> {
  if (row.status !== STATUS.lending) return;
  const fault = faultOfPayout(code);
  if (fault === 'float') {
    await waitForFloat(context, tx, row, intent, now);
    return;
  }
  if (fault === 'lender') await context.config.security?.record({ kind: 'rail.fault', subject: `payout ${code}` }, tx);
  await move(tx, row, { type: 'disbursement.failed' }, now, { disbursement_failure: code });
  await queueText(tx, row, 'payoutFailed', {}, now);
}

/** The rail refused a refund: the money waits for a person again, unless it only waits for the float. */
async function refundFailed(context: LendingContext, tx: Tx, row: OrderRow, intent: RailIntent, code: number, now: number): Promise<void> {
  const fault = faultOfPayout(code);
  if (fault === 'float') {
    await waitForFloat(context, tx, row, intent, now);
    return;
  }
  if (fault === 'lender') await context.config.security?.record({ kind: 'rail.fault', subject: `refund ${code}` }, tx);
  await takeBackRefund(tx, intent, now);
}

interface Paid {
  idempotencyKey: string;
  ref: string;
  amount: number;
  paidAt: number | null;
  kind: 'repayment.mpesa' | 'repayment.paybill';
}

/** Books money received for an order; without a debt it waits in suspense under the payer's receipt. */
async function paid(
  context: LendingContext,
  tx: Tx,
  row: OrderRow | undefined,
  payment: Paid,
  now: number,
): Promise<'applied' | 'repeated'> {
  const present = row && (await context.applyElapsedTime(tx, row, now));
  if (present && isRepayable(present.status)) return (await receive(tx, present, payment, now)) ? 'applied' : 'repeated';
  const posted = await post(tx, {
    idempotencyKey: payment.idempotencyKey,
    kind: 'unplaced',
    orderId: present?.id ?? null,
    ref: payment.ref,
    onDate: nairobiDate(now),
    at: now,
    lines: [
      ['mpesa_float', payment.amount],
      ['suspense', -payment.amount],
    ],
  });
  if (posted && present) await queueText(tx, present, 'receivedExtra', { amount: payment.amount }, now);
  return posted ? 'applied' : 'repeated';
}

/** The intent that has this receipt. */
const ownerOf = async (tx: Tx, receipt: string): Promise<string | null> =>
  (await tx.selectFrom('rail_intent').select('id').where('receipt', '=', receipt).executeTakeFirst())?.id ?? null;

/** What the callback of this prompt told. */
const reportOf = (tx: Tx, intentId: string): Promise<ReportedPayment | undefined> =>
  tx
    .selectFrom('reported_payment')
    .selectAll()
    .where('intent_id', '=', intentId)
    .where('source', '=', 'push')
    .forUpdate()
    .executeTakeFirst();

/** A query knows no amount, so it cannot settle which one is right. */
const isAboutAmount = ({ state, reason }: ReportedPayment): boolean =>
  state === 'held' && (reason === 'amountDiffers' || reason === 'amountImpossible');

/**
 * Applies a final result to its intent, at most once. A late success after a failure is still applied: the money really
 * moved. The failure of a payout lets the borrower draw again, so a callback alone does not fail it: the rail is asked.
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
  // M-PESA gives every movement a receipt of its own.
  const isOfAnother = async (receipt: string | null): Promise<boolean> =>
    receipt !== null && intent.receipt !== receipt && (await ownerOf(tx, receipt)) !== null;
  const named = result.ok ? result.receipt : null;
  if (await isOfAnother(named)) return 'mismatched';
  // A query knows no receipt; the callback named one before.
  const receipt = result.ok ? (named ?? ((await isOfAnother(report?.receipt ?? null)) ? null : (report?.receipt ?? null))) : null;
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
  const isOpen = report?.state === 'reported' || report?.state === 'held';
  if (!result.ok && report && isOpen) await hold(context, tx, report, 'notCompleted', result.text);
  if (intent.state === 'FAILED' && !result.ok) return 'repeated';
  if (!result.ok && intent.purpose !== 'repayment' && by === 'callback') return reportFailure(tx, intent, result, now);
  if (result.ok && intent.reported_at !== null && intent.state !== 'FAILED')
    await context.config.security?.record({ kind: 'callback.refused', subject: 'failureDenied', userId: intent.user_id }, tx);
  // The callback names the reason; the answer to a query only says that it failed.
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
  if (result.ok && report && isOpen)
    await tx.updateTable('reported_payment').set({ state: 'booked', decided_at: now }).where('id', '=', report.id).execute();

  if (intent.purpose === 'disbursement') {
    if (failure === null) await disbursed(tx, row, intent, now);
    else await payoutFailed(context, tx, row, intent, failure.code, now);
  } else if (intent.purpose === 'refund') {
    if (failure === null) await refunded(tx, row, intent, now);
    else await refundFailed(context, tx, row, intent, failure.code, now);
  } else if (failure !== null && faultOfPrompt(failure.code) === 'lender') {
    await context.config.security?.record({ kind: 'rail.fault', subject: `prompt ${failure.code}` }, tx);
  } else if (result.ok && !(receipt !== null && (await isPosted(tx, receiptKey(receipt))))) {
    // A payment that was proven and counted before is not counted again. The amount the rail took counts, not the requested one.
    await paid(
      context,
      tx,
      row,
      {
        idempotencyKey: `repayment:${intent.id}`,
        ref: intent.id,
        amount: result.amount === null || result.amount === 'unclear' ? intent.amount : result.amount,
        paidAt: result.at ?? report?.paid_at ?? earliest(intent.prompt_until, now),
        kind: 'repayment.mpesa',
      },
      now,
    );
  }
  return 'applied';
}

/** A prompt can only have been answered while it was open. */
const earliest = (promptUntil: number | null, now: number): number => Math.min(promptUntil ?? now, now);

/** Whether a rollover waits for its fee; otherwise payments to its number repay the loan. */
const isChosen = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await tx.selectFrom('rollover').select('id').where('order_id', '=', orderId).where('state', '=', 'CHOSEN').executeTakeFirst()) !==
  undefined;

/**
 * Whether what was told belongs to this prompt. A prompt that has another receipt was paid before, and a payment under the
 * loan's number is not that of a prompt which failed meanwhile.
 */
function isOfPrompt(intent: RailIntent, { source, receipt, account }: ReportedPayment): boolean {
  if (intent.state === 'FAILED') return source === 'push' || account === intent.id;
  return intent.state !== 'OK' || receipt === null || intent.receipt === null || intent.receipt === receipt;
}

/**
 * Books a payment that was reported, at most once.
 * @param money what the rail or a person confirmed. @param mayBook of the locked report; false: nothing is done.
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
    intent && isOfPrompt(intent, report)
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

/** A payment at the paybill: for a rollover that waits for its fee, for the loan, or for nobody that is known. */
async function bookReceipt(
  context: LendingContext,
  tx: Tx,
  row: OrderRow | undefined,
  { receipt, account }: ReportedPayment,
  { amount, at }: { amount: Cents; at: number | null },
): Promise<CallbackOutcome> {
  const now = context.clock.now();
  if (receipt === null) throw new Error('a payment without a receipt belongs to a prompt');
  if ((await ownerOf(tx, receipt)) !== null) return 'mismatched';
  const idempotencyKey = receiptKey(receipt);
  if (await isPosted(tx, idempotencyKey)) return 'repeated';
  const owned = await ownerOfAccount(tx, account);
  if (row && owned?.purpose === 'rollover' && (await isChosen(tx, row.id))) {
    await context.applyElapsedTime(tx, row, now);
    await post(tx, {
      idempotencyKey,
      kind: 'rollover.deposit',
      orderId: row.id,
      ref: receipt,
      onDate: nairobiDate(now),
      at: now,
      lines: [
        ['mpesa_float', amount],
        ['rollover_deposit', -amount],
      ],
    });
    await queueText(tx, row, 'depositReceived', { amount }, now);
    return 'applied';
  }
  const outcome = await paid(context, tx, row, { idempotencyKey, ref: receipt, amount, paidAt: at, kind: 'repayment.paybill' }, now);
  return row || outcome === 'repeated' ? outcome : 'unmatched';
}
