/** Rows as the borrower sees them. */
import type { LoanRecord, Order } from '#machines/model/order.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { isOffered, isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import { livePush, viewPayment } from '#server/repay/paymentView.ts';
import { dataDeletedOn, readCollection } from '#server/collection/collectionState.ts';
import type { Db } from '#server/store/store.ts';
import { maskAccount, payoutAccountOf, photosOf } from '#server/apply/applicant.ts';
import { openTurnOf } from '#server/apply/photos/faceTurn.ts';
import { balanceOf } from '#server/repay/debt.ts';
import { sentByItselfAt, type OrderRow } from '#server/books/orders.ts';
import { reviewOf } from '#server/apply/personReview.ts';
import type { Language } from '#machines/context.ts';
import { payoutFailureText, referralText, rejectionText } from '#server/books/reasonTexts.ts';

export async function viewOrder(db: Db, row: OrderRow, now: number, language: Language): Promise<Order> {
  const account = await payoutAccountOf(db, row.user_id);
  const live = isRepayable(row.status) ? await livePush(db, row.id) : undefined;
  return {
    orderNo: row.order_no,
    status: row.status,
    productId: row.product_id,
    principal: row.principal,
    termDays: row.term_days,
    terms: row.contract.terms,
    submittedAt: row.submitted_at,
    answerExpectedAt: row.answer_expected_at,
    answerLatestAt: row.answer_latest_at,
    inReview: row.status === STATUS.applying && row.review_asked_at !== null,
    referral:
      row.status === STATUS.applying && row.review_asked_at === null && row.referred_for !== null
        ? referralText(row.referred_for, language)
        : null,
    photos: await photosOf(db, row.user_id),
    faceTurn: (await openTurnOf(db, row.user_id, row.id))?.turn ?? null,
    payoutAccount: account ? maskAccount(account) : null,
    rejection:
      row.status === STATUS.reject && row.rejection_reason !== null && row.reapply_on !== null
        ? { reason: rejectionText(row.rejection_reason, language), reapplyOn: row.reapply_on, review: reviewOf(row, now) }
        : null,
    offer: isOffered(row.status) && row.offer_open_until !== null ? { openUntil: row.offer_open_until, sentAt: sentByItselfAt(row) } : null,
    disbursement:
      row.disbursement_requested_at !== null && row.disbursement_expected_by !== null
        ? {
            requestedAt: row.disbursement_requested_at,
            expectedBy: row.disbursement_expected_by,
            failure:
              row.status === STATUS.payFail && row.disbursement_failure !== null
                ? payoutFailureText(row.disbursement_failure, language)
                : null,
          }
        : null,
    balance: isRepayable(row.status) ? await balanceOf(db, row, now) : null,
    openPayment: live ? viewPayment(live, row.order_no, now, language) : null,
    collection: await readCollection(db, row, now),
    dataDeletedOn: await dataDeletedOn(db, row),
  };
}

/** Home shows no order to a rejected borrower who may apply again. */
export const isPast = (row: OrderRow, now: number): boolean =>
  row.status === STATUS.reject && row.reapply_on !== null && nairobiDate(now) >= row.reapply_on;

export const viewRecord = (row: OrderRow): LoanRecord => ({
  orderNo: row.order_no,
  status: row.status,
  principal: row.principal,
  termDays: row.term_days,
  openedAt: row.opened_at,
  dueDate: row.due_date,
});
