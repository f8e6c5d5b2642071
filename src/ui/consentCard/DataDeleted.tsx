import type { Language } from '#machines/context.ts';
import { nairobiDate, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import { defineStrings } from '#src/i18n/index.ts';
import { formatDeadline } from '#src/i18n/dates.ts';

const text = defineStrings('dataDeleted', {
  en: { will: 'What you told us is deleted on {{date}}.', was: 'What you told us was deleted on {{date}}.' },
  es: { will: 'Lo que nos contó se borrará el {{date}}.', was: 'Lo que nos contó se borró el {{date}}.' },
  sw: { will: 'Uliyotuambia yatafutwa {{date}}.', was: 'Uliyotuambia yalifutwa {{date}}.' },
});

/** The day on which the data of a person without a loan is deleted; renders nothing without such a day. */
export function DataDeleted({ language, on, now }: { language: Language; on: CalendarDate | null | undefined; now: Instant | null }) {
  if (!on) return null;
  const isPast = now !== null && nairobiDate(now) > on;
  return <p className="small muted">{text(language)(isPast ? 'was' : 'will', { date: formatDeadline(language, on) })}</p>;
}
