/** A row of the list of events. */
import type { OrderTransition } from '#machines/model/orderTransition.ts';

/** A line of the lender's log and its place among the events of a journey. */
export interface PlacedTransition extends OrderTransition {
  /** Index of the last event before it. */
  readonly after: number;
  /** Milliseconds since the start of the journey, never before that event nor after the next one. */
  readonly elapsed: number;
}

/** One event, or several of which only the last counts. */
export interface Row {
  /** Index of its first event. */
  from: number;
  /** Index of its last event, which a press shows. */
  to: number;
  /** A line of the lender's log, half a step after the event before it; absent: events of the journey. */
  line?: PlacedTransition;
}
