/** Shows recordings, which borrowers agreed to send, to staff with that right. Each access is logged before anything is shown. */
import { toDayMonthYear, type CalendarDate } from '#machines/model/calendar.ts';
import type { Recordings } from '#server/recordings/recordings.ts';
import type { Clerk } from '#server/staff/clerk.ts';
import type { DeskHandlers } from '#server/staff/deskHandler.ts';
import type { DeskLog } from '#server/staff/deskLog.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { Store } from '#server/store/store.ts';
import type { RecordingFilter } from '#src/api/desk.ts';

export interface DeskRecordings {
  handlers: Pick<DeskHandlers, 'recordings'>;
  /** Logs a download and returns its lines. @throws DeskRefused */
  download(filter: RecordingFilter, clerk: Clerk): Promise<AsyncGenerator<string>>;
}

export interface DeskRecordingsDeps {
  store: Store;
  log: DeskLog;
  recordings: Pick<Recordings, 'list' | 'lines'>;
}

/** A day with slashes, because the log treats long runs of digits and dashes as numbers of borrowers. */
const dayWords = (day: CalendarDate): string => toDayMonthYear(day).replaceAll('-', '/');

/** The filter for the log. It contains no text that a borrower wrote. */
const filterWords = ({ from, to, release, language, deviceClass, product }: RecordingFilter): string =>
  [
    `${dayWords(from)} to ${dayWords(to)}`,
    ...(release === undefined ? [] : [`release ${release}`]),
    ...(language === undefined ? [] : [`language ${language}`]),
    ...(deviceClass === undefined ? [] : [`phones ${deviceClass}`]),
    ...(product === undefined ? [] : [`product ${product === '' ? 'none' : product}`]),
  ].join(', ');

function checkPeriod({ from, to }: RecordingFilter): void {
  if (from > to) throw new DeskRefused('badInput', 'from must not be after to.');
}

export function createDeskRecordings({ store, log, recordings }: DeskRecordingsDeps): DeskRecordings {
  const note = (clerk: Clerk, act: 'list' | 'download', filter: RecordingFilter) =>
    store.tx((tx) => log.write(tx, { clerk, what: `recordings ${act}`, caseId: null, reason: filterWords(filter) }));

  return {
    handlers: {
      async recordings({ after, ...filter }, { clerk }) {
        checkPeriod(filter);
        await note(clerk, 'list', filter);
        return recordings.list(filter, after, store.db);
      },
    },
    async download(filter, clerk) {
      checkPeriod(filter);
      await note(clerk, 'download', filter);
      return recordings.lines(filter);
    },
  };
}
