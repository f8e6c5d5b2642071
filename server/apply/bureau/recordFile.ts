/** The file of `npm run bureau-import`: CSV with one row for each national ID number. `docs/bureau.md` describes it. */
import { parse } from 'csv-parse/sync';
import { addDays, nairobiDate, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import { shillings, type Cents } from '#machines/model/money.ts';
import { DATA_PROMISES } from '#src/market/support.ts';

/** The figures of a bureau record. null: the bureau does not report the figure. */
export interface BureauFigures {
  isListed: boolean;
  openLoans: number | null;
  loansInArrears: number | null;
  /** Days. */
  longestDelay: number | null;
  owed: Cents | null;
}

export interface BureauRecord extends BureauFigures {
  /** Digits only. */
  nationalId: string;
  asOf: CalendarDate;
}

/** Figures of an earlier day are not used, and are deleted. */
export const BUREAU_RECORD_DAYS = DATA_PROMISES.bureauDays;

/** Most rows of a file: all are stored in one transaction. */
export const MOST_RECORDS = 50_000;

const COLUMNS = ['national_id', 'listed', 'open_loans', 'loans_in_arrears', 'longest_delay_days', 'owed_shillings', 'as_of'] as const;
type Column = (typeof COLUMNS)[number];

/** Most mistakes that one run reports. */
const MOST_MISTAKES = 20;

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

export type ReadFile = { is: 'records'; records: BureauRecord[] } | { is: 'mistakes'; mistakes: string[] };

/** The rows, each with the line on which it ends, or the reason why the text is not CSV. */
function readRows(text: string): { rows: { record: string[]; line: number }[] } | { mistake: string } {
  try {
    const options = { bom: true, delimiter: [',', ';'], info: true, relax_column_count: true, skip_empty_lines: true, trim: true };
    const read = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
    return { rows: read.map(({ record, info }) => ({ record, line: info.lines })) };
  } catch (error) {
    return { mistake: `The file is no CSV: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

/**
 * Reads and checks every row. One mistake refuses the whole file, so that nobody has to find out which rows were stored.
 * Messages about mistakes contain no national ID number.
 */
export function readRecordFile(text: string, now: Instant): ReadFile {
  const mistakes: string[] = [];
  const refused = (): ReadFile => ({
    is: 'mistakes',
    mistakes:
      mistakes.length <= MOST_MISTAKES ? mistakes : [...mistakes.slice(0, MOST_MISTAKES), `and ${mistakes.length - MOST_MISTAKES} more.`],
  });
  const read = readRows(text);
  if ('mistake' in read) return { is: 'mistakes', mistakes: [read.mistake] };
  const [header, ...rows] = read.rows;
  if (header?.record.join() !== COLUMNS.join()) return { is: 'mistakes', mistakes: [`The first line must be ${COLUMNS.join(',')}.`] };
  if (rows.length === 0) return { is: 'mistakes', mistakes: ['The file has no rows.'] };
  if (rows.length > MOST_RECORDS)
    return { is: 'mistakes', mistakes: [`The file has ${rows.length} rows: split it, at most ${MOST_RECORDS} are read at once.`] };

  const today = nairobiDate(now);
  const oldest = addDays(today, -BUREAU_RECORD_DAYS);
  const lineOf = new Map<string, number>();
  const records: BureauRecord[] = [];
  for (const { record, line } of rows) {
    const before = mistakes.length;
    const wrong = (why: string): void => void mistakes.push(`Line ${line}: ${why}.`);
    if (record.length !== COLUMNS.length) {
      wrong(`it has ${record.length} columns instead of ${COLUMNS.length}`);
      continue;
    }
    const cell = (column: Column): string => record[COLUMNS.indexOf(column)] ?? '';
    const count = (column: Column, most: number): number | null => {
      const value = cell(column);
      if (value === '') return null;
      if (/^\d{1,9}$/.test(value) && Number(value) <= most) return Number(value);
      wrong(`${column} must be empty or a whole number up to ${most}`);
      return null;
    };
    const nationalId = cell('national_id');
    const earlier = lineOf.get(nationalId);
    if (!/^\d{6,9}$/.test(nationalId)) wrong('national_id must be 6 to 9 digits');
    else if (earlier !== undefined) wrong(`national_id is the one of line ${earlier}`);
    else lineOf.set(nationalId, line);
    const listed = cell('listed');
    if (listed !== 'yes' && listed !== 'no') wrong('listed must be yes or no');
    const asOf = cell('as_of');
    if (!isDate(asOf)) wrong('as_of must be a day such as 2026-01-31');
    else if (asOf > today) wrong('as_of is a day to come');
    else if (asOf <= oldest) wrong(`as_of is older than ${BUREAU_RECORD_DAYS} days: such figures are not used`);
    const owed = count('owed_shillings', 100_000_000);
    const row: BureauRecord = {
      nationalId,
      isListed: listed === 'yes',
      openLoans: count('open_loans', 1_000),
      loansInArrears: count('loans_in_arrears', 1_000),
      longestDelay: count('longest_delay_days', 10_000),
      owed: owed === null ? null : shillings(owed),
      asOf,
    };
    if (mistakes.length === before) records.push(row);
  }
  return mistakes.length > 0 ? refused() : { is: 'records', records };
}
