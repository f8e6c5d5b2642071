/**
 * The log of security events. The database refuses to change or delete one. It holds no personal data: borrowers,
 * numbers and addresses are hashed with a key of the lender, so that events of the same one can be found together.
 */
import type { Instant } from '#machines/model/calendar.ts';
import type { Clock } from './clock.ts';
import type { Secret } from './secret.ts';
import type { Db, Store, Tx } from './store.ts';

export const SECURITY_EVENT_KINDS = [
  'login.failed',
  'code.refused',
  'code.voided',
  'limit.reached',
  'session.refused',
  'session.ended',
  'device.added',
  'device.trusted',
  'request.stale',
  'payoutAccount.changed',
  'payout.held',
  'file.refused',
  'payment.held',
  'callback.refused',
  'keys.rotated',
  'desk.decided',
] as const;

export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

export interface SecurityEvent {
  kind: SecurityEventKind;
  /** A word of the program: the name of a call, a limit or a purpose. Never a word of a borrower. */
  subject: string;
  userId?: number | null | undefined;
  /** `254…`. */
  mobile?: string | undefined;
  /** The caller's address as it is counted. */
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
}

export interface SecurityLogQuery {
  /** Events at or after this moment. */
  since?: Instant;
  kind?: SecurityEventKind;
  /** The newest so many. */
  limit: number;
}

export interface SecurityLog {
  /** Writes an event. @param tx writes it in this transaction, so that it is undone together with what it tells of. */
  record(event: SecurityEvent, tx?: Tx): Promise<void>;
  /** Newest first. */
  read(query: SecurityLogQuery): Promise<LoggedSecurityEvent[]>;
}

const HASH_LENGTH = 12;

export function createSecurityLog(store: Store, clock: Clock, secret: Secret): SecurityLog {
  // The purpose `log` gives a borrower the same hash as in the lender's log of requests.
  const hash = (purpose: 'log' | 'number' | 'address', text: string | undefined): string | null =>
    text === undefined ? null : secret.mac(purpose, text).toString('hex').slice(0, HASH_LENGTH);

  return {
    async record({ kind, subject, userId, mobile, address }, tx) {
      const db: Db = tx ?? store.db;
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
        .select(['at', 'kind', 'subject', 'user_mac as user', 'number_mac as number', 'address_mac as address']);
      if (since !== undefined) query = query.where('at', '>=', since);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      return query.orderBy('id', 'desc').limit(limit).execute();
    },
  };
}
