/** Puts the lines of the lender's log of an order between the borrower's events, on one clock. */
import type { OrderTransition } from '#machines/model/orderTransition.ts';
import { isKnownStatus, STATUS, statusNameOf, type OrderStatus } from '#machines/model/orderStatus.ts';
import { orderMachine } from '#machines/order.machine.ts';
import { orderEventWords } from '#machines/orderWords.ts';
import { isSetback, lowerFirst, statusWords } from '#machines/words.ts';
import type { Kind } from '../charts/inspectedChart.ts';
import type { PlacedTransition, Row } from './eventRow.ts';
import type { Filter } from './search.ts';
import type { Step } from './journeyRun.ts';

const nowIn = ({ snapshot }: Step): number | null => {
  const { now } = snapshot.context as { now?: unknown };
  return typeof now === 'number' ? now : null;
};

/**
 * The lender's time at each step: the time of the last answer or tick, plus the time since then. Null before the first
 * answer or tick.
 */
export function lenderTimes(steps: readonly Step[]): (number | null)[] {
  let last: number | null = null;
  let ahead: number | null = null;
  return steps.map((step) => {
    const now = nowIn(step);
    if (now !== null && now !== last) {
      last = now;
      ahead = now - step.at;
    }
    return ahead === null ? null : step.at + ahead;
  });
}

/**
 * The step at which an answer reported the status of a line, by index of the line. A line without a reported status is missing.
 * If several lines lead to one status, the report belongs to the last of them that was written before it.
 */
function reportedAt(
  order: readonly OrderTransition[],
  reports: readonly PlacedTransition[],
  times: readonly (number | null)[],
): Map<number, number> {
  const found = new Map<number, number>();
  let next = 0;
  for (const { to, after } of reports) {
    const step = after + 1;
    const fitting = order.flatMap((line, index) => (index >= next && line.to === to ? [index] : []));
    const written = fitting.filter((index) => (order[index] as OrderTransition).at <= (times[step] ?? -Infinity));
    const index = written[written.length - 1] ?? fitting[0];
    if (index === undefined) continue;
    found.set(index, step);
    next = index + 1;
  }
  return found;
}

/**
 * Puts each line after the last event before it, in the order of the log. The clocks of phone and lender may differ, so
 * answers count first: a line is put before the event that reports its status, and the next line after that event. If the
 * lender's clock was moved, more time has passed at the lender than in the journey.
 */
export function placeTransitions(steps: readonly Step[], order: readonly OrderTransition[]): PlacedTransition[] {
  const times = lenderTimes(steps);
  const reported = reportedAt(order, reportedChanges(steps), times);
  /** The last event that may precede a line, by index of the line. */
  const latest: number[] = [];
  for (let index = order.length - 1, limit = steps.length - 1; index >= 0; index--)
    latest[index] = limit = Math.min(limit, Math.max(0, (reported.get(index) ?? Infinity) - 1));
  let earliest = 0;
  return order.map((line, index) => {
    const limit = Math.max(earliest, latest[index] ?? 0);
    for (let i = earliest + 1; i <= limit; i++) if ((times[i] ?? -Infinity) <= line.at) earliest = i;
    const after = earliest;
    earliest = Math.max(earliest, reported.get(index) ?? 0);
    const [step, next] = [steps[after], steps[after + 1]];
    const begun = step?.at ?? 0;
    const passed = line.at - (times[after] ?? line.at);
    return { ...line, after, elapsed: Math.min(begun + Math.max(0, passed), next?.at ?? Infinity) };
  });
}

type Known = { readonly orderNo?: unknown; readonly status?: unknown };

/**
 * The order as the lender's answers reported it to the phone, if the lender's log is unknown: its statuses without the events
 * that led to them.
 */
