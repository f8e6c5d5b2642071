/** The table of `050-security-events` and `056-at-rest` as Kysely sees it. */
import type { Generated } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { SecurityEventKind } from '../securityEventKinds.ts';

export interface SecuritySchema {
  security_event: {
    id: Generated<number>;
    at: Instant;
    kind: SecurityEventKind;
    subject: string;
    user_mac: Generated<string | null>;
    number_mac: Generated<string | null>;
    address_mac: Generated<string | null>;
    /** The number of events of this kind that were counted and not written; null: this row is an event. */
    left_out: Generated<number | null>;
  };
}
