/** Closing an account: what bars it, what is kept, and the act. */
import { nairobiDate } from '#machines/model/calendar.ts';
import type { CancellationBar, CancellationReason, CancellationTerms } from '#machines/model/cancellation.ts';
import { CODE } from '#machines/model/codes.ts';
import { isIncomplete, stageOf, type OrderStage, type OrderStatus } from '#machines/model/orderStatus.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { rejectedUntil } from '#server/apply/applicant.ts';
import { keptFor } from '#server/books/ledger.ts';
import { ANSWERS_KEPT } from '#server/wire/idempotencyStore.ts';
import { booksUntil, eraseBorrower, deleteExpiredBooks, lastLoan } from './erase.ts';
import { deleteReleasedClaims } from '#server/apply/idClaims.ts';
import { deleteExpiredHolds, holdIds, holdNumber } from '#server/identity/heldNumbers.ts';
import type { Secret } from '#server/store/secret.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';

export interface Accounts {
  /** What closing would do now. */
  cancellation(userId: number): Promise<CancellationTerms>;
  /**
   * Erases the account and ends its sessions; the reason is counted without a name.
   * @throws Refusal cancellationRefused while a loan, an offer or an answer is open.
   */
  close(userId: number, reason: CancellationReason): Promise<Pick<CancellationTerms, 'booksUntil' | 'answersUntil'>>;
  /** Deletes books whose retention period is over. @returns of how many borrowers. */
  deleteExpiredBooks(): Promise<number>;
  /** Deletes held numbers that may apply again, and claims of ID numbers that hold no more. @returns how many. */
  deleteExpiredHolds(): Promise<number>;
}

/** An application that is not sent yet ends with the account; any later stage bars the closing until it ends. */
const BARS: Readonly<Record<OrderStage, CancellationBar | null>> = {
  application: null,
  assessment: 'answer',
  offer: 'offer',
  payout: 'money',
  loan: 'debt',
  repaid: null,
  closed: null,
};

export function createAccounts(store: Store, clock: Clock, secret: Secret, security: SecurityLog): Accounts {
  const ordersOf = (tx: Tx, userId: number): Promise<{ status: OrderStatus }[]> =>
    tx.selectFrom('loan_order').select('status').where('user_id', '=', userId).forUpdate().execute();

  async function termsOf(tx: Tx, userId: number): Promise<CancellationTerms> {
    const orders = await ordersOf(tx, userId);
    const loan = await lastLoan(tx, userId);
    return {
      bar: orders.map(({ status }) => BARS[stageOf(status)]).find((bar) => bar !== null) ?? null,
      kept: await keptFor(tx, userId),
      endsApplication: orders.some(({ status }) => isIncomplete(status)),
      booksUntil: loan && booksUntil(loan.endedAt),
      reapplyOn: await rejectedUntil(tx, userId, nairobiDate(clock.now())),
      answersUntil: clock.now() + ANSWERS_KEPT,
    };
  }

  /** That the borrower wanted to: the desk lists it until the account is closed. */
  const noteRequest = (tx: Tx, userId: number, bar: CancellationBar): Promise<unknown> =>
    tx
      .insertInto('closing_request')
      .values({ user_id: userId, at: clock.now(), bar })
      // The first request counts for the promise.
      .onConflict((c) => c.column('user_id').doUpdateSet({ bar }))
      .execute();

  return {
    cancellation: (userId) => store.tx((tx) => termsOf(tx, userId)),
    async close(userId, reason) {
      const closed = await store.tx(async (tx) => {
        // This lock serialises with new orders and messages.
        const { msisdn } = await tx.selectFrom('app_user').select('msisdn').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
        const { bar, reapplyOn, answersUntil } = await termsOf(tx, userId);
        if (bar) {
          await noteRequest(tx, userId, bar);
          return bar;
        }
        await tx.insertInto('cancellation').values({ reason, at: clock.now() }).execute();
        if (reapplyOn !== null) {
          await holdNumber(tx, secret, msisdn, reapplyOn);
          await holdIds(tx, userId, reapplyOn);
        }
        await security.record({ kind: 'session.ended', subject: 'cancelAccount', userId }, tx);
        return { booksUntil: await eraseBorrower(tx, userId, clock.now()), answersUntil };
      });
      if (typeof closed === 'string') throw new Refusal(CODE.cancellationRefused, `cancellation.${closed}`);
      return closed;
    },
    deleteExpiredHolds: async () =>
      (await deleteExpiredHolds(store.db, nairobiDate(clock.now()))) + (await deleteReleasedClaims(store.db, clock.now())),
    deleteExpiredBooks: () => store.tx((tx) => deleteExpiredBooks(tx, clock.now())),
  };
}
