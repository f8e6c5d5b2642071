/** The tables of `020-feedback` as Kysely sees them. */
import type { Generated } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { Encrypted } from './encrypted.ts';

/** The encrypted part of a ticket. */
export interface TicketWords {
  description: string;
  receiverAccount: string;
  contact: string;
  contactTime: string;
}

export interface FeedbackSchema {
  ticket: {
    id: Generated<number>;
    ticket_no: string;
    user_id: number;
    request_id: string;
    type: number;
    status: number;
    /** `TicketWords` */
    sealed: Encrypted;
    rating: number | null;
    created_at: Instant;
    updated_at: Instant;
    seen_message: Generated<number>;
    /** The promised time of the lender's answer; null: the lender owes none. */
    answer_by: Generated<Instant | null>;
    escalated_at: Generated<Instant | null>;
  };
  ticket_message: {
    id: Generated<number>;
    ticket_id: number;
    author: 'borrower' | 'lender';
    request_id: string | null;
    /** The text of the message. */
    sealed: Encrypted;
    at: Instant;
    /** Whether this answer of the lender came after the promised time; null: no answer was promised. */
    is_late: Generated<boolean | null>;
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
