/** English sentences for the events of an order. The desk and the inspector show them. */
import type { OrderEvent } from './order.machine.ts';

/** The subject and the rest of one sentence. */
export type OrderEventWords = readonly [who: 'borrower' | 'rules' | 'person' | 'rail' | 'clock', what: string];

/** Every event of the order chart, and the opening of the order, which the chart does not contain. */
export type OrderEventType = OrderEvent['type'] | 'order.opened';

const EVENTS: Readonly<Record<OrderEventType, OrderEventWords>> = {
  'order.opened': ['borrower', 'Opened the application.'],
  'basicInfo.saved': ['borrower', 'Saved the personal information.'],
  'addition.saved': ['borrower', 'Saved work and contacts.'],
  'identity.photographed': ['borrower', 'Sent the photos.'],
  'photos.retaken': ['borrower', 'Sent the photos that were asked for.'],
  'account.bound': ['borrower', 'Chose the account for the money.'],
  'questionnaire.answered': ['borrower', 'Sent the application.'],
  'application.withdrawn': ['borrower', 'Withdrew the application.'],
  'offer.accepted': ['borrower', 'Accepted the offer.'],
  'offer.declined': ['borrower', 'Declined the offer.'],
  'money.drawn': ['borrower', 'Asked for the money.'],
  'account.corrected': ['borrower', 'Corrected the account for the money.'],
  'review.requested': ['borrower', 'Asked for a second look.'],
  'lender.approved': ['rules', 'Approved the application.'],
  'lender.rejected': ['rules', 'Rejected the application.'],
  'lender.referred': ['rules', 'Left the application to a person.'],
  'lender.photosAsked': ['person', 'Asked for new photos.'],
  'charge.writtenOff': ['person', 'Wrote off a late charge.'],
  'payment.corrected': ['person', 'Moved a payment to another loan.'],
  'disbursement.confirmed': ['rail', 'Paid the money out.'],
  'disbursement.failed': ['rail', 'The payout failed.'],
  'payment.received': ['rail', 'Received and booked a payment.'],
  'loan.settled': ['rail', 'The loan is repaid.'],
  'rollover.confirmed': ['borrower', 'Moved the due date.'],
  'application.expired': ['clock', 'The application expired.'],
  'offer.lapsed': ['clock', 'The offer lapsed.'],
  'dueDate.passed': ['clock', 'The due date passed.'],
};

const isKnown = (type: string): type is OrderEventType => Object.keys(EVENTS).includes(type);

/** @returns null for an event that this version does not know. */
export const orderEventWords = (type: string): OrderEventWords | null => (isKnown(type) ? EVENTS[type] : null);
