import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  ageOn,
  DAY,
  daysBetween,
  endOfNextWorkingDay,
  fromDayMonthYear,
  HOUR,
  nairobiClock,
  nairobiDate,
  startOfDate,
  toDayMonthYear,
  weekday,
} from '#machines/model/calendar.ts';

const at = (text: string): number => Date.parse(text);
const date = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1970-01-01', days));

test('day in Nairobi: begins three hours before the same day in UTC', () => {
  expect(nairobiDate(at('2026-06-01T20:59:59Z'))).toBe('2026-06-01');
  expect(nairobiDate(at('2026-06-01T21:00:00Z'))).toBe('2026-06-02');
  expect(nairobiClock(at('2026-06-01T21:05:00Z'))).toEqual({ hours: 0, minutes: 5 });
  expect(startOfDate('2026-06-02')).toBe(at('2026-06-01T21:00:00Z'));
});

test('instant of a date: lies between its midnight and the next', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: 0, max: DAY - 1 }), (day, ms) => {
      expect(nairobiDate(startOfDate(day) + ms)).toBe(day);
    }),
  );
});

test('days added and counted: agree, over leap years too', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: -4_000, max: 4_000 }), (day, days) => {
      expect(daysBetween(day, addDays(day, days))).toBe(days);
    }),
  );
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01');
});

test('date: is written day-month-year, and only valid dates are read', () => {
  fc.assert(
    fc.property(date, (day) => {
      expect(fromDayMonthYear(toDayMonthYear(day))).toBe(day);
    }),
  );
  for (const wrong of ['31-02-2026', '00-01-2026', '1-1-2026', '2026-01-01', '29-02-2027', '']) expect(fromDayMonthYear(wrong)).toBeNull();
});

test('age: changes on the birthday', () => {
  expect(ageOn('2008-06-01', '2026-05-31')).toBe(17);
  expect(ageOn('2008-06-01', '2026-06-01')).toBe(18);
});

test('promise of one working day: ends at five on the next weekday', () => {
  expect(endOfNextWorkingDay(at('2026-06-01T09:00:00+03:00'))).toBe(startOfDate('2026-06-02') + 17 * HOUR);
  expect(endOfNextWorkingDay(at('2026-06-05T09:00:00+03:00'))).toBe(startOfDate('2026-06-08') + 17 * HOUR);
  expect(endOfNextWorkingDay(at('2026-06-06T23:30:00+03:00'))).toBe(startOfDate('2026-06-08') + 17 * HOUR);
  expect(weekday('2026-06-01')).toBe(1);
});
