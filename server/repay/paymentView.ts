/** A payment by prompt, as the borrower sees it. */
import type { Language } from '#machines/context.ts';
import type { Payment, PaymentState } from '#machines/model/order.ts';
import { maskMsisdn } from '#machines/model/phoneNumber.ts';
import { paymentFailureText } from '#server/books/reasonTexts.ts';
import type { RailIntent } from '#server/rail/rail.ts';
import { sql } from 'kysely';
import type { Db } from '#server/store/store.ts';

/** The columns of a push that are shown. */
const PUSH_COLUMNS = [
  'id',
  'amount',
  'state',
  'msisdn',
  'prompt_until',
  'created_at',
  'result_code',
  'receipt',
  'settled_at',
] as const satisfies readonly (keyof RailIntent)[];

/** A push, and the state of a reported payment that is not booked. */
export type PushRow = Pick<RailIntent, (typeof PUSH_COLUMNS)[number]> & { reported?: 'reported' | 'held' | null };

/** The state of the payment that the callback of a prompt reported; null: no such payment waits. */
const reported = sql<'reported' | 'held' | null>`(
  select r.state from reported_payment r
  where r.intent_id = rail_intent.id and r.source = 'push' and r.state in ('reported', 'held') limit 1)`;

export const reportedAs = reported.as('reported');

const pushAsJson = sql.join(PUSH_COLUMNS.flatMap((name) => [sql.lit(name), sql.ref(`rail_intent.${name}`)]));

/** The push with this request id of the order's borrower, for a query of `loan_order`. It may belong to another order. */
export const pushOfRequestColumn = (requestId: string) =>
  sql<(PushRow & { order_id: number }) | null>`(
    select json_build_object(${pushAsJson}, 'order_id', rail_intent.order_id)
    from rail_intent
    where rail_intent.user_id = loan_order.user_id and rail_intent.request_id = ${requestId})`.as('before');

/** The push of an order without a final result, for a query of `loan_order`. */
export const livePushColumn = sql<PushRow | null>`(
  select json_build_object(${pushAsJson}, 'reported', ${reported})
  from rail_intent
  where rail_intent.order_id = loan_order.id and rail_intent.kind = 'STK' and rail_intent.state in ('NEW', 'SENT', 'UNKNOWN'))`.as('push');

/** The push of this order without a final result. */
export async function livePush(db: Db, orderId: number): Promise<PushRow | null> {
  const found = await db.selectFrom('loan_order').select(livePushColumn).where('id', '=', orderId).executeTakeFirst();
  return found?.push ?? null;
}

const stateOf = (intent: PushRow, now: number): PaymentState => {
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
