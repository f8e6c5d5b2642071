import { describe, expect, test } from 'vitest';
import { APPLICATION_STEPS, isEnded, STATUS, statusNameOf, type OrderStatus, type StatusName } from '#machines/model/orderStatus.ts';
import { initialStatus, nextStatus, orderMachine, type OrderEvent } from '#machines/order.machine.ts';
import { expectedStatus, ORDER_ROWS, orderComplaints, outcomeComplaint, SAVED_FROM, STEP_NAMES } from './orderTable.ts';
import { orderEvents, orderEventTypes } from '../paths/orderLife.ts';

const NAMES = Object.keys(STATUS) as StatusName[];
const EVENTS = [...new Set(ORDER_ROWS.map(({ event }) => event))];
const SAVES = Object.keys(SAVED_FROM) as (keyof typeof SAVED_FROM)[];

/** Status names by the number of the chart's answer; null: the event is refused. */
const nameAfter = (name: StatusName, event: OrderEvent): StatusName | null => {
  const status = nextStatus(STATUS[name], event);
  return status === null ? null : statusNameOf(status);
};

describe.each(NAMES)('When an order is in %s', (name) => {
  test.each(EVENTS)(`order in ${name}, %s: leads where the table says`, (type) =>
    expect(outcomeComplaint(name, type, undefined, nameAfter(name, { type }))).toBeNull(),
  );

  test.each(SAVES)(`order in ${name}, %s: leads to the next open step, from its own step on`, (type) => {
    for (const next of NAMES) expect(outcomeComplaint(name, type, next, nameAfter(name, { type, next: STATUS[next] }))).toBeNull();
  });
});

test('outcome that the table does not say: the complaint names event, status, expectation, outcome and clause', () => {
  expect(outcomeComplaint('confirm', 'offer.declined', undefined, 'reject')).toBe(
    'offer.declined in confirm should lead to cancel, and leads to reject (clause 4.offer, tests/machines/orderTable.ts)',
  );
  expect(outcomeComplaint('addition', 'basicInfo.saved', 'question', null)).toBe(
    'basicInfo.saved (next: question) in addition should lead to question, and leads to nothing (clause 3.personal, tests/machines/orderTable.ts)',
  );
  expect(outcomeComplaint('finish', 'offer.declined', undefined, 'cancel')).toBe(
    'offer.declined in finish should lead to nothing, and leads to cancel (no row of tests/machines/orderTable.ts allows it)',
  );
});

test('chart of the order, one wrong target: the only complaint names it; chart that ships: there is none', () => {
  const declined = (status: OrderStatus, event: OrderEvent): OrderStatus | null =>
    status === STATUS.confirm && event.type === 'offer.declined' ? STATUS.reject : nextStatus(status, event);
  expect(orderComplaints(orderEvents, declined)).toEqual([
    'offer.declined in confirm should lead to cancel, and leads to reject (clause 4.offer, tests/machines/orderTable.ts)',
  ]);
  expect(orderComplaints(orderEvents)).toEqual([]);
});

test('table of the order: has no row twice, and only existing events and statuses', () => {
  const said = ORDER_ROWS.flatMap(({ from, event }) => from.map((status) => `${status} ${event}`));
  expect(said).toEqual([...new Set(said)]);
  expect([...EVENTS, ...SAVES].sort()).toEqual([...orderEventTypes].sort());
});

test('order chart: has exactly the fifteen statuses, each with its number', () => {
  expect(Object.keys(orderMachine.states).sort()).toEqual([...NAMES].sort());
  for (const name of NAMES) {
    expect(orderMachine.states[name]?.meta).toEqual({ status: STATUS[name] });
    expect(statusNameOf(STATUS[name])).toBe(name);
    // A rejection ends the order too, unless the borrower asks for a review.
    expect(isEnded(STATUS[name])).toBe(
      !orderEventTypes.some((type) => expectedStatus(name, type, 'question') !== null) || name === 'reject',
    );
  }
});

test('every status: is reachable from a new order, and every order can end', () => {
  const reach = (from: StatusName): Set<StatusName> => {
    const seen = new Set<StatusName>([from]);
    for (const name of seen) {
      for (const type of orderEventTypes)
        for (const next of STEP_NAMES) {
          const to = expectedStatus(name, type, next);
          if (to !== null) seen.add(to);
        }
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
