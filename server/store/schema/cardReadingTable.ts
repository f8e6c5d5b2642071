import type { Instant } from '#machines/model/calendar.ts';
import type { Sealed } from './sealedColumn.ts';

export interface ReaderSchema {
  card_reading: {
    user_id: number;
    order_id: number;
    /** `IdCard`; null: the reader had no answer. */
    sealed: Sealed | null;
    read_at: Instant;
  };
}
