/**
 * Acts of staff on orders and money. Each runs in the caller's transaction, so that the act, the desk's log and the stored
 * answer are written together or not at all. An act is refused when the order or the books have changed meanwhile.
 */
import type { Cents } from '#machines/model/money.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import type { ProofState } from '#machines/model/proof.ts';
import { CODE } from '#machines/model/codes.ts';
import { acceptHolderName } from '#server/apply/payoutAccount.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { lockOrderById, lockOrderByNumber, orderNotFound, type OrderRow } from '#server/books/orders.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';
import { correctPayment, findPayment, type Corrected } from '#server/repay/correction.ts';
import { receive } from '#server/repay/debt.ts';
import { decideProof, type ProofDecision } from '#server/repay/proofs.ts';
import { placedKey, waitingInSuspense } from '#server/repay/receipts.ts';
import { askAboutReceipt, questionAbout } from '#server/repay/receiptQuestions.ts';
import { writeOffCharge, type WrittenOff } from '#server/repay/writeOff.ts';
import type { OrderNote } from '#server/store/schema/deskTables.ts';
import type { Tx } from '#server/store/store.ts';
import { refuseHeld } from './settlement/heldPayments.ts';
import { confirmArrival, confirmFailure } from './settlement/heldPayouts.ts';
import { queueRefund, type RefundAnswer } from './servicing/refunds.ts';
import { requestReversal, type ReversalAnswer } from './servicing/reversals.ts';
import { bookReported } from './settlement/settle.ts';
import { approve, askPhotos, reject } from './origination/decisions.ts';

/** Every function throws Refusal orderNotFound for an unknown order, and orderRefused when its status does not allow the act. */
export interface DeskActs {
  approve(tx: Tx, orderNo: string): Promise<void>;
  /** @param words message to the borrower, beside the text of the reason; empty: none. */
  reject(tx: Tx, orderNo: string, reason: string, words: string): Promise<void>;
  askPhotos(tx: Tx, orderNo: string, note: Required<OrderNote>): Promise<void>;
  decideProof(tx: Tx, proofNo: string, decision: ProofDecision): Promise<ProofState>;
  /** Books a payment without a loan for a running loan. @throws Refusal receiptUsed when it was booked or returned meanwhile. */
  place(tx: Tx, receipt: string, orderNo: string): Promise<void>;
  /**
   * Books a held payment for a running loan, with the amount that the rail confirmed.
   * @throws Refusal receiptUnknown when the rail did not confirm it.
   */
  placeHeld(tx: Tx, id: number, orderNo: string): Promise<void>;
  refuseHeld(tx: Tx, id: number): Promise<void>;
  /** Returns a payment that belongs to no loan, in full. */
  reverse(tx: Tx, receipt: string): Promise<ReversalAnswer>;
  /** @param words message to the borrower, part of the text that the refund arrived. */
  refund(tx: Tx, orderNo: string, amount: Cents, words: string): Promise<RefundAnswer>;
  payoutArrived(tx: Tx, id: string, receipt: string | null): Promise<void>;
  payoutFailed(tx: Tx, id: string): Promise<void>;
  writeOff(tx: Tx, orderNo: string, amount: Cents): Promise<WrittenOff>;
  /** @throws Refusal orderNotFound when the loan `from` has no such payment. */
  correct(tx: Tx, receipt: string, from: string, to: string): Promise<Corrected>;
  /** Queues a query about a receipt, unless the rail has confirmed it or was asked a moment ago. @returns whether one was queued. */
  askAboutReceipt(tx: Tx, receipt: string): Promise<boolean>;
  /** Starts work that an act may have queued for the rail. Call it after the transaction. */
  queued(): void;
}

