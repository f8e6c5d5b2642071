/** Reports of a credit reference bureau: the file, the stored records, and their effect on a decision. */
import { describe, expect, test } from 'vitest';
import { addDays, DAY, MINUTE, nairobiDate } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { BUREAU_RECORD_DAYS, readRecordFile, type BureauRecord } from '#server/apply/bureau/recordFile.ts';
import { deleteOldRecords, storeRecords, withBureau } from '#server/apply/bureau/bureauRecords.ts';
import { saveSection } from '#server/apply/applicant.ts';
import { eraseBorrower } from '#server/policies/erase.ts';
import { MONDAY_MORNING, onEitherDatabase } from '#tests/support/database.ts';
import { giveEverything, GOOD_ANSWERS, newBorrower } from '#tests/support/lendingFixture.ts';
import { APPLY, setLoanFixture } from '../lending/loanFixture.ts';

const HEADER = 'national_id,listed,open_loans,loans_in_arrears,longest_delay_days,owed_shillings,as_of';
const read = (...rows: string[]) => readRecordFile([HEADER, ...rows].join('\n'), MONDAY_MORNING);
const mistakes = (...rows: string[]): readonly string[] => {
  const file = read(...rows);
  return file.is === 'mistakes' ? file.mistakes : [];
};

describe('file of a bureau', () => {
  test('file of a bureau, correct rows: are read, and an empty cell is unknown', () => {
    expect(read('12345678,yes,3,1,45,12500,2026-05-31', '23456789,no,,,,,2026-06-01')).toEqual({
      is: 'records',
      records: [
        { nationalId: '12345678', isListed: true, openLoans: 3, loansInArrears: 1, longestDelay: 45, owed: 1_250_000, asOf: '2026-05-31' },
        {
          nationalId: '23456789',
          isListed: false,
          openLoans: null,
          loansInArrears: null,
          longestDelay: null,
          owed: null,
          asOf: '2026-06-01',
        },
      ],
    });
  });

  test('file as a spreadsheet saves it, with semicolons, quotes, a mark at its beginning and Windows lines: is read', () => {
    const text = `\ufeff${HEADER.replaceAll(',', ';')}\r\n"12345678";yes;3;1;45;12500;2026-05-31\r\n\r\n`;
    expect(readRecordFile(text, MONDAY_MORNING)).toMatchObject({ is: 'records', records: [{ nationalId: '12345678', owed: 1_250_000 }] });
  });

  test.each([
    ['1234,no,,,,,2026-06-01', 'national_id must be 6 to 9 digits'],
    ['12345678,maybe,,,,,2026-06-01', 'listed must be yes or no'],
    ['12345678,no,-1,,,,2026-06-01', 'open_loans must be empty or a whole number up to 1000'],
    ['12345678,no,,1.5,,,2026-06-01', 'loans_in_arrears must be empty or a whole number up to 1000'],
    ['12345678,no,,,99999,,2026-06-01', 'longest_delay_days must be empty or a whole number up to 10000'],
    ['12345678,no,,,,KSh 5,2026-06-01', 'owed_shillings must be empty or a whole number up to 100000000'],
    ['12345678,no,,,,,2026-02-30', 'as_of must be a day such as 2026-01-31'],
    ['12345678,no,,,,,2026-06-02', 'as_of is a day to come'],
    ['12345678,no,,,,,2026-03-03', 'as_of is older than 90 days: such figures are not used'],
    ['12345678,no,2026-06-01', 'it has 3 columns instead of 7'],
  ])('file of a bureau, row %s: is refused with its line', (row, why) => {
    expect(mistakes('23456789,no,,,,,2026-06-01', row)).toEqual([`Line 3: ${why}.`]);
  });

  test('file of a bureau, one number twice and several wrong rows: each row is named, and no number is quoted', () => {
    const said = mistakes('12345678,no,,,,,2026-06-01', '12345678,perhaps,,,,,2026-06-01', 'x,no,,,,,2026-06-01');
    expect(said).toEqual([
      'Line 3: national_id is the one of line 2.',
      'Line 3: listed must be yes or no.',
      'Line 4: national_id must be 6 to 9 digits.',
    ]);
    expect(mistakes(...Array.from({ length: 40 }, () => 'x,no,,,,,2026-06-01')).at(-1)).toBe('and 20 more.');
  });

  test.each([
    ['', /^The first line must be national_id,/],
    ['id,listed\n1,yes', /^The first line must be national_id,/],
    [HEADER, /^The file has no rows\.$/],
    [`${HEADER}\n"12345678,no`, /^The file is no CSV: /],
  ])('file %#, not of a bureau: is refused with one sentence', (text, why) => {
    expect(readRecordFile(text, MONDAY_MORNING)).toEqual({ is: 'mistakes', mistakes: [expect.stringMatching(why)] });
  });
});

