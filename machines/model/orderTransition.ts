/** One line of the log that the lender keeps of an order. */
import type { Instant } from './calendar.ts';

export interface OrderTransition {
  /** The lender's clock. */
  readonly at: Instant;
  /** Type of an event of the order chart, or `order.opened`. */
  readonly event: string;
  /** Values of STATUS; null: the order did not exist. */
  readonly from: number | null;
  readonly to: number;
  /** Who decided the application; null: the transition is no decision. */
  readonly decidedBy: 'rules' | 'person' | null;
  /** The reason of a rejection, from `REJECTION_REASONS`; null: no rejection, or a person wrote the reason in own words. */
  readonly reason: string | null;
}