export function reportedChanges(steps: readonly Step[]): PlacedTransition[] {
  const changes: PlacedTransition[] = [];
  let before: Known = {};
  for (const { snapshot, index, at } of steps) {
    const { order } = snapshot.context as { order?: Known | null };
    const isNew = order?.orderNo !== before.orderNo;
    if (order && typeof order.status === 'number' && isKnownStatus(order.status) && (isNew || order.status !== before.status)) {
      const from = isNew || typeof before.status !== 'number' ? null : before.status;
      changes.push({ at: 0, event: '', from, to: order.status, decidedBy: null, reason: null, after: Math.max(0, index - 1), elapsed: at });
    }
    before = order ?? {};
  }
  return changes;
}

/**
 * The order on its own chart, one step for each line. The first step is the order's beginning. A status of a newer lender is
 * on no chart of this version, so the steps end before it.
 */
export function orderSteps(lines: readonly PlacedTransition[]): Step[] {
  const at = (status: OrderStatus) => orderMachine.resolveState({ value: statusNameOf(status), context: {} });
  const known: (PlacedTransition & { to: OrderStatus })[] = [];
  for (const line of lines) {
    if (!isKnownStatus(line.to)) break;
    known.push({ ...line, to: line.to });
  }
  const from = lines[0]?.from;
  const start = typeof from === 'number' && isKnownStatus(from) ? from : (known[0]?.to ?? STATUS.basicInfo);
  return [
    { index: 0, at: 0, event: null, snapshot: at(start), difference: null },
    ...known.map(({ event, to }, i): Step => ({ index: i + 1, at: i + 1, event: { type: event }, snapshot: at(to), difference: null })),
  ];
}

/** Number of lines written before the event with this index. */
export const linesBefore = (lines: readonly PlacedTransition[], index: number): number => lines.filter(({ after }) => after < index).length;

/** The journey's event at the end of a step of the order: the first event after its line, or the last event of all. */
export const eventAfter = (lines: readonly PlacedTransition[], step: number, last: number): number =>
  Math.min(last, (lines[step - 1]?.after ?? -1) + 1);

const WHO: Readonly<Record<string, string>> = {
  borrower: 'The borrower',
  rules: "The lender's rules",
  person: 'A member of staff',
  rail: 'M-PESA',
  clock: 'Time',
};

/** "The lender's rules approved the application: an offer is open" */
export function transitionSentence({ event, to, from, decidedBy, reason }: OrderTransition): string {
  const [who, what] = orderEventWords(event) ?? (['clock', `${event}.`] as const);
  const act = what.replace(/\.$/, '');
  const isAct = !act.startsWith('The ');
  const sentence = isAct ? `${WHO[decidedBy ?? who]}: ${lowerFirst(act)}` : act;
  const namesStatus = from === to || act.toLowerCase() === statusWords(to).toLowerCase();
  return [sentence, reason === null ? '' : ` (${reason})`, namesStatus ? '' : `, now ${statusWords(to)}`].join('');
}

/** Whether the line is no act of the borrower. Acts of the borrower are events of the journey already. */
export const isOfLender = ({ event }: OrderTransition): boolean => orderEventWords(event)?.[0] !== 'borrower' && event !== '';

export const transitionKind = ({ to, from }: OrderTransition): Kind => (from !== to && isSetback(to) ? 'problem' : 'server');

/** The rows of the list, with the lines of the lender's log between them. */
export function withLender(rows: readonly Row[], lines: readonly PlacedTransition[], { kinds, query }: Filter): Row[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = lines.filter(isOfLender).filter((line) => {
    const text = `${transitionSentence(line)} ${line.event}`.toLowerCase();
    return kinds.has(transitionKind(line)) && words.every((word) => text.includes(word));
  });
  if (shown.length === 0) return [...rows];
  // Half a step after the event before it, so that sorting puts it before the next one.
  const between = shown.map((line): Row => ({ from: line.after + 0.5, to: line.after + 0.5, line }));
  return [...rows, ...between].sort((a, b) => a.from - b.from);
}
