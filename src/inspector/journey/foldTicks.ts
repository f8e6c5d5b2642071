/** Rows of the list of events: passing seconds one after the other are one row. */
import type { PlacedTransition } from './lenderLog.ts';
import type { Step } from './steps.ts';

/** One event, or a run of ticks of the clock. */
export interface Row {
  /** Index of its first event. */
  from: number;
  /** Index of its last event, which a press shows. */
  to: number;
  /** A line of the lender's log, half a step after the event before it; absent: events of the journey. */
  line?: PlacedTransition;
}

const isTick = ({ event }: Step): boolean => event?.type === 'clock.ticked';

/** @param shown indices of the events to list, ascending. */
export function foldTicks(steps: readonly Step[], shown: readonly number[]): Row[] {
  const rows: Row[] = [];
  for (const index of shown) {
    const last = rows[rows.length - 1];
    const isOn = last !== undefined && last.to === index - 1 && isTick(steps[index] as Step) && isTick(steps[last.to] as Step);
    if (isOn) last.to = index;
    else rows.push({ from: index, to: index });
  }
  return rows;
}
