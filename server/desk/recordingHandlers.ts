/** Staff with the right read recordings that borrowers agreed to send. Every look is written to the log before anything is shown. */
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
  /** The lines of a download, once it is in the log. @throws DeskRefused */
  download(filter: RecordingFilter, clerk: Clerk): Promise<AsyncGenerator<string>>;
}

export interface DeskRecordingsDeps {
  store: Store;
  log: DeskLog;
  recordings: Pick<Recordings, 'list' | 'lines'>;
}

/** The log takes long runs of digits and dashes for numbers of borrowers. */
const dayWords = (day: CalendarDate): string => toDayMonthYear(day).replaceAll('-', '/');

/** For the log: the filter holds no word of a borrower. */
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