export function createDeskActs(context: LendingContext): DeskActs {
  const { clock, config } = context;

  async function lock(tx: Tx, orderNo: string): Promise<OrderRow> {
    const row = await lockOrderByNumber(tx, orderNo);
    if (!row) throw orderNotFound();
    return row;
  }
  /** Locks the order and applies elapsed time. */
  const current = async (tx: Tx, orderNo: string): Promise<OrderRow> => context.applyElapsedTime(tx, await lock(tx, orderNo), clock.now());

  async function running(tx: Tx, orderNo: string): Promise<OrderRow> {
    const row = await current(tx, orderNo);
    if (!isRepayable(row.status)) throw orderRefused();
    return row;
  }

  const decided = (tx: Tx, subject: string, userId?: number): Promise<void> | undefined =>
    config.security?.record({ kind: 'desk.decided', subject, ...(userId === undefined ? {} : { userId }) }, tx);

  return {
    async approve(tx, orderNo) {
      const row = await lock(tx, orderNo);
      const now = clock.now();
      await acceptHolderName(tx, row.user_id, now);
      await approve(tx, row, now, 'person');
      await decided(tx, 'order.approve', row.user_id);
    },
    async reject(tx, orderNo, reason, words) {
      const row = await lock(tx, orderNo);
      await reject(tx, row, { reason, words }, config, clock.now(), 'person');
      await decided(tx, 'order.reject', row.user_id);
    },
    async askPhotos(tx, orderNo, note) {
      const row = await lock(tx, orderNo);
      await askPhotos(tx, row, note, clock.now());
      await decided(tx, 'order.askPhotos', row.user_id);
    },
    decideProof: (tx, proofNo, decision) => decideProof(context, tx, proofNo, decision),
    async place(tx, receipt, orderNo) {
      const row = await running(tx, orderNo);
      const waiting = await waitingInSuspense(tx, receipt);
      if (waiting === null) throw new Refusal(CODE.receiptUsed, 'lender.receiptUsed');
      const isPlaced = await receive(
        tx,
        row,
        {
          amount: waiting.amount,
          paidAt: waiting.at,
          kind: 'repayment.paybill',
          idempotencyKey: placedKey(receipt),
          ref: receipt,
          from: 'suspense',
        },
        clock.now(),
      );
      if (!isPlaced) throw new Refusal(CODE.receiptUsed, 'lender.receiptUsed');
      await decided(tx, 'payment.placed', row.user_id);
    },
    async placeHeld(tx, id, orderNo) {
      const row = await running(tx, orderNo);
      const report = await tx.selectFrom('reported_payment').selectAll().where('id', '=', id).executeTakeFirst();
      if (!report) throw new Refusal(CODE.orderNotFound, 'lender.paymentNotFound');
      if (report.state !== 'held') throw orderRefused();
      const question = report.receipt === null ? undefined : await questionAbout(tx, report.receipt);
      if (question?.answer !== 'completed' || question.paid_to !== config.paybill || question.amount === null)
        throw new Refusal(CODE.receiptUnknown, 'lender.receiptUnknown');
      // A prompt belongs to one loan. For another loan, its payment counts as a payment by hand.
      const intent = report.order_id === row.id ? {} : { order_id: row.id, intent_id: null, account: row.order_no };
      if (report.order_id !== row.id) await tx.updateTable('reported_payment').set(intent).where('id', '=', id).execute();
      const money = { amount: question.amount, at: question.paid_at ?? report.paid_at };
      await bookReported(context, tx, id, money, ({ state }) => state === 'held', 'person');
      const { state } = await tx.selectFrom('reported_payment').select('state').where('id', '=', id).executeTakeFirstOrThrow();
      if (state !== 'booked') throw new Refusal(CODE.receiptUsed, 'lender.receiptUsed');
      await decided(tx, 'payment.released', row.user_id);
    },
    async refuseHeld(tx, id) {
      if ((await refuseHeld(context, tx, id)) !== 'refused') throw orderRefused();
    },
    askAboutReceipt: (tx, receipt) => askAboutReceipt(context, tx, receipt),
    queued: () => context.queued(),
    reverse: (tx, receipt) => requestReversal(context, tx, receipt),
    async refund(tx, orderNo, amount, words) {
      const row = await lock(tx, orderNo);
      const answer = await queueRefund(context, tx, row, { amount, words });
      if (answer.is === 'queued') await decided(tx, 'payment.refunded', row.user_id);
      return answer;
    },
    async payoutArrived(tx, id, receipt) {
      if ((await confirmArrival(context, tx, id, receipt)).is === 'other') throw orderRefused();
    },
    async payoutFailed(tx, id) {
      if ((await confirmFailure(context, tx, id)).is === 'other') throw orderRefused();
    },
    async writeOff(tx, orderNo, amount) {
      const row = await current(tx, orderNo);
      const answer = await writeOffCharge(tx, row, amount, clock.now());
      if (answer.is === 'done') await decided(tx, 'charge.writtenOff', row.user_id);
      return answer;
    },
    async correct(tx, receipt, fromNo, toNo) {
      const rows = await tx
        .selectFrom('loan_order')
        .select(['id', 'order_no'])
        .where('order_no', 'in', [fromNo, toNo])
        .orderBy('id')
        .execute();
      const locked = new Map<string, OrderRow>();
      // Locked in the order of their ids, so that two corrections cannot deadlock.
      for (const { id, order_no } of rows)
        locked.set(order_no, await context.applyElapsedTime(tx, await lockOrderById(tx, id), clock.now()));
      const [from, to] = [locked.get(fromNo), locked.get(toNo)];
      if (!from || !to) throw orderNotFound();
      const payment = await findPayment(tx, receipt);
      if (payment?.orderId !== from.id) throw new Refusal(CODE.orderNotFound, 'lender.paymentNotFound');
      const answer = await correctPayment(tx, payment, { from, to }, { now: clock.now(), email: config.lender.email });
      if (answer.is === 'done') await decided(tx, 'payment.corrected', from.user_id);
      return answer;
    },
  };
}
