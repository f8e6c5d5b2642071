import { describe, expect, test } from 'vitest';
import { APPLICATION_STEPS, isEnded, STATUS, type OrderStatus, type StatusName } from '#machines/model/orderStatus.ts';
import { initialStatus, nameOf, nextStatus, orderMachine, type OrderEvent } from '#machines/order.machine.ts';

const NAMES = Object.keys(STATUS) as StatusName[];
const saves = ['basicInfo.saved', 'addition.saved', 'identity.photographed', 'account.bound'] as const;
const steps: StatusName[] = ['basicInfo', 'addition', 'identityOcr', 'bindCard', 'question'];

type Plain = Exclude<OrderEvent, { next: OrderStatus }>['type'];

/** The whole life of an order. What is not listed is refused. */
const TABLE: Record<StatusName, Partial<Record<Plain, StatusName>>> = {
  basicInfo: { 'application.withdrawn': 'cancel', 'application.expired': 'cancel' },
  addition: { 'application.withdrawn': 'cancel', 'application.expired': 'cancel' },
  identityOcr: { 'photos.retaken': 'applying', 'application.withdrawn': 'cancel', 'application.expired': 'cancel' },
  bindCard: { 'application.withdrawn': 'cancel', 'application.expired': 'cancel' },
  question: { 'questionnaire.answered': 'applying', 'application.withdrawn': 'cancel', 'application.expired': 'cancel' },
  applying: {
    'lender.approved': 'confirm',
    'lender.rejected': 'reject',
    'lender.photosAsked': 'identityOcr',
    'lender.referred': 'applying',
  },
  confirm: { 'offer.accepted': 'getMoney', 'offer.declined': 'cancel', 'offer.lapsed': 'cancel' },
  getMoney: { 'money.drawn': 'lending', 'offer.declined': 'cancel', 'offer.lapsed': 'cancel', 'disbursement.confirmed': 'repaying' },
  lending: { 'disbursement.confirmed': 'repaying', 'disbursement.failed': 'payFail' },
  payFail: { 'account.corrected': 'getMoney', 'disbursement.confirmed': 'repaying', 'offer.declined': 'cancel' },
  repaying: {
    'payment.received': 'repaying',
    'charge.writtenOff': 'repaying',
    'payment.corrected': 'repaying',
    'loan.settled': 'finish',
    'dueDate.passed': 'overdued',
    'rollover.confirmed': 'repaying',
  },
  overdued: {
    'payment.received': 'overdued',
    'charge.writtenOff': 'overdued',
    'payment.corrected': 'overdued',
    'loan.settled': 'finish',
    'rollover.confirmed': 'repaying',
  },
  finish: {},
  cancel: {},
  reject: { 'review.requested': 'applying' },
};

const EVENTS: Plain[] = [
  'questionnaire.answered',
  'application.withdrawn',
  'application.expired',
  'offer.accepted',
  'offer.declined',
  'offer.lapsed',
  'money.drawn',
  'account.corrected',
  'review.requested',
  'lender.approved',
  'lender.rejected',
  'lender.photosAsked',
  'lender.referred',
  'photos.retaken',
  'charge.writtenOff',
  'payment.corrected',
  'disbursement.confirmed',
  'disbursement.failed',
  'payment.received',
  'loan.settled',
  'rollover.confirmed',
  'dueDate.passed',
];

describe.each(NAMES)('When an order is in %s', (name) => {
  test.each(EVENTS)('%s', (type) => {
    const expected = TABLE[name][type];
    expect(nextStatus(STATUS[name], { type })).toBe(expected === undefined ? null : STATUS[expected]);
  });

  test.each(saves)('%s leads to the next open step, from its own step on', (type) => {
    const isReached = steps.includes(name) && steps.indexOf(name) >= saves.indexOf(type);
    for (const next of APPLICATION_STEPS) expect(nextStatus(STATUS[name], { type, next })).toBe(isReached ? next : null);
    expect(nextStatus(STATUS[name], { type, next: STATUS.finish })).toBeNull();
  });
});

test('order chart: has exactly the fifteen statuses, each with its number', () => {
  expect(Object.keys(orderMachine.states).sort()).toEqual([...NAMES].sort());
  for (const name of NAMES) {
    expect(orderMachine.states[name]?.meta).toEqual({ status: STATUS[name] });
    expect(nameOf(STATUS[name])).toBe(name);
    // A rejection is the end too, unless the borrower asks for a person.
    expect(isEnded(STATUS[name])).toBe(Object.keys(TABLE[name]).length === 0 || name === 'reject');
  }
});

test('every status: is reachable from a new order, and every order can end', () => {
  const reach = (from: StatusName): Set<StatusName> => {
    const seen = new Set<StatusName>([from]);
    for (const name of seen) {
      for (const to of Object.values(TABLE[name])) seen.add(to);
      if (steps.includes(name)) steps.forEach((step) => seen.add(step));
    }
    return seen;
  };
  expect([...reach('basicInfo')].sort()).toEqual([...NAMES].sort());
  for (const name of NAMES) expect([...reach(name)].some((to) => isEnded(STATUS[to]))).toBe(true);
});

test('new order: begins at the first missing step, or at the questionnaire', () => {
  expect(initialStatus(APPLICATION_STEPS)).toBe(STATUS.basicInfo);
  expect(initialStatus([STATUS.bindCard, STATUS.addition])).toBe(STATUS.addition);
  expect(initialStatus([])).toBe(STATUS.question);
});
