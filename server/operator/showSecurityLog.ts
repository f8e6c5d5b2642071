/** `npm run security-log`: prints the log of security events as lines, or as JSON. */
import { startOfDate, type Instant } from '#machines/model/calendar.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '#server/store/securityEventKinds.ts';
import type { LoggedSecurityEvent, SecurityLogQuery } from '#server/store/securityLog.ts';
import { inNairobi } from './verbWords.ts';

const MOST = 10_000;

const isKind = (text: string): text is SecurityEventKind => SECURITY_EVENT_KINDS.some((kind) => kind === text);

/** A day begins at midnight in Nairobi. */
function readSince(text: string): Instant {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? (Number.isNaN(Date.parse(text)) ? Number.NaN : startOfDate(text)) : Date.parse(text);
  if (Number.isNaN(at))
    throw new CannotStart(`--since must be a day such as 2026-01-31, or a moment such as 2026-01-31T08:00:00+03:00, not "${text}".`);
  return at;
}

/** @throws CannotStart with one sentence for the first mistake. */
export function readQuery({ since, kind, limit = '100' }: { since?: string; kind?: string; limit?: string }): SecurityLogQuery {
  if (kind !== undefined && !isKind(kind))
    throw new CannotStart(`--kind must be one of ${SECURITY_EVENT_KINDS.join(', ')}, not "${kind}".`);
  if (!/^\d{1,5}$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST)
    throw new CannotStart(`--limit must be a whole number from 1 to ${MOST}, not "${limit}".`);
  return {
    limit: Number(limit),
    ...(since === undefined ? {} : { since: readSince(since) }),
    ...(kind === undefined ? {} : { kind }),
  };
}

/** One line for each event, the newest first. */
export function asLines(events: readonly LoggedSecurityEvent[]): string[] {
  if (events.length === 0) return ['No such event.'];
  return events.map(({ at, kind, subject, user, number, address, leftOut }) => {
    if (leftOut !== null) return `${inNairobi(at)}  ${kind.padEnd(22)} ${leftOut} more within a minute`;
    const who = Object.entries({ user, number, address }).flatMap(([name, hash]) => (hash === null ? [] : [`${name} ${hash}`]));
    return `${inNairobi(at)}  ${kind.padEnd(22)} ${subject.padEnd(26)} ${who.join('  ')}`.trimEnd();
  });
}
