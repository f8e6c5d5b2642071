/** The days and hours of reminders of a due date. Times of day are in Nairobi. */
import { addDays, DAY, HOUR, nairobiDate, startOfDate, type CalendarDate, type Instant } from '#machines/model/calendar.ts';

export const REMINDERS = {
  /** Days before the due date, first reminder first; 0 is the due date itself. */
  daysBefore: [7, 2, 0],
  /** Reminders and texts about an overdue loan are sent only between these hours. A reminder is due at the first one. */
  hours: { from: 8, until: 20 },
} as const;

/** The days before the due date of one of the reminders. */
export type ReminderDays = (typeof REMINDERS.daysBefore)[number];

const momentOf = (dueDate: CalendarDate, days: number): Instant => startOfDate(addDays(dueDate, -days)) + REMINDERS.hours.from * HOUR;

/** The reminder of this moment: the last one that was due. Null before the first one, and after the due date. */
export function presentReminder(dueDate: CalendarDate, now: Instant): ReminderDays | null {
  if (nairobiDate(now) > dueDate) return null;
  return [...REMINDERS.daysBefore].reverse().find((days) => momentOf(dueDate, days) <= now) ?? null;
}

/** When the next reminder of this due date is due; null after the last one. */
export function nextReminderAt(dueDate: CalendarDate, now: Instant): Instant | null {
  return REMINDERS.daysBefore.map((days) => momentOf(dueDate, days)).find((at) => at > now) ?? null;
}

/** The first moment from `now` on within the hours of texts. */
export function daytimeFrom(now: Instant): Instant {
  const midnight = startOfDate(nairobiDate(now));
  const [from, until] = [midnight + REMINDERS.hours.from * HOUR, midnight + REMINDERS.hours.until * HOUR];
  if (now < from) return from;
  return now < until ? now : from + DAY;
}

/** An hour in a text: "08:00". */
export const clockHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
