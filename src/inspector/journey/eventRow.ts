/** A row of the list of events. */
import type { OrderTransition } from '#machines/model/orderTransition.ts';

/** A line of the lender's log with its position among the events of a journey. */
export interface PlacedTransition extends OrderTransition {
  /** Index of the last event before it. */
  readonly after: number;
  /** Milliseconds since the start of the journey, between those of the event before and the event after. */
  readonly elapsed: number;
}

/** A row for one event, or for several events of which only the last counts. */
export interface Row {
  /** Index of the first event. */
  from: number;
  /** Index of the last event, which is shown by a press of the row. */
  to: number;
  /** A line of the lender's log, positioned half a step after the event before it; absent: a row of events. */
  line?: PlacedTransition;
}
