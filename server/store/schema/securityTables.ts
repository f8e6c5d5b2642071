/** The table of `050-security-events` and `056-at-rest` as Kysely sees it. */
import type { Generated } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { SecurityEventKind } from '../securityLog.ts';

export interface SecuritySchema {
  security_event: {
    id: Generated<number>;
    at: Instant;
    kind: SecurityEventKind;
    subject: string;
    user_mac: string | null;
    number_mac: string | null;
    address_mac: string | null;
    /** Events of this kind that were not written one by one; null: this row is an event. */
    left_out: number | null;
  };
}
