/** Rows as the borrower sees them. */
import type { LoanRecord, Order, Payment, PaymentState } from '#machines/model/order.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import { maskMsisdn } from '#machines/model/phone.ts';
import type { RailIntent } from '#server/rail/rail.ts';
import { dataDeletedOn, readCollection } from '#server/collection/collectionState.ts';
import type { Db } from '#server/store/store.ts';
import { maskAccount, payoutAccountOf, photosOf } from '#server/apply/applicant.ts';
import { balanceOf } from '#server/repay/debt.ts';
import { sentByItselfAt, type OrderRow } from '#server/books/orders.ts';
import { reviewOf } from '#server/apply/reviewOf.ts';
import { paymentFailureText, payoutFailureText, rejectionText, type Language } from '#server/books/reasonTexts.ts';

/** The payment request of this order whose end is not known. */
export const livePush = (db: Db, orderId: number): Promise<RailIntent | undefined> =>
  db
    .selectFrom('rail_intent')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', 'STK')
    .where('state', 'in', ['NEW', 'SENT', 'UNKNOWN'])
    .executeTakeFirst();

const hasOffer = (row: OrderRow): boolean => row.status === STATUS.confirm || row.status === STATUS.getMoney;

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
    photos: await photosOf(db, row.user_id),
    payoutAccount: account ? maskAccount(account) : null,
    rejection:
      row.status === STATUS.reject && row.rejection_reason !== null && row.reapply_on !== null
        ? { reason: rejectionText(row.rejection_reason, language), reapplyOn: row.reapply_on, review: reviewOf(row, now) }
        : null,
    offer: hasOffer(row) && row.offer_open_until !== null ? { openUntil: row.offer_open_until, sentAt: sentByItselfAt(row) } : null,
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

/** A rejected borrower who may apply again, and one whose application ended, start from a clean home. */
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

const stateOf = (intent: RailIntent, now: number): PaymentState => {
  switch (intent.state) {
    case 'OK':
      return 'paid';
    case 'FAILED':
      return 'failed';
    case 'UNKNOWN':
      return 'unknown';
    default:
      return now > (intent.prompt_until ?? Infinity) ? 'unknown' : 'sent';
  }
};

/** @param over what of it was more than the debt. */
export const viewPayment = (intent: RailIntent, orderNo: string, now: number, language: Language, over = 0): Payment => ({
  payOrderId: intent.id,
  orderNo,
  amount: intent.amount,
  state: stateOf(intent, now),
  phone: maskMsisdn(intent.msisdn),
  promptUntil: intent.prompt_until ?? intent.created_at,
  resultCode: intent.result_code,
  reason: intent.state === 'FAILED' && intent.result_code !== null ? paymentFailureText(intent.result_code, language) : '',
  receipt: intent.receipt,
  paidAt: intent.state === 'OK' ? intent.settled_at : null,
  over,
});
