/**
 * The tables of `002-identity`, `032-held-numbers`, `033-code-holders`, `040-stored-answers`, `041-column-names`,
 * `051-devices`, `053-limits`, `056-at-rest`, `060-reminders`, `070-further-codes` and `100-codes-without-addresses` as
 * Kysely sees them.
 */
import type { Generated } from 'kysely';
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import type { CodePurpose } from '#src/api/payloads.ts';

/** Whether a code is one of the number's free codes, a further code, or a withheld code, which is never sent. */
export type CodeTurn = 'free' | 'further' | 'withheld';

export interface IdentitySchema {
  one_time_code: {
    id: Generated<number>;
    msisdn: string;
    purpose: CodePurpose;
    user_id: number | null;
    asker_mac: string | null;
    code_mac: string;
    holder_mac: string | null;
    known_device: Generated<boolean>;
    turn: Generated<CodeTurn>;
    sent_at: Instant;
    expires_at: Instant;
    tries: Generated<number>;
    ended_at: Instant | null;
  };
  session: {
    token_hash: string;
    user_id: number;
    created_at: Instant;
    expires_at: Instant;
    ended_at: Instant | null;
    end_code: number | null;
    device_mac: string | null;
  };
  account_device: {
    user_id: number;
    device_mac: string;
    name: Generated<string>;
    first_seen: Instant;
    last_seen: Instant;
    trusted_at: Instant | null;
  };
  counter: { key_mac: string; ends_at: Instant; counted: number };
  terms_acceptance: { user_id: number; terms_version: string; at: Instant };
  idempotent_answer: {
    fingerprint: string;
    started_at: Instant;
    finished_at: Instant | null;
    encrypted: Uint8Array | null;
    good_until: Instant;
    session_hash: string | null;
    claim: string | null;
    held_until: Generated<Date>;
  };
  photo_blob: { ref: string; encrypted: Uint8Array; at: Instant };
  id_claim: { id_mac: string; user_id: number; claimed_at: Instant; proved: boolean };
  held_number: { number_mac: string; until: CalendarDate };
  sandbox_sms: { id: Generated<number>; msisdn: string; text: string; at: Instant; send_id: Generated<string | null> };
}
