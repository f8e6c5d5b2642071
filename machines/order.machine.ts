/**
 * The lender's life of an order. The server loads a row, asks this chart and writes what it says;
 * an event the chart does not know in the row's status is refused. Nothing else moves an order.
 */
import { setup, transition } from 'xstate';
import { APPLICATION_STEPS, STATUS, statusNameOf, type OrderStatus, type StatusName } from './model/orderStatus.ts';

/** Who may cause it: the borrower, the lender, the payment rail, the clock. */
export type OrderEvent =
  // borrower
  | { type: 'basicInfo.saved'; next: OrderStatus }
  | { type: 'addition.saved'; next: OrderStatus }
  | { type: 'identity.photographed'; next: OrderStatus }
  | { type: 'account.bound'; next: OrderStatus }
  | { type: 'questionnaire.answered' }
  | { type: 'application.withdrawn' }
  | { type: 'offer.accepted' }
  | { type: 'offer.declined' }
  | { type: 'money.drawn' }
  | { type: 'account.corrected' }
  | { type: 'review.requested' }
  | { type: 'photos.retaken' }
  // lender
  | { type: 'lender.approved' }
  | { type: 'lender.rejected' }
  | { type: 'lender.photosAsked' }
  /** The rules leave the application to a person. */
  | { type: 'lender.referred' }
  | { type: 'charge.writtenOff' }
  | { type: 'payment.corrected' }
  // rail
  | { type: 'disbursement.confirmed' }
  | { type: 'disbursement.failed' }
  | { type: 'payment.received' }
  | { type: 'loan.settled' }
  | { type: 'rollover.confirmed' }
  // clock
  | { type: 'application.expired' }
  | { type: 'offer.lapsed' }
  | { type: 'dueDate.passed' };

const orderSetup = setup({
  types: { events: {} as OrderEvent, meta: {} as { status: OrderStatus } },
  guards: {
    /**
     * A section may be saved at its own step and corrected at a later one. `next` is the first step
     * that is still open afterwards; the lender knows it, because it holds what was saved.
     */
    leadsTo: (_, params: { next: OrderStatus; status: OrderStatus }) => params.next === params.status,
  },
});

const at = (status: OrderStatus) => ({ meta: { status } });

/** One saved section leads to the first step that is still open. */
const toNextStep = APPLICATION_STEPS.map((status) => ({
  guard: { type: 'leadsTo' as const, params: ({ event }: { event: { next: OrderStatus } }) => ({ next: event.next, status }) },
  target: statusNameOf(status),
}));

const abandoned = { 'application.withdrawn': 'cancel', 'application.expired': 'cancel' } as const;

type OrderStates = NonNullable<Parameters<typeof orderSetup.createMachine>[0]['states']>;

export const orderMachine = orderSetup.createMachine({
  id: 'order',
  initial: 'basicInfo',
  states: {
    basicInfo: { ...at(STATUS.basicInfo), on: { 'basicInfo.saved': toNextStep, ...abandoned } },
    addition: { ...at(STATUS.addition), on: { 'basicInfo.saved': toNextStep, 'addition.saved': toNextStep, ...abandoned } },
    identityOcr: {
      ...at(STATUS.identityOcr),
      on: {
        'basicInfo.saved': toNextStep,
        'addition.saved': toNextStep,
        'identity.photographed': toNextStep,
        // The lender had asked for them: the application goes back to who assesses it.
        'photos.retaken': 'applying',
        ...abandoned,
      },
    },
    bindCard: {
      ...at(STATUS.bindCard),
      on: {
        'basicInfo.saved': toNextStep,
        'addition.saved': toNextStep,
        'identity.photographed': toNextStep,
        'account.bound': toNextStep,
        ...abandoned,
      },
    },
    question: {
      ...at(STATUS.question),
      on: {
        'basicInfo.saved': toNextStep,
        'addition.saved': toNextStep,
        'identity.photographed': toNextStep,
        'account.bound': toNextStep,
        'questionnaire.answered': 'applying',
        ...abandoned,
      },
    },
    applying: {
      ...at(STATUS.applying),
      on: {
        'lender.approved': 'confirm',
        'lender.rejected': 'reject',
        'lender.photosAsked': 'identityOcr',
        'lender.referred': 'applying',
      },
    },
    confirm: { ...at(STATUS.confirm), on: { 'offer.accepted': 'getMoney', 'offer.declined': 'cancel', 'offer.lapsed': 'cancel' } },
    /** The terms are accepted, the money is not yet on its way; after a failed payout its late success may still arrive. */
    getMoney: {
      ...at(STATUS.getMoney),
      on: { 'money.drawn': 'lending', 'disbursement.confirmed': 'repaying', 'offer.declined': 'cancel', 'offer.lapsed': 'cancel' },
    },
    lending: { ...at(STATUS.lending), on: { 'disbursement.confirmed': 'repaying', 'disbursement.failed': 'payFail' } },
    /** The rail refused. A late success still counts, because the money was sent. */
    payFail: {
      ...at(STATUS.payFail),
      on: { 'account.corrected': 'getMoney', 'disbursement.confirmed': 'repaying', 'offer.declined': 'cancel' },
    },
    repaying: {
      ...at(STATUS.repaying),
      on: {
        'payment.received': 'repaying',
        'charge.writtenOff': 'repaying',
        'payment.corrected': 'repaying',
        'loan.settled': 'finish',
        'dueDate.passed': 'overdued',
        'rollover.confirmed': 'repaying',
      },
    },
    overdued: {
      ...at(STATUS.overdued),
      on: {
        'payment.received': 'overdued',
        'charge.writtenOff': 'overdued',
        'payment.corrected': 'overdued',
        'loan.settled': 'finish',
        'rollover.confirmed': 'repaying',
      },
    },
    finish: { ...at(STATUS.finish), type: 'final' },
    cancel: { ...at(STATUS.cancel), type: 'final' },
    /** Rejected. If the borrower asks for a review by a person, the same application is assessed again. */
    reject: { ...at(STATUS.reject), on: { 'review.requested': 'applying' } },
  } satisfies Record<StatusName, OrderStates[string]>,
});

/**
 * The status after `event`, or null when the chart refuses it there.
 * @param status the row's present status.
 */
export function nextStatus(status: OrderStatus, event: OrderEvent): OrderStatus | null {
  const snapshot = orderMachine.resolveState({ value: statusNameOf(status), context: {} });
  if (snapshot.status === 'done' || !snapshot.can(event)) return null;
  const [next] = transition(orderMachine, snapshot, event);
  return STATUS[next.value as StatusName];
}

/** Where a new order begins: the first step the lender has nothing for yet. */
export const initialStatus = (missing: readonly OrderStatus[]): OrderStatus =>
  APPLICATION_STEPS.find((status) => missing.includes(status)) ?? STATUS.question;
