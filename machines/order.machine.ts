/**
 * The life of an order at the lender. The server loads a row, applies an event to its status with this chart, and writes the
 * new status. An event that the chart does not accept in that status is refused. Nothing else changes a status.
 */
import { setup, transition } from 'xstate';
import { APPLICATION_STEPS, STATUS, statusNameOf, type OrderStatus, type StatusName } from './model/orderStatus.ts';

/** Events by their source: the borrower, the lender, the rail, the clock. */
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
     * A section may be saved at its own step and corrected at a later one. `next` is the first step that is still open
     * afterwards. The lender computes `next` from the stored sections.
     */
    leadsTo: (_, params: { next: OrderStatus; status: OrderStatus }) => params.next === params.status,
  },
});

const at = (status: OrderStatus) => ({ meta: { status } });

/** After a section was saved, the order goes to the first step that is still open. */
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
        // A clerk had asked for new photos, so the assessment continues.
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
    /** The terms are accepted, and the payout has not begun. A success of an earlier, failed payout may still be reported. */
    getMoney: {
      ...at(STATUS.getMoney),
      on: { 'money.drawn': 'lending', 'disbursement.confirmed': 'repaying', 'offer.declined': 'cancel', 'offer.lapsed': 'cancel' },
    },
    lending: { ...at(STATUS.lending), on: { 'disbursement.confirmed': 'repaying', 'disbursement.failed': 'payFail' } },
    /** The payout failed. If the rail reports its success later, the loan runs, because the money was sent. */
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

function computeNext(status: OrderStatus, event: OrderEvent): OrderStatus | null {
  const snapshot = orderMachine.resolveState({ value: statusNameOf(status), context: {} });
  if (snapshot.status === 'done' || !snapshot.can(event)) return null;
  const [next] = transition(orderMachine, snapshot, event);
  return STATUS[next.value];
}

const computed = new Map<string, OrderStatus | null>();

/**
 * The status after `event`, or null when the chart refuses it there. The chart has no context, so each answer is computed once:
 * at the turn of the day, all due loans get the same one.
 * @param status the row's present status.
 */
export function nextStatus(status: OrderStatus, event: OrderEvent): OrderStatus | null {
  const key = `${status} ${JSON.stringify(event)}`;
  let next = computed.get(key);
  if (next === undefined) computed.set(key, (next = computeNext(status, event)));
  return next;
}

/** The status of a new order: the first step without stored values at the lender. */
export const initialStatus = (missing: readonly OrderStatus[]): OrderStatus =>
  APPLICATION_STEPS.find((status) => missing.includes(status)) ?? STATUS.question;
