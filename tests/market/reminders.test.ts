/** The days on which reminders are due, and the hours at which texts are sent. */
import { describe, expect, it } from 'vitest';
import { daytimeFrom, nextReminderAt, presentReminder } from '#src/market/reminders.ts';

const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00+03:00`);
const DUE = '2026-08-31';

describe('reminders of a due date', () => {
  it.each([
    ['2026-08-24 07:59', null, '2026-08-24 08:00'],
    ['2026-08-24 08:00', 7, '2026-08-29 08:00'],
    ['2026-08-29 07:59', 7, '2026-08-29 08:00'],
    ['2026-08-29 08:00', 2, '2026-08-31 08:00'],
    ['2026-08-31 07:59', 2, '2026-08-31 08:00'],
    ['2026-08-31 08:00', 0, null],
    ['2026-08-31 23:59', 0, null],
    ['2026-09-01 00:00', null, null],
  ] as const)('reminders at %s: the reminder of %s days holds, and the next is due %s', (now, days, next) => {
    expect(presentReminder(DUE, at(now))).toBe(days);
    expect(nextReminderAt(DUE, at(now))).toBe(next === null ? null : at(next));
  });
});

describe('hours of texts', () => {
  it.each([
    ['2026-08-24 00:00', '2026-08-24 08:00'],
    ['2026-08-24 07:59', '2026-08-24 08:00'],
    ['2026-08-24 08:00', '2026-08-24 08:00'],
    ['2026-08-24 19:59', '2026-08-24 19:59'],
    ['2026-08-24 20:00', '2026-08-25 08:00'],
    ['2026-08-31 23:59', '2026-09-01 08:00'],
  ])('hours of texts, %s: the first moment that is no night is %s', (now, first) => {
    expect(daytimeFrom(at(now))).toBe(at(first));
  });
});
