/** The table of `090-text-log` as Kysely sees it. */
import type { Generated } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';

export type TextDelivery = 'sent' | 'delivered' | 'failed';

export interface TextSchema {
  text_attempt: {
    id: Generated<number>;
    send_id: string;
    kind: 'code' | 'event' | 'reminder';
    number_mac: string | null;
    provider: 'gateway' | 'africastalking' | 'twilio' | 'sandbox';
    nonce: string;
    outcome: Generated<'taken' | 'refused' | 'notNow' | 'unknown'>;
    code: Generated<string | null>;
    provider_ref: Generated<string | null>;
    cost: Generated<Cents | null>;
    parts: number;
    at: Instant;
    delivery: Generated<TextDelivery | null>;
    delivery_code: Generated<string | null>;
    delivery_at: Generated<Instant | null>;
  };
}
