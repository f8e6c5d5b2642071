/** The tables of `020-feedback` as Kysely sees them. */
import type { Generated } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';

export interface FeedbackSchema {
  ticket: {
    id: Generated<number>;
    ticket_no: string;
    user_id: number;
    request_id: string;
    type: number;
    status: number;
    description: string;
    receiver_account: string;
    contact: string;
    contact_time: string;
    rating: number | null;
    created_at: Instant;
    updated_at: Instant;
    seen_message: Generated<number>;
  };
  ticket_message: {
    id: Generated<number>;
    ticket_id: number;
    author: 'borrower' | 'lender';
    request_id: string | null;
    text: string;
    at: Instant;
  };
  ticket_picture: {
    ref: string;
    user_id: number;
    ticket_id: number | null;
    message_id: number | null;
    mime: string;
    at: Instant;
  };
}
