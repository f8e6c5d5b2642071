import type { Instant } from '#machines/model/calendar.ts';
import type { Encrypted } from './encrypted.ts';

export interface ReaderSchema {
  card_reading: {
    user_id: number;
    order_id: number;
    /** `IdCard`; null: the reader had no answer. */
    sealed: Encrypted | null;
    read_at: Instant;
  };
}
