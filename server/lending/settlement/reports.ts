/**
 * Payments that a callback reports. Anyone who learns an address can write a callback, so nothing is booked for it: the
 * payment is stored as reported, and the rail is queried. A message of the paybill is confirmed by the status of its receipt,
 * the callback of a prompt by the query of the prompt. A payment that the rail contradicts or does not confirm, or with an
 * amount that it cannot have moved, is held for a person.
 */
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { forRequest, type LendingContext } from '#server/books/lendingContext.ts';
import { isPosted } from '#server/books/ledger.ts';
import { countAttempt, nextJob, type Pauses } from '#server/books/outboxJobs.ts';
import type { CallbackOutcome } from '#server/rail/callbacks.ts';
import {
  canBeMoved,
  type Confirmation,
  type NamedAmount,
  type PaybillPayment,
  type RailIntent,
  type RailResult,
} from '#server/rail/rail.ts';
import { callbackToken, newCallbackNonce } from '#server/rail/callbackToken.ts';
import { findAccountOwner, typedAccount } from '#server/repay/paybillAccounts.ts';
import { intentWithReceipt, receiptKey } from '#server/repay/receipts.ts';
import { lockOrderById } from '#server/books/orders.ts';
import type { HoldReason } from '#server/store/schema/repayTables.ts';
import type { Tx } from '#server/store/store.ts';
import { alarm, hold, type ReportedPayment } from '#server/lending/servicing/holds.ts';
import { bookReported, settle } from './settle.ts';
import { runSideBySide } from './sideBySide.ts';

/** Pauses between queries about one payment, in ms. */
const PAUSES: Pauses = { first: 5_000, factor: 4, most: 10 * MINUTE };
/** Answers that the rail does not know the receipt, after which a payment is held. The first of them can come too early. */
const MAX_DENIALS = 4;
/** Time and queries without an answer, after which a person decides. Time alone does not count: the lender may have been down. */
const GIVE_UP = { after: 24 * HOUR, questions: 20 };

const lockByReceipt = (tx: Tx, receipt: string): Promise<ReportedPayment | undefined> =>
  tx.selectFrom('reported_payment').selectAll().where('receipt', '=', receipt).forUpdate().executeTakeFirst();

interface Reported extends Pick<ReportedPayment, 'source' | 'receipt' | 'intent_id' | 'order_id' | 'account' | 'paid_at'> {
  amount: NamedAmount;
}

/**
 * Stores a reported payment, once for each receipt, and queues the query to the rail.
 * @param reason why the payment is held at once; null: it is not held.
 */
async function store(context: LendingContext, tx: Tx, reported: Reported, reason: HoldReason | null): Promise<CallbackOutcome> {
  const now = context.clock.now();
  const amount = reported.amount === 'unclear' ? null : reported.amount;
  const report = await tx
    .insertInto('reported_payment')
    .values({
      ...reported,
      amount,
      state: reason === null ? 'reported' : 'held',
      reason,
      callback_nonce: newCallbackNonce(),
      reported_at: now,
    })
    .onConflict((c) => c.column('receipt').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!report) return compare(context, tx, reported, reported.receipt === null ? undefined : await lockByReceipt(tx, reported.receipt));
  if (reason !== null) {
    await alarm(context, tx, report.order_id, reason);
    return 'held';
  }
  await tx
    .insertInto('outbox')
    .values({ topic: 'rail.confirm', ref: String(report.id), next_at: now, done_at: null, trace_id: context.traceId })
    .execute();
  return 'reported';
}

/**
 * Whether two messages about one receipt agree. The callback of a prompt has no account number. The message of the paybill
 * about the same payment has the account number of the loan.
 */
function isSame(before: ReportedPayment, reported: Reported): boolean {
  if (before.amount !== (reported.amount === 'unclear' ? null : reported.amount)) return false;
  return before.source === reported.source ? before.account === reported.account : before.order_id === reported.order_id;
}

/** Finds out whether a second message about a receipt repeats the first message or contradicts it. */
async function compare(context: LendingContext, tx: Tx, reported: Reported, before: ReportedPayment | undefined): Promise<CallbackOutcome> {
  if (!before) throw new Error('a reported payment was deleted while it was reported again');
  if (isSame(before, reported)) return 'repeated';
  if (before.state === 'reported') await hold(context, tx, before, 'contradicted');
  else await alarm(context, tx, before.order_id, 'contradicted');
  return 'mismatched';
}

/** ms that a payment may come after its prompt. The difference between the rail's clock and the lender's is smaller. */
const AROUND_PROMPT = 5 * MINUTE;

/**
 * The prompt of this loan that a message of the paybill may be about: one of the same amount and time without a known receipt.
 * A paid prompt and a payment by hand both have the loan's number, so they cannot be distinguished. If both were made, each
 * receipt is booked once, and it does not matter which of them is stored with the prompt.
 */
