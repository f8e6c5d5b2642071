/** Daraja writes moments as digits in Nairobi's time. */
import { HOUR, nairobiDate, type Instant } from '#machines/model/calendar.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** `yyyyMMddHHmmss` */
export function toDarajaTime(at: Instant): string {
  const local = new Date(at + 3 * HOUR);
  return nairobiDate(at).replaceAll('-', '') + two(local.getUTCHours()) + two(local.getUTCMinutes()) + two(local.getUTCSeconds());
}

/** `yyyy-MM-dd HH:mm:ss`, the format of Pull Transactions. */
export function toPullTime(at: Instant): string {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(toDarajaTime(at)) ?? [];
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/**
 * `trxDate` of a pulled payment: ISO 8601, without a zone in Nairobi's time. Null when it is not such a moment.
 */
export function fromPullTime(text: unknown): Instant | null {
  const [, date, time, zone] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(String(text)) ?? [];
  if (date === undefined || time === undefined) return null;
  const at = Date.parse(`${date}T${time}${zone ?? '+03:00'}`);
  return Number.isNaN(at) ? null : at;
}

/** Parses `yyyyMMddHHmmss`. Null when the value is not such a moment. */
export function fromDarajaTime(text: unknown): Instant | null {
  const m = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(text));
  if (!m) return null;
  const at = Date.parse(`${m[1]}-${m[2]}-${m[3]}T${m[4]}:${m[5]}:${m[6]}+03:00`);
  return Number.isNaN(at) ? null : at;
}
