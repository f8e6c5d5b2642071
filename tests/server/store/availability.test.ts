import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAvailability } from '#server/store/availability.ts';

function heard() {
  const availability = createAvailability();
  const changes: string[] = [];
  availability.subscribe(({ is }) => changes.push(is));
  return { availability, changes };
}

const error = new Error('gone');

/** ms, by the clock of the tests. */
let now = 0;
const later = (): number => {
  vi.advanceTimersByTime(1);
  return ++now;
};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  now = 0;
});
afterEach(() => void vi.useRealTimers());

test('outage in which many statements fail: has one begin and one end', () => {
  const { availability, changes } = heard();
  for (let statement = 0; statement < 3; statement++) availability.failed(error, later());
  expect(availability.isLost()).toBe(true);
  for (let statement = 0; statement < 3; statement++) availability.answered(later());
  expect(changes).toEqual(['lost', 'back']);
});

test('answer to a statement from before the outage: does not end it', () => {
  const { availability, changes } = heard();
  const before = later();
  availability.failed(error, later());
  availability.answered(before);
  expect(changes).toEqual(['lost']);
});

test('attempt that was begun in the outage and fails after its end: begins no other outage; a later one does', () => {
  const { availability, changes } = heard();
  availability.failed(error, later());
  const during = later();
  availability.answered(later());
  availability.failed(error, during);
  expect(changes).toEqual(['lost', 'back']);
  availability.failed(error, later());
  expect(changes).toEqual(['lost', 'back', 'lost']);
});
