/** Decisions of a person about held payouts. Each payout is decided once. */
import { CODE } from '#machines/model/codes.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { FAILURE, type RailIntent, type RailResult } from '#server/rail/rail.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';
import type { Tx } from '#server/store/store.ts';
import { settle } from './settle.ts';

/**
 * @property receipt as it is stored.
 * @property is `new`: this decision counts. `same`, `other`: the payout had been decided before, likewise or differently,
 * and nothing changed.
 */
export interface PayoutDecision {
  state: RailIntent['state'];
  receipt: string | null;
  is: 'new' | 'same' | 'other';
}

export interface HeldPayouts {
  /**
   * The person did not find the payout at the rail: it has failed, and the borrower may draw again. The first decision
   * counts.
   * @throws Refusal orderNotFound; orderRefused while the payout is not held.
   */
  confirmFailure(id: string): Promise<PayoutDecision>;
  /**
   * The person found the payout at the rail: the loan begins. The first decision counts.
   * @param receipt null: the person did not note the receipt; a late message of the rail adds it.
   * @throws Refusal orderNotFound; orderRefused while the payout is not held, or when another payment has this receipt.
   */
  confirmArrival(id: string, receipt: string | null): Promise<PayoutDecision>;
}

async function decide(
  context: LendingContext,
  tx: Tx,
  id: string,
  subject: 'payout.failed' | 'payout.arrived',
  resultOf: (intent: RailIntent) => RailResult,
): Promise<PayoutDecision> {
  const find = () => tx.selectFrom('rail_intent').selectAll().where('id', '=', id).executeTakeFirst();
  const intent = await find();
  if (!intent || intent.purpose === 'repayment') throw new Refusal(CODE.orderNotFound, 'lender.paymentNotFound');
  if (intent.held_at === null) throw orderRefused();
  const said = resultOf(intent);
  const decidedBefore = ({ state, receipt }: RailIntent): PayoutDecision => {
    const isSame = said.ok ? state === 'OK' && (said.receipt === null || said.receipt === receipt) : state === 'FAILED';
    return { state, receipt, is: isSame ? 'same' : 'other' };
  };
  if (intent.state === 'OK' || intent.state === 'FAILED') return decidedBefore(intent);
  const outcome = await settle(context, tx, id, said, 'person');
  if (outcome === 'mismatched') throw orderRefused();
  if (outcome === 'applied') await context.config.security?.record({ kind: 'desk.decided', subject, userId: intent.user_id }, tx);
  const settled = (await find()) ?? intent;
  return outcome === 'applied' ? { state: settled.state, receipt: settled.receipt, is: 'new' } : decidedBefore(settled);
}

/** As {@link HeldPayouts.confirmFailure}, in the caller's transaction. */
export const confirmFailure = (context: LendingContext, tx: Tx, id: string): Promise<PayoutDecision> =>
  decide(context, tx, id, 'payout.failed', ({ provider_ref }) => ({
    ok: false,
    code: FAILURE.unnamed,
    text: 'confirmed by a person',
    providerRef: provider_ref,
  }));

/** As {@link HeldPayouts.confirmArrival}, in the caller's transaction. */
export const confirmArrival = (context: LendingContext, tx: Tx, id: string, receipt: string | null): Promise<PayoutDecision> =>
  decide(context, tx, id, 'payout.arrived', ({ amount, provider_ref }) => ({
    ok: true,
    amount,
    receipt,
    at: null,
    providerRef: provider_ref,
  }));

export function createHeldPayouts(context: LendingContext): HeldPayouts {
  return {
    confirmFailure: (id) => context.store.tx((tx) => confirmFailure(context, tx, id)),
    confirmArrival: (id, receipt) => context.store.tx((tx) => confirmArrival(context, tx, id, receipt)),
  };
}