async function promptPaidBy(tx: Tx, { receipt, amount, account, at }: PaybillPayment): Promise<RailIntent | undefined> {
  if (amount === 'unclear') return undefined;
  const prompts = tx
    .selectFrom('rail_intent')
    .innerJoin('loan_order', 'loan_order.id', 'rail_intent.order_id')
    .selectAll('rail_intent')
    .where('loan_order.order_no', '=', account)
    .where('rail_intent.kind', '=', 'STK')
    .where('rail_intent.state', '!=', 'FAILED')
    .where('rail_intent.amount', '=', amount)
    .where('rail_intent.receipt', 'is', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('reported_payment')
            .select('reported_payment.id')
            .whereRef('reported_payment.intent_id', '=', 'rail_intent.id')
            .where('reported_payment.receipt', '!=', receipt)
            .where((or) => or.or([or('reported_payment.source', '=', 'push'), or('reported_payment.state', '=', 'booked')])),
        ),
      ),
    )
    .orderBy('rail_intent.created_at');
  const during =
    at === null
      ? prompts
      : prompts
          .where('rail_intent.created_at', '<=', at + AROUND_PROMPT)
          .where((is) => is(is.fn.coalesce('rail_intent.prompt_until', 'rail_intent.created_at'), '>=', at - AROUND_PROMPT));
  return during.executeTakeFirst();
}

/** Processes a message of the paybill. Only the account number counts: the rail masks the payer's number. */
export async function reportPaybill(
  context: LendingContext,
  tx: Tx,
  { receipt, amount, account: typed, at }: PaybillPayment,
): Promise<CallbackOutcome> {
  const account = typedAccount(typed);
  // The paybill also reports payments by prompt. An earlier release sent a prompt's id as its account number.
  const named = await tx.selectFrom('rail_intent').selectAll().where('kind', '=', 'STK').where('id', '=', account).executeTakeFirst();
  const pushed = named ?? (await promptPaidBy(tx, { receipt, amount, account, at }));
  const order_id = pushed?.order_id ?? (await findAccountOwner(tx, account));
  const reported: Reported = { source: 'paybill', receipt, intent_id: pushed?.id ?? null, order_id, account, amount, paid_at: at };
  const before = await lockByReceipt(tx, receipt);
  if (before) return compare(context, tx, reported, before);
  const owner = await intentWithReceipt(tx, receipt);
  if (owner?.kind === 'STK' && owner.order_id === order_id) return 'repeated';
  // The payment was booked by its proof, or by a release that did not confirm payments.
  if (!owner && (await isPosted(tx, receiptKey(receipt)))) return 'repeated';
  if (owner) return store(context, tx, reported, 'receiptUsed');
  if (!canBeMoved(amount)) return store(context, tx, reported, 'amountImpossible');
  return store(context, tx, reported, pushed && pushed.amount !== amount ? 'amountDiffers' : null);
}

/** Processes the callback of a prompt that reports a payment. */
export async function reportPush(
  context: LendingContext,
  tx: Tx,
  { id, order_id }: RailIntent,
  result: Extract<RailResult, { ok: true }>,
): Promise<CallbackOutcome> {
  const { order_no } = await lockOrderById(tx, order_id);
  const intent = await tx.selectFrom('rail_intent').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  const { receipt } = result;
  // In M-PESA no two movements have the same receipt.
  const owner = receipt === null ? null : await intentWithReceipt(tx, receipt);
  if (owner && owner.id !== intent.id) return 'mismatched';
  const amount = result.amount ?? intent.amount;
  if (intent.state === 'OK') {
    // A payment by hand was stored as that of this prompt, so this callback is about another payment of the same loan.
    if (receipt !== null && intent.receipt !== null && intent.receipt !== receipt)
      return reportPaybill(context, tx, { receipt, amount, account: order_no, at: result.at });
    // A query reported success first, without the receipt.
    if (receipt !== null && intent.receipt === null)
      await tx.updateTable('rail_intent').set({ receipt }).where('id', '=', intent.id).execute();
    return 'repeated';
  }
  const reported: Reported = { source: 'push', receipt, intent_id: id, order_id, account: id, amount, paid_at: result.at };
  const before =
    (await tx
      .selectFrom('reported_payment')
      .selectAll()
      .where('intent_id', '=', id)
      .where('source', '=', 'push')
      .forUpdate()
      .executeTakeFirst()) ?? (receipt === null ? undefined : await lockByReceipt(tx, receipt));
  if (before?.source === 'paybill' && isSame(before, reported)) return joinPrompt(context, tx, before, intent, result);
  if (before) return compare(context, tx, reported, before);
  // If the answer to the request was lost, the callback is the first to name the rail's reference, which the query needs.
  if (intent.provider_ref === null && result.providerRef !== null)
    await tx.updateTable('rail_intent').set({ provider_ref: result.providerRef }).where('id', '=', id).execute();
  return store(context, tx, reported, amount !== intent.amount ? 'amountDiffers' : !canBeMoved(amount) ? 'amountImpossible' : null);
}

