/** Whether a person may still be asked to look again at a rejection. */
import { DAY } from '#machines/model/calendar.ts';
import type { Rejection } from '#machines/model/order.ts';
import type { OrderRow } from '#server/books/orders.ts';

/** Afterwards the data of people who did not become borrowers is deleted, and there is nothing left to look at. */
export const REVIEW_WITHIN = 6 * DAY;

/** What may still be done about a rejection at `now`. */
export function reviewOf(row: Pick<OrderRow, 'review_asked_at' | 'ended_at'>, now: number): Rejection['review'] {
  if (row.review_asked_at !== null) return 'refused';
  return row.ended_at !== null && now < row.ended_at + REVIEW_WITHIN ? 'possible' : 'over';
}
