/**
 * The possible future of an order, computed by the order chart itself. The answers of the journey's model come from here,
 * so the two charts cannot contradict each other.
 */
import { nextStatus, type OrderEvent } from '#machines/order.machine.ts';
import { APPLICATION_STEPS, type OrderStatus } from '#machines/model/orderStatus.ts';

type OrderEventType = OrderEvent['type'];
type Spelled = { [K in OrderEventType]: readonly Extract<OrderEvent, { type: K }>[] };

const leadingOn = <K extends 'basicInfo.saved' | 'addition.saved' | 'identity.photographed' | 'account.bound'>(type: K) =>
  APPLICATION_STEPS.map((next) => ({ type, next }));

/** Every event of an order with every payload; a new event without an entry does not compile. */
const EVENTS = {
  'basicInfo.saved': leadingOn('basicInfo.saved'),
  'addition.saved': leadingOn('addition.saved'),
  'identity.photographed': leadingOn('identity.photographed'),
  'account.bound': leadingOn('account.bound'),
  'questionnaire.answered': [{ type: 'questionnaire.answered' }],
  'application.withdrawn': [{ type: 'application.withdrawn' }],
  'offer.accepted': [{ type: 'offer.accepted' }],
  'offer.declined': [{ type: 'offer.declined' }],
  'money.drawn': [{ type: 'money.drawn' }],
  'account.corrected': [{ type: 'account.corrected' }],
  'review.requested': [{ type: 'review.requested' }],
  'lender.approved': [{ type: 'lender.approved' }],
  'lender.rejected': [{ type: 'lender.rejected' }],
  'lender.photosAsked': [{ type: 'lender.photosAsked' }],
  'lender.referred': [{ type: 'lender.referred' }],
  'photos.retaken': [{ type: 'photos.retaken' }],
  'charge.writtenOff': [{ type: 'charge.writtenOff' }],
  'payment.corrected': [{ type: 'payment.corrected' }],
  'disbursement.confirmed': [{ type: 'disbursement.confirmed' }],
  'disbursement.failed': [{ type: 'disbursement.failed' }],
  'payment.received': [{ type: 'payment.received' }],
  'loan.settled': [{ type: 'loan.settled' }],
  'rollover.confirmed': [{ type: 'rollover.confirmed' }],
  'application.expired': [{ type: 'application.expired' }],
  'offer.lapsed': [{ type: 'offer.lapsed' }],
  'dueDate.passed': [{ type: 'dueDate.passed' }],
} as const satisfies Spelled;

/** Every event of an order, with every payload. */
export const orderEvents: readonly OrderEvent[] = Object.values(EVENTS).flat();

export const orderEventTypes = Object.keys(EVENTS) as OrderEventType[];

/** Statuses that an event of this type leads to, by status and type. Cached, because every explored state needs them. */
const reachedBy = new Map<string, readonly OrderStatus[]>();
function reachedFrom(status: OrderStatus, type: OrderEventType): readonly OrderStatus[] {
  const id = `${status} ${type}`;
  const known = reachedBy.get(id) ?? EVENTS[type].map((event) => nextStatus(status, event)).filter((next) => next !== null);
  reachedBy.set(id, known);
  return known;
}

/** Statuses that one of these events leads to; empty where the order chart refuses them all. */
export const after = (status: OrderStatus, ...types: OrderEventType[]): OrderStatus[] => [
  ...new Set(types.flatMap((type) => reachedFrom(status, type))),
];

/** Statuses that any number of these events leads to, at least one of them. */
export function afterSome(status: OrderStatus, ...types: OrderEventType[]): OrderStatus[] {
  const reached = new Set<OrderStatus>();
  const open = after(status, ...types);
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...after(next, ...types));
  }
  return [...reached];
}

/** Statuses in which an order may be found when it is loaded again: the same, or any later one. */
export const later = (status: OrderStatus): OrderStatus[] => [...new Set([status, ...afterSome(status, ...orderEventTypes)])];
