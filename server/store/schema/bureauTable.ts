/** The table of `091-bureau-records` as Kysely sees it. */
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import type { Encrypted } from './encrypted.ts';

export interface BureauSchema {
  bureau_record: {
    id_mac: string;
    as_of: CalendarDate;
    /** `BureauFigures` */
    sealed: Encrypted;
    imported_at: Instant;
  };
}
