/**
 * Proofs of payments that the rail did not report. A person reviews them within 48 hours; a payment is booked under
 * its receipt, as a callback of the rail would be, so that it counts once, whichever comes first.
 */
import { HOUR } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Cents } from '#machines/model/money.ts';
import { isRepayable } from '#machines/model/orderStatus.ts';
import { MOST_PICTURES, type Proof, type ProofState } from '#machines/model/proof.ts';
import type { Selectable } from 'kysely';
import { newProofNo } from '#server/store/ids.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { lockCurrent, type LendingContext } from '#server/books/lendingContext.ts';
import { receive } from './debt.ts';
import { findOrder, lockOrderById, type OrderRow } from '#server/books/orders.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';
import { isCounted, receiptKey, waitingInSuspense, placedKey } from './receipts.ts';
import type { AfterDisbursementSchema } from '#server/store/schema/repayTables.ts';
import type { Language } from '#machines/context.ts';
import { proofRefusalText } from '#server/books/reasonTexts.ts';
import { queueText } from '#server/books/textMessages.ts';
import { livePush } from './paymentView.ts';

type ProofRow = Selectable<AfterDisbursementSchema['proof']>;

/** A person has reviewed a proof by then (specification, section 9). */
export const REVIEW_TIME = 48 * HOUR;

/** A picture as it is stored: encrypted, and bound to its reference. */
export interface Picture {
  ref: string;
  encrypted: Uint8Array;
  mime: string;
}

/** A picture that arrives. Its name depends on which names are used, so it is encrypted when that is known. */
interface NewPicture {
  mime: string;
  name(isUsed: (ref: string) => Promise<boolean>): Promise<string>;
  encrypt(ref: string): Uint8Array;
}

export interface ProofSent {
  receipt: string;
  amount: Cents;
  /** References of pictures sent before. */
  pictures: readonly string[];
}

export interface Proofs {
  /** @returns its name; the same picture sent again before its proof has the same name. */
  addPicture(userId: number, orderNo: string, picture: NewPicture): Promise<string>;
  /** The same receipt sent again is the same proof. */
  send(userId: number, orderNo: string, proof: ProofSent, language?: Language): Promise<Proof>;
  /** Newest first. */
  list(userId: number, orderNo: string, language?: Language): Promise<Proof[]>;
  /** For the desk, encrypted as it was given; null when there is none of that name. */
  picture(ref: string): Promise<Picture | null>;
  /** The lender's desk. @param reason shown to the borrower: a key of `PROOF_REFUSALS` or free text. */
  decide(proofNo: string, decision: 'count' | 'refuse', reason?: string): Promise<ProofState>;
}

const view = (row: ProofRow, pictures: number, language: Language): Proof => ({
  proofNo: row.proof_no,
  receipt: row.receipt,
  amount: row.amount,
  pictures,
  state: row.state,
  sentAt: row.sent_at,
  answerBy: row.answer_by,
  reason: row.state === 'refused' && row.reason !== null ? proofRefusalText(row.reason, language) : '',
});

const picturesOf = async (db: Db, proofId: number): Promise<number> =>
  (await db.selectFrom('proof_picture').select('ref').where('proof_id', '=', proofId).execute()).length;

async function addPicture(context: LendingContext, userId: number, orderNo: string, picture: NewPicture): Promise<string> {
  return context.store.tx(async (tx) => {
    const row = await lockCurrent(context, tx, userId, orderNo);
    if (!isRepayable(row.status)) throw orderRefused();
    const ref = await picture.name(async (name) => {
      const known = await tx.selectFrom('proof_picture').select('proof_id').where('ref', '=', name).executeTakeFirst();
      return known !== undefined && known.proof_id !== null;
    });
    const unattached = await tx
      .selectFrom('proof_picture')
      .select('ref')
      .where('order_id', '=', row.id)
      .where('proof_id', 'is', null)
      .orderBy('at', 'desc')
      .orderBy('ref')
      .execute();
    if (unattached.some((one) => one.ref === ref)) return ref;
    // Pictures that were uploaded and never sent are deleted.
    for (const one of unattached.slice(MOST_PICTURES - 1)) await tx.deleteFrom('proof_picture').where('ref', '=', one.ref).execute();
    await tx
      .insertInto('proof_picture')
      .values({ ref, encrypted: picture.encrypt(ref), mime: picture.mime, order_id: row.id, proof_id: null, at: context.clock.now() })
      .execute();
    return ref;
  });
}

