/** Opens an order, and moves it through the steps of the application. */
import { endOfNextWorkingDay, nairobiDate, HOUR, type CalendarDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Order } from '#machines/model/order.ts';
import { ENDED_STATUSES, isEnded, isIncomplete, STATUS } from '#machines/model/orderStatus.ts';
import { isPrincipalAllowed, termsFor, type LoanProduct } from '#machines/model/terms.ts';
import { initialStatus, type OrderEvent } from '#machines/order.machine.ts';
import { askFor } from '#server/collection/collectionState.ts';
import { COLLECTED } from '#src/market/collectedData.ts';
import { newOrderNo } from '#server/store/ids.ts';
import type { Contract } from '#server/store/schema/index.ts';
import { pipelineCommit, read, type Reading } from '#server/store/pipeline.ts';
import type { Tx } from '#server/store/store.ts';
import { deleteAnswers, keepAnswers, missingSteps, rejectedUntil } from './applicant.ts';
import { assess } from './assessor.ts';
import { claimId } from './idClaims.ts';
import { saveNote } from './orderNotes.ts';
import { repaidLoans } from '#server/books/ledger.ts';
import { lockCurrent, type ApplicationRead, type LendingContext } from '#server/books/lendingContext.ts';
import { lockOrderById, move, movingRow, nextDueAt, orderNotFound, type OrderRow } from '#server/books/orders.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Language } from '#machines/context.ts';

/** Events of saved steps that move an application on. */
export type SavedStep = 'basicInfo.saved' | 'addition.saved' | 'identity.photographed' | 'account.bound' | 'questionnaire.answered';

export interface OpenRequest {
  productId: string;
  /** Cents. */
  amount: number;
  termDays: number;
}

/** The borrower's open order, locked and brought up to now; undefined when there is none. */
export async function openOrderOf(context: LendingContext, tx: Tx, userId: number): Promise<OrderRow | undefined> {
  const found = await tx
    .selectFrom('loan_order')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'not in', ENDED_STATUSES)
    .executeTakeFirst();
  if (!found) return undefined;
  const row = await context.applyElapsedTime(tx, await lockOrderById(tx, found.id), context.clock.now());
  return isEnded(row.status) ? undefined : row;
}

/** @throws Refusal when no such product is on offer. */
function productOf({ config }: LendingContext, id: string): LoanProduct {
  const product = config.products.find((p) => p.id === id);
  if (!product) throw new Refusal(CODE.orderRefused, 'lender.productUnknown');
  return product;
}

async function refuseAfterRejection(tx: Tx, userId: number, today: CalendarDate): Promise<void> {
  const date = await rejectedUntil(tx, userId, today);
  if (date !== null) throw new Refusal(CODE.reapplyTooEarly, 'lender.reapplyTooEarly', { date });
}

async function insertOrder(tx: Tx, userId: number, contract: Contract, language: Language, now: number): Promise<OrderRow> {
  const status = initialStatus(await missingSteps(tx, userId));
  const { terms, product } = contract;
  for (;;) {
    const row = await tx
      .insertInto('loan_order')
      .values({
        order_no: newOrderNo(),
        user_id: userId,
        status,
        product_id: product.id,
        principal: terms.principal,
        term_days: terms.termDays,
        contract: JSON.stringify(contract),
        language,
        opened_at: now,
        updated_at: now,
        next_due_at: nextDueAt(
          { status, answer_expected_at: null, offer_open_until: null, due_date: null, disbursement_requested_at: null, contract },
          now,
        ),
      })
      .onConflict((c) => c.column('order_no').doNothing())
      .returningAll()
      .executeTakeFirst();
    // Without a row the order number is taken, so another one is tried.
    if (!row) continue;
    await tx
      .insertInto('order_event')
      .values({ order_id: row.id, version: 0, from_status: null, to_status: status, event: 'order.opened', at: now })
      .execute();
    await askFor(tx, row.id, COLLECTED, now);
    return row;
  }
}

/**
 * Opens an application. A repeated request for the same product, amount and term returns the open order.
 * @throws Refusal oneLoanAtATime, reapplyTooEarly, or amountRefused with the allowed amounts in cents.
 */
