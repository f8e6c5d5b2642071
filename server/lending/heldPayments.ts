/** What a person does about payments that are held: book them or refuse them, each once. */
import { CODE } from '#machines/model/codes.ts';
import type { Cents } from '#machines/model/money.ts';
import { lockOrderById } from '#server/books/orders.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { FAILURE } from '#server/rail/rail.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';
import type { HoldReason } from '#server/store/schema/repayTables.ts';
import type { Tx } from '#server/store/store.ts';
import type { ReportedPayment } from './holds.ts';
import { bookReported, settle } from './settle.ts';

export interface HeldPayment {
  id: number;
  /** `paybill`: a message of the paybill. `push`: the callback of a payment prompt. */
  source: 'paybill' | 'push';
  receipt: string | null;
  /** null: the account number is nobody's. */
  orderNo: string | null;
  account: string;
  /** As it was reported; null: no amount that money can have. */
  amount: Cents | null;
  /** As the rail confirmed it; null: it did not. */
  confirmedAmount: Cents | null;
  reason: HoldReason | null;
  /** The rail's words; null where it gave none. */
  answer: string | null;
  reportedAt: number;
}

export interface HeldPayments {
  /** Newest first. */
  list(limit: number): Promise<HeldPayment[]>;
  /**
   * Books a payment that a person has found at the rail. The first decision counts; repeating it changes nothing.
   * @param amount cents, which may be what M-PESA cannot move in one payment; when left out, what the rail confirmed, else what was reported.
   * @throws Refusal orderNotFound; orderRefused without an amount above zero, or while the rail is being asked.
   */
  release(id: number, amount?: Cents): Promise<ReportedPayment['state']>;
  /** Nothing is booked, now or later. The first decision counts. */
  refuse(id: number): Promise<ReportedPayment['state']>;
}

async function find(tx: Tx, id: number): Promise<ReportedPayment> {
  const report = await tx.selectFrom('reported_payment').selectAll().where('id', '=', id).executeTakeFirst();
  if (!report) throw new Refusal(CODE.orderNotFound, 'lender.paymentNotFound');
  if (report.state === 'reported') throw orderRefused();
  return report;
}

const stateOf = async (tx: Tx, id: number): Promise<ReportedPayment['state']> =>
  (await tx.selectFrom('reported_payment').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

async function release(context: LendingContext, tx: Tx, id: number, given: Cents | undefined): Promise<ReportedPayment['state']> {
  const report = await find(tx, id);
  if (report.state !== 'held') return report.state;
  const amount = given ?? report.confirmed_amount ?? report.amount;
  if (amount === null || !Number.isSafeInteger(amount) || amount <= 0) throw orderRefused();
  await bookReported(context, tx, id, { amount, at: report.paid_at }, ({ state }) => state === 'held', 'person');
  const state = await stateOf(tx, id);
  if (state === 'booked') await context.config.security?.record({ kind: 'desk.decided', subject: 'payment.released' }, tx);
  return state;
}

/** See {@link HeldPayments.refuse}, in the caller's transaction. */
export async function refuseHeld(context: LendingContext, tx: Tx, id: number): Promise<ReportedPayment['state']> {
  const report = await find(tx, id);
  if (report.state !== 'held') return report.state;
  if (report.order_id !== null) await lockOrderById(tx, report.order_id);
  if (report.intent_id !== null)
    await tx.selectFrom('rail_intent').select('id').where('id', '=', report.intent_id).forUpdate().executeTakeFirstOrThrow();
  const refused = await tx
    .updateTable('reported_payment')
    .set({ state: 'refused', decided_at: context.clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .returning(['source', 'intent_id'])
    .executeTakeFirst();
  if (!refused) return stateOf(tx, id);
  await context.config.security?.record({ kind: 'desk.decided', subject: 'payment.refused' }, tx);
  // The prompt has ended without a payment; the borrower may send another.
  if (refused.source === 'push' && refused.intent_id !== null)
    await settle(
      context,
      tx,
      refused.intent_id,
      { ok: false, code: FAILURE.unnamed, text: 'refused by a person', providerRef: null },
      'person',
    );
  return 'refused';
}

export function createHeldPayments(context: LendingContext): HeldPayments {
  return {
    list: (limit) =>
      context.store.db
        .selectFrom('reported_payment as r')
        .leftJoin('loan_order as o', 'o.id', 'r.order_id')
        .select([
          'r.id',
          'r.source',
          'r.receipt',
          'o.order_no as orderNo',
          'r.account',
          'r.amount',
          'r.confirmed_amount as confirmedAmount',
          'r.reason',
          'r.answer',
          'r.reported_at as reportedAt',
        ])
        .where('r.state', '=', 'held')
        .orderBy('r.id', 'desc')
        .limit(limit)
        .execute(),
    release: (id, amount) => context.store.tx((tx) => release(context, tx, id, amount)),
    refuse: (id) => context.store.tx((tx) => refuseHeld(context, tx, id)),
  };
}
