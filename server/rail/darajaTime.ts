/** Daraja writes moments as digits in Nairobi's clock. */
import { HOUR, nairobiDate, type Instant } from '#machines/model/calendar.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** `yyyyMMddHHmmss` */
export function toDarajaTime(at: Instant): string {
  const local = new Date(at + 3 * HOUR);
  return nairobiDate(at).replaceAll('-', '') + two(local.getUTCHours()) + two(local.getUTCMinutes()) + two(local.getUTCSeconds());
}

/** Null when it is no such moment. */
export function fromDarajaTime(text: unknown): Instant | null {
  const m = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(text));
  if (!m) return null;
  const at = Date.parse(`${m[1]}-${m[2]}-${m[3]}T${m[4]}:${m[5]}:${m[6]}+03:00`);
  return Number.isNaN(at) ? null : at;
}
