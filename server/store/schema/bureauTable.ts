/** The table of `091-bureau-records` as Kysely sees it. */
import type { CalendarDate, Instant } from '#machines/model/calendar.ts';
import type { Sealed } from './sealedColumn.ts';

export interface BureauSchema {
  bureau_record: {
    id_mac: string;
    as_of: CalendarDate;
    /** `BureauFigures` */
    sealed: Sealed;
    imported_at: Instant;
  };
}
