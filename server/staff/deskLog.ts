/**
 * The log of the desk: views and acts of staff, with their reasons. The database refuses to change or delete a line. A line has
 * the ids of staff and case, and the names of fields, but no value that a borrower stated.
 */
import type { Clock } from '#server/store/clock.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { LOG_PAGE, type DeskLogLine } from '#src/api/desk.ts';

export interface DeskLogEntry {
  /** null: the operator did it by a verb. */
  clerk: { staffId: string } | null;
  /** A word of the program, such as the name of an act, followed by names of fields: `uncover photos`. Never a value. */
  what: string;
  /** As `QueueItem.caseId`; null: the line is about no case. */
  caseId: string | null;
  /** The reason that the clerk typed. Runs of five or more digits are replaced, because they could be a phone or ID number. */
  reason: string | null;
}

export interface DeskLogQuery {
  /** Lines about this case only; null: about all cases. */
  caseId: string | null;
  /** Only lines before the line of this number; null: the newest lines. */
  before: number | null;
}

export interface DeskLog {
  /** @param tx the transaction of the act, so that neither act nor line exists without the other. */
  write(tx: Tx, entry: DeskLogEntry): Promise<void>;
  /** At most {@link LOG_PAGE} lines, newest first. */
  read(db: Db, query: DeskLogQuery): Promise<DeskLogLine[]>;
}

/** Name of the operator in the log. */
const OPERATOR = 'operator';

const withoutNumbers = (reason: string): string => reason.replace(/\d(?:[\s-]?\d){4,}/g, '•');

export function createDeskLog(clock: Clock): DeskLog {
  return {
    async write(tx, { clerk, what, caseId, reason }) {
      await tx
        .insertInto('desk_log')
        .values({
          at: clock.now(),
          staff_id: clerk?.staffId ?? null,
          what,
          case_id: caseId,
          reason: reason === null ? null : withoutNumbers(reason),
        })
        .execute();
    },
    async read(db, { caseId, before }) {
      let query = db
        .selectFrom('desk_log as l')
        .leftJoin('staff_member as m', 'm.staff_id', 'l.staff_id')
        .select(['l.id as line', 'l.at', 'm.name as who', 'l.what', 'l.case_id as caseId', 'l.reason']);
      if (caseId !== null) query = query.where('l.case_id', '=', caseId);
      if (before !== null) query = query.where('l.id', '<', before);
      const lines = await query.orderBy('l.id', 'desc').limit(LOG_PAGE).execute();
      return lines.map((line) => ({ ...line, who: line.who ?? OPERATOR }));
    },
  };
}
