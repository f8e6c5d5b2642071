/** Ages, promises and moments as a clerk reads them. Everything is Nairobi time. */
import { DAY, HOUR, MINUTE, type Instant } from '#machines/model/calendar.ts';
import { formatMoment } from '#src/i18n/dates.ts';

/** "3 h", "2 d 4 h", "12 min": at most two units. */
export function lengthText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(ms / HOUR);
  if (hours < 24) return minutes % 60 === 0 || hours >= 2 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(ms / DAY);
  return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`;
}

export interface PromiseWords {
  text: string;
  tone: 'none' | 'ahead' | 'soon' | 'late';
}

/** @param by null: nothing was promised. */
export function promiseText(by: Instant | null, now: Instant): PromiseWords {
  if (by === null) return { text: 'No promise', tone: 'none' };
  if (by <= now) return { text: `Answer ${lengthText(now - by)} late`, tone: 'late' };
  return { text: `Answer due in ${lengthText(by - now)}`, tone: by - now < 2 * HOUR ? 'soon' : 'ahead' };
}

export const momentText = (at: Instant): string => formatMoment('en', at);
