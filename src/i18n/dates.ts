/**
 * Formats dates and times as is usual in Kenya. Does not use Intl, because old web views lack Swahili and current rules.
 */
import type { Language } from '#machines/context.ts';
import { clockText, nairobiDate, weekday, type CalendarDate, type Instant } from '#machines/model/calendar.ts';

const MONTHS: Record<Language, string> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  es: 'ene feb mar abr may jun jul ago sep oct nov dic',
  sw: 'Jan Feb Mac Apr Mei Jun Jul Ago Sep Okt Nov Des',
};
const WEEKDAYS: Record<Language, string> = {
  en: 'Sun Mon Tue Wed Thu Fri Sat',
  es: 'dom lun mar mié jue vie sáb',
  sw: 'Jpi Jtt Jnn Jtn Alh Iju Jms',
};

export const monthName = (language: Language, month: number): string => MONTHS[language].split(' ')[month - 1] ?? '';

/** "15 Mar 1992", on one line. */
export const formatDate = (language: Language, date: CalendarDate): string =>
  `${Number(date.slice(8))}\u00A0${monthName(language, Number(date.slice(5, 7)))}\u00A0${date.slice(0, 4)}`;

/** "19 Feb" */
export const formatDay = (language: Language, date: CalendarDate): string => formatDate(language, date).slice(0, -5);

/** "Thu 19 Feb 2026": a deadline includes its weekday. */
export const formatDeadline = (language: Language, date: CalendarDate): string =>
  `${WEEKDAYS[language].split(' ')[weekday(date)]} ${formatDate(language, date)}`;

/** "Fri 21 Nov, 10:42" */
export const formatMoment = (language: Language, at: Instant): string => {
  const date = nairobiDate(at);
  return `${WEEKDAYS[language].split(' ')[weekday(date)]} ${formatDay(language, date)}, ${clockText(at)}`;
};