async function send(context: LendingContext, userId: number, orderNo: string, sent: ProofSent, language: Language): Promise<Proof> {
  return context.store.tx(async (tx) => {
    const now = context.clock.now();
    const row = await lockCurrent(context, tx, userId, orderNo);
    const { receipt, amount } = sent;
    const before = await tx
      .selectFrom('proof')
      .selectAll()
      .where('receipt', '=', receipt)
      .where('state', '<>', 'refused')
      .executeTakeFirst();
    if (before?.order_id === row.id) return view(before, await picturesOf(tx, before.id), language);
    if (before || (await isCounted(tx, receipt))) throw new Refusal(CODE.receiptUsed, 'lender.receiptUsed');
    if (!isRepayable(row.status)) throw orderRefused();
    const proof = await tx
      .insertInto('proof')
      .values({
        proof_no: newProofNo(),
        order_id: row.id,
        receipt,
        amount,
        state: 'waiting',
        sent_at: now,
        answer_by: now + REVIEW_TIME,
      })
      .onConflict((c) => c.doNothing())
      .returningAll()
      .executeTakeFirst();
    // Another borrower sent the same receipt at the same moment.
    if (!proof) throw new Refusal(CODE.receiptUsed, 'lender.receiptUsed');
    await tx
      .updateTable('proof_picture')
      .set({ proof_id: proof.id })
      .where('order_id', '=', row.id)
      .where('proof_id', 'is', null)
      .where('ref', 'in', sent.pictures.length > 0 ? [...sent.pictures] : [''])
      .execute();
    const pictures = await picturesOf(tx, proof.id);
    if (pictures === 0) throw new Refusal(CODE.photosMissing, 'lender.picturesMissing');
    return view(proof, pictures, language);
  });
}

/** Books a proven payment, unless its receipt was counted meanwhile. */
async function count(
  context: LendingContext,
  tx: Tx,
  row: OrderRow,
  { receipt, amount }: ProofRow,
  now: number,
): Promise<'counted' | 'known'> {
  if (await isCounted(tx, receipt, { orderId: row.id, amount })) return 'known';
  // It may be the same payment, and a query would report it without its receipt.
  const live = await livePush(tx, row.id);
  if (live?.amount === amount) throw new Refusal(CODE.paymentInProgress, 'lender.paymentInProgress', { payOrderId: live.id });
  if (!isRepayable(row.status)) throw orderRefused();
  // Paid with a wrong account number: the money is in suspense already.
  const waiting = await waitingInSuspense(tx, receipt);
  const isPaid = await receive(
    tx,
    row,
    waiting === null
      ? { amount, paidAt: null, kind: 'repayment.paybill', idempotencyKey: receiptKey(receipt), ref: receipt }
      : {
          amount: waiting.amount,
          paidAt: waiting.at,
          kind: 'repayment.paybill',
          idempotencyKey: placedKey(receipt),
          ref: receipt,
          from: 'suspense',
        },
    now,
  );
  return isPaid ? 'counted' : 'known';
}

async function decide(context: LendingContext, proofNo: string, decision: 'count' | 'refuse', reason: string): Promise<ProofState> {
  return context.store.tx(async (tx) => {
    const now = context.clock.now();
    const found = await tx.selectFrom('proof').select('order_id').where('proof_no', '=', proofNo).executeTakeFirst();
    if (!found) throw new Refusal(CODE.orderNotFound, 'lender.proofNotFound');
    const row = await context.applyElapsedTime(tx, await lockOrderById(tx, found.order_id), now);
    const proof = await tx.selectFrom('proof').selectAll().where('proof_no', '=', proofNo).forUpdate().executeTakeFirstOrThrow();
    if (proof.state !== 'waiting') return proof.state;
    const state = decision === 'refuse' ? 'refused' : await count(context, tx, row, proof, now);
    await tx
      .updateTable('proof')
      .set({ state, reason: state === 'refused' ? reason : null, decided_at: now })
      .where('id', '=', proof.id)
      .execute();
    await context.config.security?.record({ kind: 'desk.decided', subject: `proof.${decision}`, userId: row.user_id }, tx);
    if (state !== 'counted') await queueText(tx, row, state === 'known' ? 'proofKnown' : 'proofRefused', { receipt: proof.receipt }, now);
    return state;
  });
}

export function createProofs(context: LendingContext): Proofs {
  return {
    addPicture: (userId, orderNo, picture) => addPicture(context, userId, orderNo, picture),
    send: (userId, orderNo, proof, language = 'en') => send(context, userId, orderNo, proof, language),
    async list(userId, orderNo, language = 'en') {
      const { db } = context.store;
      const { id } = await findOrder(db, userId, orderNo);
      const rows = await db.selectFrom('proof').selectAll().where('order_id', '=', id).orderBy('id', 'desc').execute();
      return Promise.all(rows.map(async (row) => view(row, await picturesOf(db, row.id), language)));
    },
    picture: async (ref) =>
      (await context.store.db.selectFrom('proof_picture').select(['ref', 'encrypted', 'mime']).where('ref', '=', ref).executeTakeFirst()) ??
      null,
    decide: (proofNo, decision, reason = 'notFound') => decide(context, proofNo, decision, reason),
  };
}
