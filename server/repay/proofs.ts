/**
 * Proofs of payments that the rail did not report. A person reviews them within 48 hours. A payment is booked under its
 * receipt, as for a callback of the rail. So it is booked once, even if the callback arrives too.
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
import { askAboutReceipt, questionAbout } from './receiptQuestions.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import { livePush } from './paymentView.ts';

type ProofRow = Selectable<AfterDisbursementSchema['proof']>;

/** A person reviews a proof within this time (specification, section 9). */
export const REVIEW_TIME = 48 * HOUR;

/** A stored picture: encrypted, and bound to its reference. */
export interface Picture {
  ref: string;
  encrypted: Uint8Array;
  mime: string;
}

/** A received picture. Encryption needs its name, and the choice of a free name needs the database. */
interface NewPicture {
  mime: string;
  name(isUsed: (ref: string) => Promise<boolean>): Promise<string>;
  encrypt(ref: string): Uint8Array;
}

export interface ProofSent {
  receipt: string;
  amount: Cents;
  /** References of pictures that were uploaded before. */
  pictures: readonly string[];
}

export interface Proofs {
  /** @returns the name of the picture. A picture that is uploaded again before its proof is sent keeps its name. */
  addPicture(userId: number, orderNo: string, picture: NewPicture): Promise<string>;
  /** Sends a proof. If the same receipt is sent again, the first proof is returned. */
  send(userId: number, orderNo: string, proof: ProofSent, language?: Language): Promise<Proof>;
  /** Newest first. */
  list(userId: number, orderNo: string, language?: Language): Promise<Proof[]>;
  /** An encrypted picture for the desk; null: no picture has this name. */
  picture(ref: string): Promise<Picture | null>;
  /**
   * The operator's verb. @param reason shown to the borrower: a key of `PROOF_REFUSALS` or free text.
   * @throws Refusal receiptUnknown while the rail has not confirmed the receipt.
   */
  decide(proofNo: string, decision: 'count' | 'refuse', reason?: string): Promise<ProofState>;
}

const withWords = (db: Db, { proof_no, words_sealed: encrypted }: ProofRow, reason: string): string =>
  encrypted ? `${reason} ${decryptValue<string>(db, 'proof.words_sealed', [proof_no], encrypted)}` : reason;

const view = (db: Db, row: ProofRow, pictures: number, language: Language): Proof => ({
  proofNo: row.proof_no,
  receipt: row.receipt,
  amount: row.amount,
  pictures,
  state: row.state,
  sentAt: row.sent_at,
  answerBy: row.answer_by,
  isLate: row.state === 'waiting' && row.escalated_at !== null,
  reason: row.state === 'refused' && row.reason !== null ? withWords(db, row, proofRefusalText(row.reason, language)) : '',
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
    // Deletes the oldest uploaded pictures that belong to no proof, so that their number stays limited.
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
    if (before?.order_id === row.id) return view(tx, before, await picturesOf(tx, before.id), language);
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
    // A proof with the same receipt was stored at the same moment.
    if (!proof) throw new Refusal(CODE.receiptUsed, 'lender.receiptUsed');
    await tx
      .updateTable('proof_picture')
      .set({ proof_id: proof.id })
      .where('order_id', '=', row.id)
      .where('proof_id', 'is', null)
      .where('ref', 'in', sent.pictures.length > 0 ? [...sent.pictures] : [''])
      .execute();
    await askAboutReceipt(context, tx, receipt);
    const pictures = await picturesOf(tx, proof.id);
    if (pictures === 0) throw new Refusal(CODE.photosMissing, 'lender.picturesMissing');
    return view(tx, proof, pictures, language);
  });
}

/**
 * The payment to the lender that the rail confirmed for a receipt.
 * @throws Refusal receiptUnknown without a confirmation, because nothing else proves that the money arrived.
 */
async function confirmedByRail({ config }: LendingContext, tx: Tx, receipt: string): Promise<{ amount: Cents; at: number | null }> {
  const question = await questionAbout(tx, receipt);
  if (question?.answer !== 'completed' || question.paid_to !== config.paybill || question.amount === null)
    throw new Refusal(CODE.receiptUnknown, 'lender.receiptUnknown');
  return { amount: question.amount, at: question.paid_at };
}

