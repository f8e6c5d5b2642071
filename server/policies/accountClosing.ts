/** Closing an account: the obstacles, the data that is kept, and the closing itself. */
import { sql } from 'kysely';
import { nairobiDate, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import type { CancellationBar, CancellationReason, CancellationTerms } from '#machines/model/cancellation.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Language } from '#machines/model/device.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { isIncomplete, stageOf, type OrderStage, type OrderStatus } from '#machines/model/orderStatus.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { rejectedUntil } from '#server/apply/applicant.ts';
import { keptFor } from '#server/books/ledger.ts';
import { queueAccountText } from '#server/books/textMessages.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import { ANSWERS_KEPT } from '#server/wire/idempotencyStore.ts';
import { booksUntil, eraseBorrower, deleteExpiredBooks, lastLoan } from './erase.ts';
import { deleteReleasedClaims } from '#server/apply/idClaims.ts';
import { deleteExpiredHolds, holdIds, holdNumber } from '#server/identity/heldNumbers.ts';
import type { Secret } from '#server/store/secret.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';

export interface Accounts {
  /** The consequences of closing the account now. */
  cancellation(userId: number): Promise<CancellationTerms>;
  /**
   * Erases the account and ends its sessions. The reason is stored without the borrower.
   * @throws Refusal cancellationRefused while a loan, an offer or an answer is open.
   */
  close(userId: number, reason: CancellationReason): Promise<Pick<CancellationTerms, 'booksUntil' | 'answersUntil'>>;
  /**
   * Stores the request to close the account when its obstacle has ended. Without an obstacle nothing is stored, because the
   * borrower can close the account. A repeated request keeps the time of the first one, from which the promised answer counts.
   * @param reason null: withdraws the request.
   * @returns the time of the stored request; null: there is none.
   */
  request(userId: number, reason: CancellationReason | null): Promise<Instant | null>;
  /**
   * Closes a requested account from the desk, in the caller's transaction.
   * @returns number and language for the text about the closing, or the reason for not closing the account.
   */
  closeRequested(tx: Tx, userId: number): Promise<RequestedClosing>;
  /** The obstacles to closing the account now, for the desk. */
  requested(tx: Tx, userId: number): Promise<Pick<CancellationTerms, 'bar' | 'kept' | 'endsApplication'>>;
  /** Refuses to close the account. The borrower gets the reason by text, and reads it on the page of the request. */
  keepOpen(tx: Tx, userId: number, words: string, email: string): Promise<'answered' | 'withdrawn'>;
  /** Deletes books whose retention period is over. @returns the number of borrowers. */
  deleteExpiredBooks(): Promise<number>;
  /** Deletes held numbers that may apply again, and ended ID claims. @returns how many. */
  deleteExpiredHolds(): Promise<number>;
}

/** `held`: the lender holds money, which could not be refunded afterwards. `applying`: an application is not sent yet. */
export type RequestedClosing =
  | { is: 'closed'; mobile: Msisdn; language: Language }
  | { is: 'barred'; bar: CancellationBar }
  | { is: 'held'; kept: Cents }
  | { is: 'applying' }
  /** The borrower took the request back. */
  | { is: 'withdrawn' };

/** The obstacle of each stage. An application that is not sent yet ends with the account. */
const BARS: Readonly<Record<OrderStage, CancellationBar | null>> = {
  application: null,
  assessment: 'answer',
  offer: 'offer',
  payout: 'money',
  loan: 'debt',
  repaid: null,
  closed: null,
};

/** The obstacle to closing the account from an order with this status; null: there is none. */
export const closingBarOf = (status: OrderStatus): CancellationBar | null => BARS[stageOf(status)];

export function createAccounts(store: Store, clock: Clock, secret: Secret, security: SecurityLog): Accounts {
  const ordersOf = (tx: Tx, userId: number): Promise<{ status: OrderStatus }[]> =>
    tx.selectFrom('loan_order').select('status').where('user_id', '=', userId).forUpdate().execute();

  async function termsOf(tx: Tx, userId: number): Promise<CancellationTerms> {
    const orders = await ordersOf(tx, userId);
    const loan = await lastLoan(tx, userId);
    return {
      bar: orders.map(({ status }) => closingBarOf(status)).find((bar) => bar !== null) ?? null,
      kept: await keptFor(tx, userId),
      endsApplication: orders.some(({ status }) => isIncomplete(status)),
      booksUntil: loan && booksUntil(loan.endedAt),
      reapplyOn: await rejectedUntil(tx, userId, nairobiDate(clock.now())),
      answersUntil: clock.now() + ANSWERS_KEPT,
      ...(await requestOf(tx, userId)),
    };
  }

  /** The open request, or the last answer. */
  async function requestOf(tx: Tx, userId: number): Promise<Pick<CancellationTerms, 'requestedAt' | 'answer'>> {
    const row = await tx
      .selectFrom('closing_request')
      .select(['at', 'answered_at', 'words_sealed'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row) return { requestedAt: null, answer: null };
    if (!row.words_sealed || row.answered_at === null) return { requestedAt: row.at, answer: null };
    return {
      requestedAt: null,
      answer: { words: decryptValue<string>(tx, 'closing_request.words_sealed', [userId], row.words_sealed), at: row.answered_at },
    };
  }

  /** Stores a request. The desk lists it until the account is closed or the request is answered. */
  const noteRequest = (tx: Tx, userId: number, bar: CancellationBar, reason: CancellationReason): Promise<unknown> =>
    tx
      .insertInto('closing_request')
      .values({ user_id: userId, at: clock.now(), bar, reason })
      .onConflict((c) =>
        c.column('user_id').doUpdateSet({
          ...{ bar, reason, answered_at: null, words_sealed: null },
          // A repeated request keeps the time of the first one, until it is answered.
          at: sql<number>`case when closing_request.answered_at is null then closing_request.at else excluded.at end`,
        }),
      )
      .execute();

  /** @returns the first day without the books; null: there are none. */
  async function erase(tx: Tx, userId: number, msisdn: Msisdn, reason: CancellationReason, reapplyOn: CalendarDate | null) {
    await tx.insertInto('cancellation').values({ reason, at: clock.now() }).execute();
    if (reapplyOn !== null) {
      await holdNumber(tx, secret, msisdn, reapplyOn);
      await holdIds(tx, userId, reapplyOn);
    }
    await security.record({ kind: 'session.ended', subject: 'cancelAccount', userId }, tx);
    return eraseBorrower(tx, userId, clock.now());
  }

  /** New orders and messages take the same lock, so that none is stored during the closing. */
  const lockUser = (tx: Tx, userId: number) =>
    tx.selectFrom('app_user').select(['msisdn', 'language']).where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();

  return {
    cancellation: (userId) => store.tx((tx) => termsOf(tx, userId)),
    async close(userId, reason) {
      const closed = await store.tx(async (tx) => {
        const { msisdn } = await lockUser(tx, userId);
        const { bar, reapplyOn, answersUntil } = await termsOf(tx, userId);
        if (bar) {
          await noteRequest(tx, userId, bar, reason);
          return bar;
        }
        return { booksUntil: await erase(tx, userId, msisdn, reason, reapplyOn), answersUntil };
      });
      if (typeof closed === 'string') throw new Refusal(CODE.cancellationRefused, `cancellation.${closed}`);
      return closed;
    },
    request: (userId, reason) =>
      store.tx(async (tx) => {
        await lockUser(tx, userId);
        if (reason === null)
          await tx.deleteFrom('closing_request').where('user_id', '=', userId).where('answered_at', 'is', null).execute();
        else {
          const { bar } = await termsOf(tx, userId);
          if (bar) await noteRequest(tx, userId, bar, reason);
        }
        return (await requestOf(tx, userId)).requestedAt ?? null;
      }),
    requested: termsOf,
    async closeRequested(tx, userId) {
      const { msisdn, language } = await lockUser(tx, userId);
      const { bar, kept, endsApplication, reapplyOn, requestedAt } = await termsOf(tx, userId);
      if (requestedAt === null) return { is: 'withdrawn' };
      if (bar) return { is: 'barred', bar };
      if (kept > 0) return { is: 'held', kept };
      // A borrower who fills in an application probably wants to stay. Only the app ends it, after a question to the borrower.
      if (endsApplication) return { is: 'applying' };
      const { reason } = await tx.selectFrom('closing_request').select('reason').where('user_id', '=', userId).executeTakeFirstOrThrow();
      await erase(tx, userId, msisdn, reason ?? 'other', reapplyOn);
      return { is: 'closed', mobile: msisdn, language: language ?? 'en' };
    },
    async keepOpen(tx, userId, words, email) {
      const words_sealed = encryptValue(tx, 'closing_request.words_sealed', [userId], words);
      const answered = await tx
        .updateTable('closing_request')
        .set({ answered_at: clock.now(), words_sealed })
        .where('user_id', '=', userId)
        .where('answered_at', 'is', null)
        .returning('user_id')
        .executeTakeFirst();
      if (!answered) return 'withdrawn';
      await queueAccountText(tx, { userId, language: 'en' }, 'closingAnswered', { words, email }, clock.now());
      return 'answered';
    },
    deleteExpiredHolds: async () =>
      (await deleteExpiredHolds(store.db, nairobiDate(clock.now()))) + (await deleteReleasedClaims(store.db, clock.now())),
    deleteExpiredBooks: () => store.tx((tx) => deleteExpiredBooks(tx, clock.now())),
  };
}
