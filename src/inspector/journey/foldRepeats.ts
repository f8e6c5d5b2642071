/** Rows of the list of events. Consecutive events of which only the last counts are one row. */
import type { EventData } from '../charts/inspectedChart.ts';
import type { Row } from './eventRow.ts';
import type { Step } from './journeyRun.ts';

/** Events of which only the last counts, with the subject in which they agree: passing seconds, and typing into one form. */
const ABOUT: Readonly<Record<string, (event: EventData) => unknown>> = {
  'clock.ticked': () => '',
  'draft.saved': ({ section }) => section,
  'message.changed': ({ about }) => about,
};

const isRepeat = ({ event }: Step, { event: before }: Step): boolean => {
  const about = event === null ? undefined : ABOUT[event.type];
  return about !== undefined && event !== null && before?.type === event.type && about(before) === about(event);
};

/** @param shown indices of the events to list, ascending. */
export function foldRepeats(steps: readonly Step[], shown: readonly number[]): Row[] {
  const rows: Row[] = [];
  for (const index of shown) {
    const last = rows[rows.length - 1];
    const isOn = last !== undefined && last.to === index - 1 && isRepeat(steps[index] as Step, steps[last.to] as Step);
    if (isOn) last.to = index;
    else rows.push({ from: index, to: index });
  }
  return rows;
}

/** "12 seconds passed", "Draft of personal info kept on the phone, 4 times". */
export function repeatWords(type: string, sentence: string, times: number): string {
  if (times === 1) return sentence;
  return type === 'clock.ticked' ? `${times} seconds passed` : `${sentence}, ${times} times`;
}
