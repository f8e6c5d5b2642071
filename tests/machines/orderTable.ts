/**
 * The oracle of the order's chart: the events that each status allows, the next status, and the clause of the specification.
 * The table is written from the specification and not from the chart. An event that is not listed is refused.
 */
import { nextStatus, type OrderEvent } from '#machines/order.machine.ts';
import { STATUS, statusNameOf, type OrderStatus, type StatusName } from '#machines/model/orderStatus.ts';
import type { ClauseId } from '#machines/specification.ts';

/** Events that report a saved section. They name the first step that is still open. */
export type SavedEvent = Extract<OrderEvent, { next: unknown }>['type'];
export type PlainEvent = Exclude<OrderEvent['type'], SavedEvent>;

export interface OrderRow {
  from: readonly StatusName[];
  event: PlainEvent;
  to: StatusName;
  clause: ClauseId;
}

const row = (from: StatusName | readonly StatusName[], event: PlainEvent, to: StatusName, clause: ClauseId): OrderRow => ({
  from: typeof from === 'string' ? [from] : from,
  event,
  to,
  clause,
});

/** The steps of an application, in their order. */
export const STEP_NAMES = ['basicInfo', 'addition', 'identityOcr', 'bindCard', 'question'] as const satisfies StatusName[];

export const ORDER_ROWS: readonly OrderRow[] = [
  row(STEP_NAMES, 'application.withdrawn', 'cancel', '4.flow'),
  row(STEP_NAMES, 'application.expired', 'cancel', '4.flow'),
  row('question', 'questionnaire.answered', 'applying', '4.flow'),

  row('applying', 'lender.approved', 'confirm', '4.review'),
  row('applying', 'lender.rejected', 'reject', '4.review'),
  row('applying', 'lender.referred', 'applying', '4.review'),
  row('applying', 'lender.photosAsked', 'identityOcr', '5.identity'),
  row('identityOcr', 'photos.retaken', 'applying', '5.identity'),
  row('reject', 'review.requested', 'applying', '4.review'),

  row('confirm', 'offer.accepted', 'getMoney', '4.offer'),
  row(['confirm', 'getMoney', 'payFail'], 'offer.declined', 'cancel', '4.offer'),
  row(['confirm', 'getMoney'], 'offer.lapsed', 'cancel', '4.offer'),

  row('getMoney', 'money.drawn', 'lending', '4.deposit'),
  row('lending', 'disbursement.failed', 'payFail', '3.statuses'),
  row('payFail', 'account.corrected', 'getMoney', '3.account'),
  // A late success of a payout that had failed still counts, because the money was sent.
  row(['lending', 'getMoney', 'payFail'], 'disbursement.confirmed', 'repaying', '4.deposit'),

  row('repaying', 'payment.received', 'repaying', '2.repayDetail'),
  row('overdued', 'payment.received', 'overdued', '2.repayDetail'),
  row('repaying', 'charge.writtenOff', 'repaying', '9.loan'),
  row('overdued', 'charge.writtenOff', 'overdued', '9.loan'),
  row('repaying', 'payment.corrected', 'repaying', '2.repayDetail'),
  row('overdued', 'payment.corrected', 'overdued', '2.repayDetail'),
  row(['repaying', 'overdued'], 'loan.settled', 'finish', '2.repayDetail'),
  row('repaying', 'dueDate.passed', 'overdued', '3.statuses'),
  row(['repaying', 'overdued'], 'rollover.confirmed', 'repaying', '4.rollover'),
];

/** A section may be saved at its own step and corrected at every later one. It leads to the first step that is open then. */
export const SAVED_FROM: Readonly<Record<SavedEvent, { from: readonly StatusName[]; clause: ClauseId }>> = {
  'basicInfo.saved': { from: STEP_NAMES, clause: '3.personal' },
  'addition.saved': { from: STEP_NAMES.slice(1), clause: '3.work' },
  'identity.photographed': { from: STEP_NAMES.slice(2), clause: '3.identity' },
  'account.bound': { from: STEP_NAMES.slice(3), clause: '3.account' },
};

const isStep = (name: StatusName): boolean => (STEP_NAMES as readonly StatusName[]).includes(name);

/** What the table says about an event in a status. @param next the first open step, for the event of a saved section. */
function rowFor(from: StatusName, event: OrderEvent['type'], next?: StatusName): { to: StatusName; clause: ClauseId } | null {
  if (!(event in SAVED_FROM)) return ORDER_ROWS.find((one) => one.event === event && one.from.includes(from)) ?? null;
  const saved = SAVED_FROM[event as SavedEvent];
  return next !== undefined && isStep(next) && saved.from.includes(from) ? { to: next, clause: saved.clause } : null;
}

/** The status after an event, by the table; null: refused. @param next the first open step, for the event of a saved section. */
export const expectedStatus = (from: StatusName, event: OrderEvent['type'], next?: StatusName): StatusName | null =>
  rowFor(from, event, next)?.to ?? null;

/**
 * Compares an outcome of the chart with the table.
 * @param found the status that the chart leads to; null: it refuses the event.
 * @returns the difference with the clause of the row, as one sentence; null: the outcome is as in the table.
 */
export function outcomeComplaint(
  from: StatusName,
  event: OrderEvent['type'],
  next: StatusName | undefined,
  found: StatusName | null,
): string | null {
  const row = rowFor(from, event, next);
  if ((row?.to ?? null) === found) return null;
  const what = next === undefined ? event : `${event} (next: ${next})`;
  const clause = row ? `clause ${row.clause}, tests/machines/orderTable.ts` : 'no row of tests/machines/orderTable.ts allows it';
  return `${what} in ${from} should lead to ${row?.to ?? 'nothing'}, and leads to ${found ?? 'nothing'} (${clause})`;
}

/**
 * The differences between the chart and the table, for every event in every status.
 * @param events every event with every payload.
 * @param next the chart: the status after an event; null: refused.
 */
export function orderComplaints(
  events: readonly OrderEvent[],
  next: (status: OrderStatus, event: OrderEvent) => OrderStatus | null = nextStatus,
): string[] {
  return Object.values(STATUS).flatMap((status) =>
    events.flatMap((event) => {
      const found = next(status, event);
      const open = 'next' in event ? statusNameOf(event.next) : undefined;
      const complaint = outcomeComplaint(statusNameOf(status), event.type, open, found === null ? null : statusNameOf(found));
      return complaint === null ? [] : [complaint];
    }),
  );
}
