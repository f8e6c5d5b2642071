/** Rows of the list of events: passing seconds one after the other are one row. */
import type { Row } from './row.ts';
import type { Step } from './steps.ts';

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
