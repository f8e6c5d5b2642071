/** Turns rows of orders into the values that the borrower reads. */
import type { CompiledQuery } from 'kysely';
import type { LoanRecord, Order } from '#machines/model/order.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { isOffered, isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import { livePushColumn, viewPayment } from '#server/repay/paymentView.ts';
import { collectionColumn, collectionFrom, dataDeletedOn, wasLentColumn } from '#server/collection/collectionState.ts';
import { compileOnce, type ValueOf } from '#server/store/compileOnce.ts';
import { pipelineCommit, reading, type Reading } from '#server/store/pipeline.ts';
import type { Db, Tx } from '#server/store/store.ts';
import {
  accountColumn,
  accountFrom,
  maskAccount,
  missingFrom,
  photoColumns,
  photosOf,
  storedSectionsColumn,
} from '#server/apply/applicant.ts';
import { noteFrom, notesColumn } from '#server/apply/orderNotes.ts';
import { balanceFrom } from '#server/repay/debt.ts';
import { debtColumn } from '#server/books/ledger.ts';
import { lockCurrent, type ApplicationRead, type LendingContext } from '#server/books/lendingContext.ts';
import { isDue, ORDER_COLUMNS, orderNotFound, sentByItselfAt, type OrderRow } from '#server/books/orders.ts';
import { reviewOf } from '#server/apply/personReview.ts';
import type { OrderNote } from '#server/store/schema/deskTables.ts';
import type { Language } from '#machines/context.ts';
import { referralText, rejectionText } from '#server/books/reasonTexts.ts';
import { payoutFailureText } from '#src/api/messages/payoutFailures.ts';

/** Columns that an order shows beside its row, for a query of `loan_order`, so that one statement reads them as of one moment. */
export const SHOWN_COLUMNS = [
  accountColumn,
  ...photoColumns('loan_order.user_id'),
  livePushColumn,
  debtColumn,
  collectionColumn,
  wasLentColumn,
  notesColumn,
] as const;

type Shown = Awaited<ReturnType<typeof readShown>>;

const shownRows = compileOnce((db, value: ValueOf<{ orderId: number }>) =>
  db.selectFrom('loan_order').select(SHOWN_COLUMNS).where('id', '=', value('orderId')),
);

async function readShown(db: Db, orderId: number) {
  const [shown] = await shownRows(db, { orderId });
  if (!shown) throw orderNotFound();
  return shown;
}

export const viewOrder = async (db: Db, row: OrderRow, now: number, language: Language): Promise<Order> =>
  orderFrom(db, row, await readShown(db, row.id), now, language);

/** See `LendingContext.commitChange`. */
export async function commitChange(
  tx: Tx,
  orderId: number,
  change: CompiledQuery<OrderRow>,
  now: number,
  language: Language,
): Promise<Order> {
  const [[row], [shown]] = await pipelineCommit(tx, [change, shownRows.of(tx, { orderId })]);
  if (!row || !shown) throw orderNotFound();
  return orderFrom(tx, row, shown, now, language);
}

const applicationRows = compileOnce((db, value: ValueOf<{ orderId: number }>) =>
  db
    .selectFrom('loan_order')
    .select([...SHOWN_COLUMNS, storedSectionsColumn('loan_order.user_id')])
    .where('id', '=', value('orderId')),
);

/** See `LendingContext.readingApplication`. */
export function readingApplication(tx: Tx, orderId: number): Reading<ApplicationRead> {
  const query = applicationRows.of(tx, { orderId });
  return reading(query, ([shown]) => {
    if (!shown) throw orderNotFound();
    return {
      missing: missingFrom({ ...shown, hasAccount: shown.account !== null }),
      view: (row, now, language) => orderFrom(tx, row, shown, now, language),
    };
  });
}

/** An order as of now, in one statement unless elapsed time has to be applied first. @throws Refusal orderNotFound. */
export async function readOrder(context: LendingContext, userId: number, orderNo: string, language: Language): Promise<Order> {
  const { store, clock } = context;
  const now = clock.now();
  const found = await store.db
    .selectFrom('loan_order')
    .select([...ORDER_COLUMNS, ...SHOWN_COLUMNS])
    .where('order_no', '=', orderNo)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!found) throw orderNotFound();
  if (!isDue(found, now)) return orderFrom(store.db, found, found, now, language);
  return store.tx(async (tx) => viewOrder(tx, await lockCurrent(context, tx, userId, orderNo), now, language));
}

const withWords = (reason: string, note: OrderNote | null): string => (note ? `${reason} ${note.words}` : reason);

/** The requested new photos; null once all of them have been taken again. */
function photoRequestOf(db: Db, row: OrderRow, shown: Shown): NonNullable<Order['photoRequest']> | null {
  if (row.status !== STATUS.identityOcr) return null;
  const note = noteFrom(db, row.id, shown.notes, 'photos');
  return note ? { sides: note.sides ?? [], words: note.words } : null;
}

/** @param shown values that were read in the same statement as the row. */
export function orderFrom(db: Db, row: OrderRow, shown: Shown, now: number, language: Language): Order {
  const account = accountFrom(db, shown.account);
  const live = isRepayable(row.status) ? shown.push : null;
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
    lateSince: row.status === STATUS.applying ? row.escalated_at : null,
    photoRequest: photoRequestOf(db, row, shown),
    photos: photosOf(shown),
    faceTurn: shown.turn?.order_id === row.id ? shown.turn.turn : null,
    payoutAccount: account ? maskAccount(account) : null,
    rejection:
      row.status === STATUS.reject && row.rejection_reason !== null && row.reapply_on !== null
        ? {
            reason: withWords(rejectionText(row.rejection_reason, language), noteFrom(db, row.id, shown.notes, 'rejection')),
            reapplyOn: row.reapply_on,
            review: reviewOf(row, now),
          }
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
            failureCode: row.status === STATUS.payFail ? row.disbursement_failure : null,
          }
        : null,
    balance: isRepayable(row.status) ? balanceFrom(shown.debt, row, now) : null,
    openPayment: live ? viewPayment(live, row.order_no, now, language) : null,
    collection: collectionFrom(shown.asked, row, now),
    dataDeletedOn: dataDeletedOn(row, shown.wasLent),
  };
}

/** Whether a rejected borrower may apply again: then home does not show the order. */
export const isPast = (row: OrderRow, now: number): boolean =>
  row.status === STATUS.reject && row.reapply_on !== null && nairobiDate(now) >= row.reapply_on;

/** Columns for an order in a list. */
export const RECORD_COLUMNS = [
  'order_no',
  'status',
  'principal',
  'term_days',
  'opened_at',
  'due_date',
] as const satisfies (keyof OrderRow)[];

export const viewRecord = (row: Pick<OrderRow, (typeof RECORD_COLUMNS)[number]>): LoanRecord => ({
  orderNo: row.order_no,
  status: row.status,
  principal: row.principal,
  termDays: row.term_days,
  openedAt: row.opened_at,
  dueDate: row.due_date,
});