/** Connects a payment that the paybill reported first with its prompt. The payment is booked once, and ends the prompt. */
async function joinPrompt(
  context: LendingContext,
  tx: Tx,
  { id, state }: ReportedPayment,
  intent: RailIntent,
  result: RailResult,
): Promise<CallbackOutcome> {
  await tx.updateTable('reported_payment').set({ intent_id: intent.id }).where('id', '=', id).execute();
  // The rail has confirmed the payment, and the receipt is in the books: only the prompt changes.
  return state === 'booked' ? settle(context, tx, intent.id, result, 'rail') : 'repeated';
}

/** Reasons of a held payment that a later answer of the rail can remove. */
const ANSWERABLE: readonly (HoldReason | null)[] = ['noAnswer', 'unknownReceipt'];

const isReportOpen = ({ state, reason }: ReportedPayment): boolean =>
  state === 'reported' || (state === 'held' && ANSWERABLE.includes(reason));

/** The number of queries about the payment. */
const timesAsked = async (tx: Tx, id: number): Promise<number> =>
  (await tx.selectFrom('outbox').select('attempts').where('topic', '=', 'rail.confirm').where('ref', '=', String(id)).executeTakeFirst())
    ?.attempts ?? 0;

/** Applies the rail's answer about a receipt, at most once. */
export async function confirmed(context: LendingContext, tx: Tx, id: number, answer: Confirmation): Promise<CallbackOutcome> {
  const report = await tx.selectFrom('reported_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (!isReportOpen(report)) return 'repeated';
  const held = async (reason: HoldReason, words: string | null = null): Promise<CallbackOutcome> => {
    const present = await tx.selectFrom('reported_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
    if (present.state !== 'reported') return 'repeated';
    const confirmed_amount = answer.is === 'completed' && answer.amount !== 'unclear' ? answer.amount : null;
    await tx.updateTable('reported_payment').set({ confirmed_amount }).where('id', '=', id).execute();
    await hold(context, tx, present, reason, words);
    return 'held';
  };
  if (answer.is === 'ended') return held('notCompleted', answer.text);
  if (answer.is === 'unknown') return (await timesAsked(tx, id)) < MAX_DENIALS ? 'nothing' : held('unknownReceipt', answer.text);
  if (answer.receipt !== report.receipt) return 'mismatched';
  if (answer.to !== context.config.paybill) return held('otherBusiness', answer.to);
  if (answer.amount === 'unclear' || answer.amount !== report.amount) return held('amountDiffers');
  return bookReported(context, tx, id, { amount: answer.amount, at: answer.at ?? report.paid_at }, isReportOpen);
}

/** Claims the next due query; null when no query is due. */
async function claim(context: LendingContext): Promise<{ report: ReportedPayment; traceId: string | null } | 'nothingToAsk' | null> {
  return context.store.tx(async (tx) => {
    const now = context.clock.now();
    const job = await nextJob(tx, 'rail.confirm', now);
    if (!job) return null;
    const report = await tx.selectFrom('reported_payment').selectAll().where('id', '=', Number(job.ref)).executeTakeFirst();
    if (report?.state !== 'reported') {
      await tx.updateTable('outbox').set({ done_at: now }).where('id', '=', job.id).execute();
      return 'nothingToAsk';
    }
    if (now - report.reported_at > GIVE_UP.after && job.attempts >= GIVE_UP.questions) {
      await hold(context, tx, report, 'noAnswer');
      return 'nothingToAsk';
    }
    await countAttempt(tx, job, now, PAUSES);
    return { report, traceId: job.trace_id };
  });
}

/** Queries the rail about one payment. A missing answer is not an error: the query is repeated. */
async function ask(context: LendingContext, report: ReportedPayment): Promise<void> {
  const { source, intent_id: intentId, receipt, callback_nonce: nonce } = report;
  const { db } = context.store;
  if (source === 'push' && intentId !== null) {
    const intent = await db.selectFrom('rail_intent').selectAll().where('id', '=', intentId).executeTakeFirstOrThrow();
    const result = await context.rail.query(intent, callbackToken(db, 'status', intent.callback_nonce), context.traceId).catch(() => null);
    if (result) await context.store.tx((tx) => settle(context, tx, intentId, result, 'rail'));
    return;
  }
  if (receipt === null) return;
  const answer = await context.rail.confirm({ receipt, token: callbackToken(db, 'receipt', nonce) }, context.traceId).catch(() => null);
  if (answer) await context.store.tx((tx) => confirmed(context, tx, report.id, answer));
}

/** Queries in one round. After them other work is done. */
const QUESTIONS = 40;
/** Concurrent queries. */
const AT_ONCE = 8;

/**
 * Queries the rail about the reported payments whose query is due.
 * @returns the number of queries.
 * @throws the first error, when all running queries have ended.
 */
export async function processConfirmations(context: LendingContext, failed: (error: unknown) => void): Promise<number> {
  let asked = 0;
  await runSideBySide(async (running) => {
    while (asked < QUESTIONS && !running.hasFailed && !context.config.isStopping?.()) {
      if (running.size === AT_ONCE) await running.oneEnds();
      const question = await claim(context);
      if (question === null) break;
      if (question === 'nothingToAsk') continue;
      asked++;
      running.begin(ask(forRequest(context, question.traceId), question.report).catch(failed));
    }
  });
  return asked;
}