onEitherDatabase((engine) => {
  const fixture = setLoanFixture(engine);
  const SAID = { bureauListed: 'no', runningLoans: 1, overdueLoans: 0, longestDelay: 0, owedElsewhere: 500 };
  const today = (): string => nairobiDate(fixture.clock.now());
  const record = (nationalId: string, more: Partial<BureauRecord> = {}): BureauRecord => ({
    nationalId,
    isListed: false,
    openLoans: null,
    loansInArrears: null,
    longestDelay: null,
    owed: null,
    asOf: today(),
    ...more,
  });
  const store = (...records: BureauRecord[]) => storeRecords(fixture.store, records, fixture.clock.now());
  const facts = (nationalId: string) => withBureau(fixture.store.db, { nationalId }, SAID, fixture.clock.now());

  test('record of a bureau: the worse value of each fact counts, and no value is readable in the database', async () => {
    await store(record('31000001', { isListed: true, openLoans: 4, loansInArrears: 0, longestDelay: 12, owed: 40_050 }));
    expect(await facts('31 000 001')).toEqual({
      bureauListed: 'yes',
      runningLoans: 4,
      overdueLoans: 0,
      longestDelay: 12,
      owedElsewhere: 500,
    });
    expect(await facts('31000002'), 'of nobody').toEqual(SAID);
    const rows = await fixture.store.db.selectFrom('bureau_record').selectAll().execute();
    expect(JSON.stringify(rows) + rows.map(({ sealed }) => Buffer.from(sealed).toString('latin1')).join()).not.toMatch(/31000001|isListed/);
  });

  test('later record of a bureau: replaces an earlier one and is not replaced by it', async () => {
    expect(await store(record('31000003', { openLoans: 2 }))).toBe(1);
    expect(await store(record('31000003', { openLoans: 9, asOf: addDays(today(), -1) }))).toBe(0);
    expect(await facts('31000003')).toMatchObject({ runningLoans: 2 });
    expect(await store(record('31000003', { openLoans: 3 }))).toBe(1);
    expect(await facts('31000003')).toMatchObject({ runningLoans: 3 });
  });

  test('record of ninety days ago: is not used any more, and is deleted', async () => {
    await store(record('31000004', { openLoans: 9 }));
    fixture.clock.pass(BUREAU_RECORD_DAYS * DAY);
    expect(await facts('31000004')).toEqual(SAID);
    await deleteOldRecords(fixture.store, fixture.clock.now());
    expect(await fixture.store.db.selectFrom('bureau_record').select('id_mac').execute()).toEqual([]);
  });

  /** An application whose answers mention no other loan, ten minutes after it was sent. */
  async function answered(more: Partial<BureauRecord>) {
    const { userId, msisdn } = await newBorrower(fixture.store, fixture.clock.now());
    await giveEverything(fixture.store, userId, msisdn, fixture.clock.now());
    const nationalId = String(32_000_000 + userId);
    const personal = { firstName: 'Wanjiku', lastName: 'Kamau', nationalId };
    await fixture.store.tx((tx) => saveSection(tx, userId, 'personalInfo', personal, fixture.clock.now()));
    await store(record(nationalId, more));
    const { orderNo } = await fixture.lending.open(userId, APPLY);
    await fixture.lending.advance(userId, orderNo, 'questionnaire.answered', async (tx) => {
      const work = { employmentType: 'employee', monthlySalary: 'from40000' };
      await saveSection(tx, userId, 'additionalInfo', work, fixture.clock.now());
      await saveSection(tx, userId, 'loanQuestion', GOOD_ANSWERS, fixture.clock.now());
    });
    await fixture.pass(10 * MINUTE);
    return { userId, order: await fixture.lending.order(userId, orderNo, 'en') };
  }

  test('borrower without arrears, bureau that lists none: the application is approved', async () => {
    expect((await answered({})).order).toMatchObject({ status: STATUS.confirm });
  });

  test('borrower who names no arrears, bureau that lists one: a person decides, and the borrower reads why', async () => {
    const { userId, order } = await answered({ isListed: true });
    expect(order).toMatchObject({ status: STATUS.applying, referral: expect.stringMatching(/credit bureau/) as string });
    const before = await fixture.store.db.selectFrom('bureau_record').select('id_mac').execute();
    await fixture.store.tx((tx) => eraseBorrower(tx, userId, fixture.clock.now()));
    const after = await fixture.store.db.selectFrom('bureau_record').select('id_mac').execute();
    expect(after, 'forgotten with the account').toHaveLength(before.length - 1);
  });

  test('bureau that reports three loans in arrears: the application is rejected', async () => {
    expect((await answered({ loansInArrears: 3 })).order).toMatchObject({ status: STATUS.reject });
  });
});
