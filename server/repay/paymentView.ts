/** A payment by push, as the borrower sees it. */
import type { Language } from '#machines/context.ts';
import type { Payment, PaymentState } from '#machines/model/order.ts';
import { maskMsisdn } from '#machines/model/phone.ts';
import { paymentFailureText } from '#server/books/reasonTexts.ts';
import type { RailIntent } from '#server/rail/rail.ts';
import { sql } from 'kysely';
import type { Db } from '#server/store/store.ts';

/** A push, and what its callback told where that is not booked. */
export type PushRow = RailIntent & { reported?: 'reported' | 'held' | null };

/** The state of what the callback of a push told; null: it told nothing that waits. */
export const reportedAs = sql<'reported' | 'held' | null>`(
  select r.state from reported_payment r
  where r.intent_id = rail_intent.id and r.source = 'push' and r.state in ('reported', 'held') limit 1)`.as('reported');

/** The push of this order without a final result. */
export const livePush = (db: Db, orderId: number): Promise<PushRow | undefined> =>
  db
    .selectFrom('rail_intent')
    .selectAll()
    .select(reportedAs)
    .where('order_id', '=', orderId)
    .where('kind', '=', 'STK')
    .where('state', 'in', ['NEW', 'SENT', 'UNKNOWN'])
    .executeTakeFirst();

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

/** @param over the part of the payment that exceeded the debt. */
export const viewPayment = (intent: PushRow, orderNo: string, now: number, language: Language, over = 0): Payment => ({
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
  reported: intent.reported ? { isHeld: intent.reported === 'held' } : null,
});
