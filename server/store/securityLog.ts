/**
 * The log of security events. The database refuses to change or delete an event. The log holds no personal data: borrowers,
 * numbers and addresses are hashed with a key of the lender, so that the events of one of them can be found.
 */
import { MINUTE, type Instant } from '#machines/model/calendar.ts';
import type { Clock } from './clock.ts';
import type { SecurityEventKind } from './securityEventKinds.ts';
import type { Secret } from './secret.ts';
import type { Db, Store, Tx } from './store.ts';

export interface SecurityEvent {
  kind: SecurityEventKind;
  /** A word of the program, such as the name of a call, a limit or a purpose. Never text from a borrower. */
  subject: string;
  userId?: number | null | undefined;
  /** `254…`. */
  mobile?: string | undefined;
  /** The caller's address, in the form in which limits count it. */
  address?: string | undefined;
}

/** An event as it is read: hashes of 12 hex digits instead of names. */
export interface LoggedSecurityEvent {
  at: Instant;
  kind: SecurityEventKind;
  subject: string;
  user: string | null;
  number: string | null;
  address: string | null;
  /** The number of events of this kind that were counted and not written; null: this row is an event. */
  leftOut: number | null;
}

export interface SecurityLogQuery {
  /** Events at or after this moment. */
  since?: Instant;
  kind?: SecurityEventKind;
  /** Maximal number of events; the newest are returned. */
  limit: number;
}

export interface SecurityLog {
  /**
   * Writes an event. Of each kind {@link PER_MINUTE} are written in a minute. Further events are only counted, so that a flood
   * of refused calls does not fill the disk.
   * @param tx the transaction of the act that the event is about: a rollback undoes both. Such an event is always written.
   */
  record(event: SecurityEvent, tx?: Tx): Promise<void>;
  /** Writes the number of events only counted in past minutes. @param all in the present minute too: the lender stops. */
  writeLeftOut(all?: boolean): Promise<void>;
  /** Newest first. */
  read(query: SecurityLogQuery): Promise<LoggedSecurityEvent[]>;
}

const HASH_LENGTH = 12;

/** Events of one kind that one process writes in a minute. */
export const PER_MINUTE = 30;

const minuteOf = (at: Instant): number => Math.floor(at / MINUTE);

export function createSecurityLog(store: Store, clock: Clock, secret: Secret): SecurityLog {
  // The purpose `log` gives a borrower the same hash as in the lender's log of requests.
  const hash = (purpose: 'log' | 'number' | 'address', text: string | undefined): string | null =>
    text === undefined ? null : secret.mac(purpose, text).toString('hex').slice(0, HASH_LENGTH);

  const windows = new Map<SecurityEventKind, { minute: number; written: number; leftOut: number }>();

  /** Counts the event. @returns whether it is written. */
  function isWritten(kind: SecurityEventKind): boolean {
    const window = windows.get(kind) ?? { minute: minuteOf(clock.now()), written: 0, leftOut: 0 };
    windows.set(kind, window);
    if (window.written < PER_MINUTE) {
      window.written++;
      return true;
    }
    window.leftOut++;
    return false;
  }

  async function writeLeftOut(all = false): Promise<void> {
    const minute = minuteOf(clock.now());
    for (const [kind, window] of windows) {
      if (!all && window.minute === minute) continue;
      windows.delete(kind);
      if (window.leftOut === 0) continue;
      const at = Math.min((window.minute + 1) * MINUTE - 1, clock.now());
      await store.db.insertInto('security_event').values({ at, kind, subject: 'left out', left_out: window.leftOut }).execute();
    }
  }

  return {
    writeLeftOut,

    async record({ kind, subject, userId, mobile, address }, tx) {
      const db: Db = tx ?? store.db;
      if (!tx) {
        await writeLeftOut();
        if (!isWritten(kind)) return;
      }
      await db
        .insertInto('security_event')
        .values({
          at: clock.now(),
          kind,
          subject,
          user_mac: hash('log', userId == null ? undefined : String(userId)),
          number_mac: hash('number', mobile),
          address_mac: hash('address', address),
        })
        .execute();
    },

    async read({ since, kind, limit }) {
      let query = store.db
        .selectFrom('security_event')
        .select(['at', 'kind', 'subject', 'user_mac as user', 'number_mac as number', 'address_mac as address', 'left_out as leftOut']);
      if (since !== undefined) query = query.where('at', '>=', since);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      return query.orderBy('id', 'desc').limit(limit).execute();
    },
  };
}
