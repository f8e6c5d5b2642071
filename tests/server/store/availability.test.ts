import { expect, test } from 'vitest';
import { createAvailability } from '#server/store/availability.ts';

function heard() {
  const availability = createAvailability();
  const changes: string[] = [];
  availability.subscribe(({ is }) => changes.push(is));
  return { availability, changes };
}

const error = new Error('gone');

test('outage in which many statements fail: has one begin and one end', () => {
  const { availability, changes } = heard();
  for (let statement = 0; statement < 3; statement++) availability.failed(error, performance.now());
  expect(availability.isLost()).toBe(true);
  for (let statement = 0; statement < 3; statement++) availability.answered(performance.now());
  expect(changes).toEqual(['lost', 'back']);
});

test('answer to a statement from before the outage: does not end it', () => {
  const { availability, changes } = heard();
  const before = performance.now() - 1;
  availability.failed(error, performance.now());
  availability.answered(before);
  expect(changes).toEqual(['lost']);
});

test('attempt that was begun in the outage and fails after its end: begins no other outage; a later one does', () => {
  const { availability, changes } = heard();
  availability.failed(error, performance.now());
  const during = performance.now() - 1;
  availability.answered(performance.now());
  availability.failed(error, during);
  expect(changes).toEqual(['lost', 'back']);
  availability.failed(error, performance.now());
  expect(changes).toEqual(['lost', 'back', 'lost']);
});
