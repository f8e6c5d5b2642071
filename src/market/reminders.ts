/** When a borrower is reminded of a due date, and at which hours. Times of day are Nairobi's. */
import { addDays, DAY, HOUR, nairobiDate, startOfDate, type CalendarDate, type Instant } from '#machines/model/calendar.ts';

export const REMINDERS = {
  /** Days before the due date, first reminder first; 0 is the due date itself. */
  daysBefore: [7, 2, 0],
  /** Texts that answer nothing leave between these hours: reminders, and that a loan is overdue. A reminder is due at the first. */
  hours: { from: 8, until: 20 },
} as const;

/** Days before the due date, as one of the reminders has them. */
export type ReminderDays = (typeof REMINDERS.daysBefore)[number];

const momentOf = (dueDate: CalendarDate, days: number): Instant => startOfDate(addDays(dueDate, -days)) + REMINDERS.hours.from * HOUR;

/** The reminder that holds at this moment: the last one whose time has come. Null before the first one, and after the due date. */
export function presentReminder(dueDate: CalendarDate, now: Instant): ReminderDays | null {
  if (nairobiDate(now) > dueDate) return null;
  return [...REMINDERS.daysBefore].reverse().find((days) => momentOf(dueDate, days) <= now) ?? null;
}

/** When the next reminder of this date is due; null after the last one. */
export function nextReminderAt(dueDate: CalendarDate, now: Instant): Instant | null {
  return REMINDERS.daysBefore.map((days) => momentOf(dueDate, days)).find((at) => at > now) ?? null;
}

/** The first moment from `now` on that is no night. */
export function daytimeFrom(now: Instant): Instant {
  const midnight = startOfDate(nairobiDate(now));
  const [from, until] = [midnight + REMINDERS.hours.from * HOUR, midnight + REMINDERS.hours.until * HOUR];
  if (now < from) return from;
  return now < until ? now : from + DAY;
}

/** The hours as a page says them: "08:00". */
export const clockHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
