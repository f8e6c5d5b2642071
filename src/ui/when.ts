import type { Language } from '#machines/context.ts';
import { nairobiDate, type Instant } from '#machines/model/calendar.ts';
import { formatMoment, formatTime } from '#src/i18n/dates.ts';
import { uiText } from './strings.ts';

/** "Today, 10:32", and with its date on any other day. */
export const todayOrMoment = (language: Language, at: Instant, now: Instant | null): string =>
  now !== null && nairobiDate(at) === nairobiDate(now) ? uiText(language)('today', { time: formatTime(at) }) : formatMoment(language, at);
