/** A date on the calendar of Africa/Nairobi, `YYYY-MM-DD`. Loan days are counted in these, never in hours. */
export type CalendarDate = string;

/** A moment: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Nairobi has UTC+3 all year, so no time zone database is needed. Old web views have outdated ones. */
const NAIROBI_OFFSET = 3 * HOUR;

/** The calendar date in Nairobi at that moment. */
export const nairobiDate = (at: Instant): CalendarDate => new Date(at + NAIROBI_OFFSET).toISOString().slice(0, 10);

/** Midnight in Nairobi at the start of that date. */
export const startOfDate = (date: CalendarDate): Instant => Date.parse(`${date}T00:00:00Z`) - NAIROBI_OFFSET;

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);

/** Clock reading in Nairobi, for texts: hours and minutes of the day. */
export const nairobiClock = (at: Instant): { hours: number; minutes: number } => {
  const d = new Date(at + NAIROBI_OFFSET);
  return { hours: d.getUTCHours(), minutes: d.getUTCMinutes() };
};

/** "10:42" */
export const clockText = (at: Instant): string => {
  const { hours, minutes } = nairobiClock(at);
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
};

/** @param month 1 to 12 */
export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** 0 Sunday .. 6 Saturday */
export const weekday = (date: CalendarDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** 17:00 in Nairobi on the first working day (Monday to Friday) after `at`: "at most one working day". */
export const endOfNextWorkingDay = (at: Instant): Instant => {
  let date = addDays(nairobiDate(at), 1);
  while (weekday(date) === 0 || weekday(date) === 6) date = addDays(date, 1);
  return startOfDate(date) + 17 * HOUR;
};

/** Wire and form format of dates, `15-03-1992`, to a calendar date; null when it is no real date. */
export const fromDayMonthYear = (text: string): CalendarDate | null => {
  const m = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
  if (!m) return null;
  const iso = `${m[3]}-${m[2]}-${m[1]}`;
  const parsed = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== iso ? null : iso;
};

export const toDayMonthYear = (date: CalendarDate): string => date.split('-').reverse().join('-');

/** Full years lived on `today`, by calendar date. */
export const ageOn = (birthday: CalendarDate, today: CalendarDate): number =>
  Number(today.slice(0, 4)) - Number(birthday.slice(0, 4)) - (today.slice(5) < birthday.slice(5) ? 1 : 0);
