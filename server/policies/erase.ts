/** Erases a borrower from every table (`retentionPolicy.ts`), inside the caller's transaction. */
import { nairobiDate, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import { forgetBureauRecord } from '#server/apply/bureau/bureauRecords.ts';
import { deleteApplicantData } from '#server/collection/collectionRetention.ts';
import { forgetTexts } from '#server/messaging/textLog.ts';
import { forgetRecordings } from '#server/recordings/recordings.ts';
import { deleteBlobs } from '#server/store/photoBlobs.ts';
import type { Tx } from '#server/store/store.ts';
import { DATA_PROMISES } from '#src/market/support.ts';

/** Replaces a phone number in a column that must not be null. */
const NOBODY = '';

/** Tables with rows of an order that are deleted with the account. */
const OF_ORDER = [
  'order_answer',
  'order_note',
  'desk_approval',
  'proof_picture',
  'text_message',
  'collection_upload',
  'collection_consent',
  'collection_kind',
] as const;
/** Tables whose rows prove a loan, in an order in which they can be deleted. */
const BOOKS = ['proof', 'rollover', 'dedicated_account', 'consent', 'order_event'] as const;

/** The same day so many years later. 29 February becomes the 28th in a year without one. */
const yearsAfter = (date: CalendarDate, years: number): CalendarDate => {
  const year = Number(date.slice(0, 4)) + years;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return `${year}${date.slice(4) === '-02-29' && !isLeap ? '-02-28' : date.slice(4)}`;
};

/** The end of the retention period of a loan that ended at this moment. */
export const booksUntil = (endedAt: Instant): CalendarDate => yearsAfter(nairobiDate(endedAt), DATA_PROMISES.booksYears);

/** Orders with money in the ledger, and when the last of them ended; null: there are none. */
export async function lastLoan(tx: Tx, userId: number): Promise<{ orderIds: number[]; endedAt: Instant } | null> {
  const rows = await tx
    .selectFrom('loan_order as o')
    .select(['o.id', 'o.ended_at', 'o.updated_at'])
    .where('o.user_id', '=', userId)
    .where((is) => is.exists(is.selectFrom('journal as j').select('j.id').whereRef('j.order_id', '=', 'o.id')))
    .execute();
  if (rows.length === 0) return null;
  return { orderIds: rows.map(({ id }) => id), endedAt: Math.max(...rows.map((row) => row.ended_at ?? row.updated_at)) };
}

async function deleteTickets(tx: Tx, userId: number): Promise<void> {
  const pictures = await tx.deleteFrom('ticket_picture').where('user_id', '=', userId).returning('ref').execute();
  const refs = pictures.map(({ ref }) => ref);
  await deleteBlobs(tx, refs);
  await tx
    .deleteFrom('ticket_message')
    .where('ticket_id', 'in', (ticket) => ticket.selectFrom('ticket').select('id').where('user_id', '=', userId))
    .execute();
  await tx.deleteFrom('ticket').where('user_id', '=', userId).execute();
}

/** Empties callbacks about these orders, from prompts, payouts and the paybill, because they contain the payer's number. */
async function emptyCallbacks(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const intents = await tx
    .selectFrom('rail_intent')
    .select('id')
    .where('order_id', 'in', [...orderIds])
    .execute();
  const orders = await tx
    .selectFrom('loan_order')
    .select('order_no')
    .where('id', 'in', [...orderIds])
    .execute();
  const numbers = await tx
    .selectFrom('dedicated_account')
    .select('account_no')
    .where('order_id', 'in', [...orderIds])
    .execute();
  const named = [...orders.map((row) => row.order_no), ...numbers.map((row) => row.account_no)];
  await tx
    .updateTable('rail_callback')
    .set({ body: Buffer.from('{}') })
    .where((is) =>
      is.or([
        is('intent_id', 'in', intents.length > 0 ? intents.map(({ id }) => id) : [NOBODY]),
        is('account', 'in', named),
        is('report_id', 'in', (report) =>
          report
            .selectFrom('reported_payment')
            .select('id')
            .where('order_id', 'in', [...orderIds]),
        ),
      ]),
    )
    .execute();
}

/** Deletes orders with their rows in other tables. The orders must not have entries in the ledger. */
async function deleteOrders(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await deletePayments(tx, orderIds);
  for (const table of BOOKS)
    await tx
      .deleteFrom(table)
      .where('order_id', 'in', [...orderIds])
      .execute();
  await tx
    .deleteFrom('loan_order')
    .where('id', 'in', [...orderIds])
    .execute();
}

/**
 * Deletes reported payments of these orders. Undecided ones only lose their order, because the rail or a person still has to
 * decide about the receipt.
 */
async function deleteReports(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('reported_payment')
    .set({ order_id: null, intent_id: null })
    .where('order_id', 'in', [...orderIds])
    .where('state', 'in', ['reported', 'held'])
    .execute();
  const decided = await tx
    .selectFrom('reported_payment')
    .select('id')
    .where('order_id', 'in', [...orderIds])
    .execute();
  if (decided.length === 0) return;
  const ids = decided.map(({ id }) => id);
  await tx.deleteFrom('outbox').where('topic', '=', 'rail.confirm').where('ref', 'in', ids.map(String)).execute();
  await tx.deleteFrom('rail_callback').where('report_id', 'in', ids).execute();
  await tx.deleteFrom('reported_payment').where('id', 'in', ids).execute();
}

async function deletePayments(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await deleteReports(tx, orderIds);
  const intents = (
    await tx
      .selectFrom('rail_intent')
      .select('id')
      .where('order_id', 'in', [...orderIds])
      .execute()
  ).map(({ id }) => id);
  if (intents.length === 0) return;
  await tx.deleteFrom('outbox').where('ref', 'in', intents).execute();
  await tx.deleteFrom('rail_callback').where('intent_id', 'in', intents).execute();
  await tx.deleteFrom('rail_intent').where('id', 'in', intents).execute();
}

/**
 * Deletes all data of a borrower, also texts and messages. The books of loans that were paid out are kept for their retention
 * period, without number and name. Without such a loan nothing is kept.
 * @returns the first day without the books; null: there are none.
 */
export async function eraseBorrower(tx: Tx, userId: number, now: Instant): Promise<CalendarDate | null> {
  const { msisdn } = await tx.selectFrom('app_user').select('msisdn').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
  const orderIds = (await tx.selectFrom('loan_order').select('id').where('user_id', '=', userId).forUpdate().execute()).map(({ id }) => id);
  const loan = await lastLoan(tx, userId);

  await forgetBureauRecord(tx, userId);
  await deleteApplicantData(tx, userId);
  await deleteTickets(tx, userId);
  await forgetRecordings(tx, userId);
  await tx.deleteFrom('card_authorisation').where('user_id', '=', userId).execute();
  await tx.deleteFrom('closing_request').where('user_id', '=', userId).execute();
  await tx.deleteFrom('id_claim').where('user_id', '=', userId).execute();
  await tx.deleteFrom('session').where('user_id', '=', userId).execute();
  await tx.deleteFrom('account_device').where('user_id', '=', userId).execute();
  await tx.deleteFrom('text_message').where('user_id', '=', userId).execute();
  await forgetTexts(tx, msisdn);
  await tx.deleteFrom('terms_acceptance').where('user_id', '=', userId).execute();
  await tx.deleteFrom('one_time_code').where('msisdn', '=', msisdn).execute();
  // Codes that this borrower had sent to other numbers lose number and borrower. The rest of the row counts against the limit of
  // an account that is opened with the same number again, and is deleted after a day.
  await tx.updateTable('one_time_code').set({ msisdn: NOBODY, user_id: null, ended_at: now }).where('user_id', '=', userId).execute();
  await tx.deleteFrom('sandbox_sms').where('msisdn', '=', msisdn).execute();
  if (orderIds.length > 0) {
    for (const table of OF_ORDER) await tx.deleteFrom(table).where('order_id', 'in', orderIds).execute();
    await emptyCallbacks(tx, orderIds);
  }
  await deleteOrders(
    tx,
    orderIds.filter((id) => !loan?.orderIds.includes(id)),
  );
  if (!loan) {
    await tx.deleteFrom('app_user').where('id', '=', userId).execute();
    return null;
  }
  await tx.updateTable('proof').set({ words_sealed: null }).where('order_id', 'in', loan.orderIds).execute();
  // The agreed terms and the hash of the agreement are kept. The text is deleted, because it names borrower and payout account.
  await tx.updateTable('consent').set({ key_facts_sealed: null, document_sealed: null }).where('order_id', 'in', loan.orderIds).execute();
  await tx
    .updateTable('rail_intent')
    .set({ msisdn: NOBODY, bank_code: null, bank_account_sealed: null, request_id: null, result_text: null })
    .where('user_id', '=', userId)
    .execute();
  const until = booksUntil(loan.endedAt);
  await tx
    .updateTable('app_user')
    .set({
      msisdn: null,
      channel_id: null,
      reapply_on: null,
      language: null,
      recordings_agreed_at: null,
      erased_at: now,
      books_until: until,
    })
    .where('id', '=', userId)
    .execute();
  return until;
}

/**
 * Deletes books whose retention period is over. The amounts stay in the ledger, which is append only and contains no names.
 * @returns the number of borrowers.
 */
export async function deleteExpiredBooks(tx: Tx, now: Instant): Promise<number> {
  const due = await tx
    .updateTable('app_user')
    .set({ books_until: null })
    .where('books_until', '<=', nairobiDate(now))
    .returning('id')
    .execute();
  for (const { id } of due) {
    const orderIds = (await tx.selectFrom('loan_order').select('id').where('user_id', '=', id).execute()).map((row) => row.id);
    await deletePayments(tx, orderIds);
    for (const table of BOOKS) await tx.deleteFrom(table).where('order_id', 'in', orderIds).execute();
  }
  return due.length;
}