/**
 * Books a proven payment, unless its receipt was counted meanwhile.
 * @param seen the amount that the deciding person read; null: the amount of the rail is used unchecked.
 */
async function count(
  context: LendingContext,
  tx: Tx,
  row: OrderRow,
  { receipt, amount: claimed }: ProofRow,
  { seen, now }: { seen: Cents | null; now: number },
): Promise<'counted' | 'known'> {
  if (await isCounted(tx, receipt, { orderId: row.id, amount: claimed })) return 'known';
  // An open push of this amount may be the same payment. The answer to a query about it may lack the receipt.
  const live = await livePush(tx, row.id);
  if (live?.amount === claimed) throw new Refusal(CODE.paymentInProgress, 'lender.paymentInProgress', { payOrderId: live.id });
  if (!isRepayable(row.status)) throw orderRefused();
  // A payment with a wrong account number is in suspense already.
  const waiting = await waitingInSuspense(tx, receipt);
  const payment = waiting ?? (await confirmedByRail(context, tx, receipt));
  const { amount } = payment;
  if (seen !== null && seen !== amount) throw new Refusal(CODE.amountRefused, 'lender.receiptAmount', { amount });
  const isPaid = await receive(
    tx,
    row,
    waiting === null
      ? { amount, paidAt: payment.at, kind: 'repayment.paybill', idempotencyKey: receiptKey(receipt), ref: receipt }
      : {
          amount,
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

/** The decision of a person. @property words text for the borrower in addition to the reason; may be empty. */
export type ProofDecision = { is: 'count'; seen: Cents | null } | { is: 'refuse'; reason: string; words: string };

/**
 * Decides a proof in the caller's transaction. Later decisions about the same proof change nothing.
 * @throws Refusal proofNotFound, receiptUnknown, receiptAmount, paymentInProgress.
 */
export async function decideProof(context: LendingContext, tx: Tx, proofNo: string, decision: ProofDecision): Promise<ProofState> {
  const now = context.clock.now();
  const found = await tx.selectFrom('proof').select('order_id').where('proof_no', '=', proofNo).executeTakeFirst();
  if (!found) throw new Refusal(CODE.orderNotFound, 'lender.proofNotFound');
  const row = await context.applyElapsedTime(tx, await lockOrderById(tx, found.order_id), now);
  const proof = await tx.selectFrom('proof').selectAll().where('proof_no', '=', proofNo).forUpdate().executeTakeFirstOrThrow();
  if (proof.state !== 'waiting') return proof.state;
  const state = decision.is === 'refuse' ? 'refused' : await count(context, tx, row, proof, { seen: decision.seen, now });
  const columns =
    decision.is === 'refuse'
      ? {
          reason: decision.reason,
          words_sealed: decision.words === '' ? null : encryptValue(tx, 'proof.words_sealed', [proofNo], decision.words),
        }
      : {};
  await tx
    .updateTable('proof')
    .set({ state, decided_at: now, ...columns })
    .where('id', '=', proof.id)
    .execute();
  await context.config.security?.record({ kind: 'desk.decided', subject: `proof.${decision.is}`, userId: row.user_id }, tx);
  if (state !== 'counted') await queueText(tx, row, state === 'known' ? 'proofKnown' : 'proofRefused', { receipt: proof.receipt }, now);
  return state;
}

export function createProofs(context: LendingContext): Proofs {
  return {
    addPicture: (userId, orderNo, picture) => addPicture(context, userId, orderNo, picture),
    send: (userId, orderNo, proof, language = 'en') => send(context, userId, orderNo, proof, language),
    async list(userId, orderNo, language = 'en') {
      const { db } = context.store;
      const { id } = await findOrder(db, userId, orderNo);
      const rows = await db.selectFrom('proof').selectAll().where('order_id', '=', id).orderBy('id', 'desc').execute();
      return Promise.all(rows.map(async (row) => view(db, row, await picturesOf(db, row.id), language)));
    },
    picture: async (ref) =>
      (await context.store.db.selectFrom('proof_picture').select(['ref', 'encrypted', 'mime']).where('ref', '=', ref).executeTakeFirst()) ??
      null,
    decide: (proofNo, decision, reason = 'notFound') =>
      context.store.tx((tx) =>
        decideProof(context, tx, proofNo, decision === 'count' ? { is: 'count', seen: null } : { is: 'refuse', reason, words: '' }),
      ),
  };
}
