import type { CalendarDate, Instant } from '#machines/model/calendar.ts';

export interface ReaderSchema {
  card_reading: {
    user_id: number;
    order_id: number;
    number: string | null;
    name: string | null;
    birthday: CalendarDate | null;
    read_at: Instant;
  };
}
