/** The tables of `110-staff`, `111-desk-log` and `120-own-keys` as Kysely sees them. */
import type { Generated } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { Role } from '#src/api/desk.ts';
import type { Encrypted } from './encrypted.ts';

export interface StaffSchema {
  staff_member: {
    staff_id: string;
    name: string;
    role: Role;
    is_active: Generated<boolean>;
    /** `Msisdn`. */
    own_mobile_sealed: Encrypted | null;
    password_hash: string | null;
    /** The secret in base32. */
    authenticator_sealed: Encrypted | null;
    last_step: number | null;
    /** The secret of a new authenticator app, until the first code of that app is typed. */
    next_authenticator_sealed: Generated<Encrypted | null>;
    next_authenticator_until: Generated<Instant | null>;
    created_at: Instant;
    last_seen_at: Instant | null;
  };
  staff_invitation: {
    token_hash: string;
    staff_id: string;
    /** The secret in base32. */
    authenticator_sealed: Encrypted;
    expires_at: Instant;
  };
  staff_passkey: {
    credential_id: string;
    staff_id: string;
    public_key: string;
    counter: number;
    /** Names of the transports, separated by commas. */
    transports: string;
    label: string;
    created_at: Instant;
    last_used_at: Instant | null;
  };
  staff_session: { token_hash: string; staff_id: string; created_at: Instant; seen_at: Instant; ends_at: Instant };
  staff_challenge: {
    token_hash: string;
    purpose: 'code' | 'passkey' | 'registration';
    staff_id: string | null;
    challenge: string | null;
    tries: Generated<number>;
    expires_at: Instant;
  };
  desk_log: { id: Generated<number>; at: Instant; staff_id: string | null; what: string; case_id: string | null; reason: string | null };
  desk_answer: { staff_id: string; request_id: string; fingerprint: string; sealed: Encrypted; at: Instant };
}
