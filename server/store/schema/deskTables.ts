/** The tables of `113-desk-cases`, `115-refunds` and `119-closing-answers` as Kysely sees them. */
import type { Generated } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { PhotoSide } from '#machines/model/idPhotos.ts';
import type { CancellationBar, CancellationReason } from '#machines/model/cancellation.ts';
import type { Covered, DeskActName, Role } from '#src/api/desk.ts';
import type { Encrypted } from './encrypted.ts';

/** The encrypted part of a note. @property sides of the photos that the borrower has to take again. */
export interface OrderNote {
  words: string;
  sides?: readonly PhotoSide[];
}

/** The note is `photos`: a request for new photos; `rejection`: shown beside its reason; `refund`: part of the text about it. */
export type NoteAbout = 'photos' | 'rejection' | 'refund';

export interface DeskSchema {
  desk_claim: { case_id: string; staff_id: string; session_id: string; taken_at: Instant; until: Instant };
  desk_uncovered: { session_id: string; case_id: string; what: Covered; at: Instant };
  desk_approval: {
    approval_id: string;
    case_id: string;
    act_name: DeskActName;
    /** `DeskAct` */
    sealed: Encrypted;
    amount: Cents | null;
    order_id: number | null;
    staff_id: string;
    staff_name: string;
    staff_role: Role;
    at: Instant;
    state: 'waiting' | 'confirmed' | 'declined';
    decided_by: Generated<string | null>;
    decided_at: Generated<Instant | null>;
  };
  order_note: {
    order_id: number;
    about: NoteAbout;
    /** `OrderNote` */
    sealed: Encrypted;
    at: Instant;
  };
  /** A borrower's request to close an account that could not be closed yet. @property bar the obstacle at the last request. */
  closing_request: {
    user_id: number;
    at: Instant;
    bar: CancellationBar;
    reason: Generated<CancellationReason | null>;
    answered_at: Generated<Instant | null>;
    /** Text of the lender to the borrower. */
    words_sealed: Generated<Encrypted | null>;
  };
  blocked_number: { number_mac: string; at: Instant };
  receipt_question: {
    id: Generated<number>;
    receipt: string;
    callback_nonce: string;
    asked_at: Instant;
    answered_at: Generated<Instant | null>;
    answer: Generated<'completed' | 'ended' | 'unknown' | null>;
    amount: Generated<Cents | null>;
    paid_to: Generated<string | null>;
    paid_at: Generated<Instant | null>;
  };
}
