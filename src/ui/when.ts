import type { Language } from '#machines/context.ts';
import { clockText, type Instant, nairobiDate } from '#machines/model/calendar.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { uiText } from './strings.ts';

/** "Today, 10:32"; with the date for any other day. */
export const todayOrMoment = (language: Language, at: Instant, now: Instant | null): string =>
  now !== null && nairobiDate(at) === nairobiDate(now) ? uiText(language)('today', { time: clockText(at) }) : formatMoment(language, at);
