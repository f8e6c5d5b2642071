/** The decision on an application, by the rules or by a person, and the end of an offer. */
import type { Updateable } from 'kysely';
import { addDays, HOUR, nairobiDate } from '#machines/model/calendar.ts';
import type { Tx } from '#server/store/store.ts';
import { move, offerEnd, ORDER_COLUMNS, orderNotFound, type OrderRow, sentByItselfAt } from '#server/books/orders.ts';
import { queueText } from '#server/books/textMessages.ts';
import { payoutHeldFor } from '#server/apply/holderName.ts';
import type { OrderTable } from '#server/store/schema/index.ts';
import { proveClaim } from '#server/apply/idClaims.ts';
import { assess } from '#server/apply/assessor.ts';
import type { LendingConfig } from '#server/books/lendingConfig.ts';
import { deletePhotos } from '#server/apply/photos/photos.ts';
import { dropTurn } from '#server/apply/photos/faceTurn.ts';
import { forgetReading } from '#server/apply/reader/cardReadings.ts';
import { saveNote } from '#server/apply/orderNotes.ts';
import type { OrderNote } from '#server/store/schema/deskTables.ts';
import { agreementIn } from '#server/borrow/agreement/agreementText.ts';
import { drawing, readPayee } from '#server/borrow/drawing.ts';

type DecidedBy = 'rules' | 'person';

/** Approves the application. The offer stays open for the product's hours from now. */
export async function approve(tx: Tx, row: OrderRow, now: number, decided_by: DecidedBy): Promise<OrderRow> {
  const { offerHours: hours } = row.contract.product;
  await proveClaim(tx, row.user_id);
  const approved = await move(tx, row, { type: 'lender.approved' }, now, { offer_open_until: now + hours * HOUR }, { decided_by });
  await queueText(tx, row, 'approved', { amount: row.principal, hours }, now);
  return approved;
}

/** @param reason a key of `REJECTIONS`, or free text. @param words a person's message to the borrower beside it; empty: none. */
export async function reject(
  tx: Tx,
  row: OrderRow,
  { reason, words = '' }: { reason: string; words?: string },
  config: LendingConfig,
  now: number,
  decided_by: DecidedBy,
): Promise<OrderRow> {
  await saveNote(tx, row.id, 'rejection', words === '' ? null : { words }, now);
  // A rejection after a review keeps the date of the first rejection.
  const reapply_on = row.reapply_on ?? addDays(nairobiDate(now), config.reapplyDays);
  const rejected = await move(tx, row, { type: 'lender.rejected' }, now, { rejection_reason: reason, reapply_on }, { decided_by, reason });
  await queueText(tx, row, 'rejected', { date: reapply_on }, now);
  return rejected;
}

const postpone = (
  tx: Tx,
  row: OrderRow,
  next_due_at: number | null,
  changes: Pick<Updateable<OrderTable>, 'referred_for' | 'escalated_at'> = {},
): Promise<OrderRow> =>
  tx
    .updateTable('loan_order')
    .set({ ...changes, next_due_at })
    .where('id', '=', row.id)
    .returning(ORDER_COLUMNS)
    .executeTakeFirstOrThrow();

/** @throws Error for an application that was never sent. */
function answerDeadline({ order_no, answer_latest_at }: OrderRow): number {
  if (answer_latest_at === null) throw new Error(`order ${order_no} has no deadline for its answer`);
  return answer_latest_at;
}

/**
 * Answers an application that is due. The rules decide it or refer it to a person; after the deadline the borrower gets a
 * text that the answer is late.
 */
export async function answerApplication(tx: Tx, row: OrderRow, config: LendingConfig, now: number): Promise<OrderRow> {
  // In a review a person decides, not the rules.
  const decision = config.rulesDecide() && row.review_asked_at === null ? await assess(tx, row, config, now) : null;
  if (decision?.is === 'approve') return approve(tx, row, now, 'rules');
  if (decision?.is === 'reject') return reject(tx, row, { reason: decision.reason }, config, now, 'rules');
  const referred_for = decision?.reason ?? null;
  // A person has time until the deadline. After it the application stays open: being late never rejects an application.
  const last = answerDeadline(row);
  if (now < last && row.review_asked_at !== null) return postpone(tx, row, last, { referred_for });
  if (now < last) return move(tx, row, { type: 'lender.referred' }, now, { referred_for, next_due_at: last });
  await queueText(tx, row, 'answerLate', { email: config.lender.email }, now);
  return postpone(tx, row, null, { referred_for, escalated_at: now });
}

/** Deletes the photos of these sides and asks for new ones. The promised time of the answer begins again when they arrive. */
export async function askPhotos(tx: Tx, row: OrderRow, note: Required<OrderNote>, now: number): Promise<OrderRow> {
  const asked = await move(tx, row, { type: 'lender.photosAsked' }, now, {
    answer_expected_at: null,
    answer_latest_at: null,
    escalated_at: null,
  });
  await deletePhotos(
    tx,
    row.user_id,
    note.sides.flatMap((side) => (side === 'face' ? (['face', 'turned'] as const) : [side])),
  );
  if (note.sides.includes('face')) await dropTurn(tx, row.user_id);
  if (note.sides.includes('front')) await forgetReading(tx, row.user_id);
  await saveNote(tx, row.id, 'photos', note, now);
  await queueText(tx, row, 'photosAsked', { date: nairobiDate(asked.next_due_at ?? now) }, now);
  return asked;
}

/** Ends a lapsed offer, or draws it if the product pays out automatically. At present no product is configured to do so. */
export async function endOffer(tx: Tx, row: OrderRow, config: LendingConfig, now: number): Promise<OrderRow> {
  const until = offerEnd(row);
  if (now >= until) return move(tx, row, { type: 'offer.lapsed' }, now);
  if (sentByItselfAt(row) === null) return postpone(tx, row, until);
  const payee = await readPayee(tx, row);
  const { account, borrower } = payee;
  if (!account || !borrower || (await payoutHeldFor(tx, account)) !== null) return postpone(tx, row, until);
  const agreed = { row, contract: row.contract, borrower, config };
  const { language } = row;
  const agreement = agreementIn(language, agreed);
  const drawn = drawing(tx, row, { ...payee, account, borrower }, { agreed, agreement, language, by: 'clock', traceId: null }, config, now);
  const [moved] = (await tx.executeQuery(drawn)).rows;
  if (!moved) throw orderNotFound();
  return moved;
}