export const open = (
  context: LendingContext,
  userId: number,
  { productId, amount, termDays }: OpenRequest,
  language: Language,
): Promise<Order> =>
  context.store.tx(async (tx) => {
    const now = context.clock.now();
    const product = productOf(context, productId);
    // This lock serialises two devices that open an order at the same time.
    await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
    const running = await openOrderOf(context, tx, userId);
    if (running) {
      const same = running.product_id === productId && running.principal === amount && running.term_days === termDays;
      if (same && isIncomplete(running.status)) return context.viewOrder(tx, running, now, language);
      throw new Refusal(CODE.oneLoanAtATime, 'lender.oneLoanAtATime', { orderNo: running.order_no });
    }
    await refuseAfterRejection(tx, userId, nairobiDate(now));
    const { onTime } = await repaidLoans(tx, userId);
    const { afterLoans = 0 } = product;
    if (onTime < afterLoans) throw new Refusal(CODE.amountRefused, 'lender.productLater', { count: afterLoans });
    const ceiling = context.config.ceiling(product, onTime);
    if (!Number.isInteger(amount) || !isPrincipalAllowed(product, amount, ceiling)) {
      throw new Refusal(CODE.amountRefused, 'lender.amountRefused', {
        minimum: product.minPrincipal,
        maximum: Math.min(ceiling, product.maxPrincipal),
        step: product.principalStep,
      });
    }
    if (!product.termDays.includes(termDays)) throw new Refusal(CODE.amountRefused, 'lender.termRefused');
    await deleteAnswers(tx, userId);
    return context.viewOrder(
      tx,
      await insertOrder(tx, userId, { product, terms: termsFor(product, amount, termDays) }, language, now),
      now,
      language,
    );
  });

/**
 * The promised times of an answer to an application that arrives now. If a person decides, in a review or after a referral, the
 * expected time is now, because no answer by the rules can be promised: only the deadline counts.
 */
async function promisedFrom({ config }: LendingContext, tx: Tx, row: OrderRow, now: number) {
  const isLeft = row.review_asked_at !== null || (config.rulesDecide() && (await assess(tx, row, config, now)).is === 'refer');
  return {
    answer_expected_at: isLeft ? now : now + config.reviewTime,
    answer_latest_at: endOfNextWorkingDay(now),
    escalated_at: null,
  };
}

/**
 * Stores the data of a step, in the transaction that moves the order. @returns the application after the change, if `application`
 * was sent with the change.
 */
export type Save = (
  tx: Tx,
  at: { userId: number; orderId: number; application: Reading<ApplicationRead> },
) => Promise<ApplicationRead | void>;

/**
 * Runs `save` and moves the order to the first missing step, in one transaction.
 * @throws Refusal photosMissing, idTaken when the application is sent, or orderRefused when the order's status does not allow the step.
 */
export const advance = (
  context: LendingContext,
  userId: number,
  orderNo: string,
  step: SavedStep,
  save: Save,
  language: Language,
): Promise<Order> =>
  context.store.tx(async (tx) => {
    const now = context.clock.now();
    const row = await lockCurrent(context, tx, userId, orderNo);
    const application = context.readingApplication(tx, row.id);
    const { missing, view } = (await save(tx, { userId, orderId: row.id, application })) ?? (await read(tx, application));
    const next = initialStatus(missing);
    if (step === 'identity.photographed' && missing.includes(STATUS.identityOcr))
      throw new Refusal(CODE.photosMissing, 'lender.photosMissing');
    if (step === 'account.bound' && row.status === STATUS.payFail) {
      // A corrected account starts the offer period again.
      const openUntil = now + row.contract.product.offerHours * HOUR;
      const changes = { offer_open_until: openUntil, disbursement_failure: null };
      return view(await move(tx, row, { type: 'account.corrected' }, now, changes), now, language);
    }
    if (step === 'questionnaire.answered') {
      if (next !== STATUS.question) throw new Refusal(CODE.orderRefused, 'lender.stepsMissing');
      await claimId(tx, userId, now);
      await keepAnswers(tx, row.id, userId, now);
      await saveNote(tx, row.id, 'photos', null, now);
      const times = { submitted_at: now, ...(await promisedFrom(context, tx, row, now)) };
      const sent = await move(tx, row, { type: step }, now, times);
      return view(await context.applyElapsedTime(tx, sent, now), now, language);
    }
    if (step === 'identity.photographed' && row.status === STATUS.identityOcr && row.submitted_at !== null) {
      await saveNote(tx, row.id, 'photos', null, now);
      const retaken = await move(tx, row, { type: 'photos.retaken' }, now, await promisedFrom(context, tx, row, now));
      return view(await context.applyElapsedTime(tx, retaken, now), now, language);
    }
    const event: OrderEvent = { type: step, next };
    const [[moved]] = await pipelineCommit(tx, [movingRow(tx, row, event, now)]);
    if (!moved) throw orderNotFound();
    return view(moved, now, language);
  });
