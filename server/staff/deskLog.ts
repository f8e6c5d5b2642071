/**
 * The log of the desk: who looked at what, did what, and why. The database refuses to change or delete a line. Staff are
 * named by id, cases by number, and what a case holds by the names of its fields: no line holds what a borrower said.
 */
import type { Clock } from '#server/store/clock.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { LOG_PAGE, type DeskLogLine } from '#src/api/desk.ts';

export interface DeskLogEntry {
  /** null: the operator, by a verb. */
  clerk: { staffId: string } | null;
  /** A word of the program, such as the name of an act, followed by names of fields: `uncover photos`. Never a value. */
  what: string;
  /** As `QueueItem.caseId`; null: it is about no case. */
  caseId: string | null;
  /** Why, as the clerk typed it. Runs of five digits and more, which could be a phone or ID number, are replaced. */
  reason: string | null;
}

export interface DeskLogQuery {
  /** null: every case. */
  caseId: string | null;
  /** Lines before the one of this number; null: the newest. */
  before: number | null;
}

export interface DeskLog {
  /** @param tx so that nothing is done without its line, and no line stands without what it names. */
  write(tx: Tx, entry: DeskLogEntry): Promise<void>;
  /** The newest {@link LOG_PAGE} first. */
  read(db: Db, query: DeskLogQuery): Promise<DeskLogLine[]>;
}

/** What the log calls the one who runs the lender and its verbs. */
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
