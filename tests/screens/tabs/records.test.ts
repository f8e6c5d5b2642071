/** The statement on the page and as a file: the same journals, the same amounts. */
import { describe, expect, it } from 'vitest';
import { examples } from '#screens/tabs/records/examples.ts';
import Records from '#screens/tabs/records/screen.tsx';
import { fileName, statementTable, tableAsFile } from '#screens/tabs/records/statementFile.ts';
import { finished, statement } from '#screens/samples.ts';
import { markupOf, wordsOf } from '../drawnText.tsx';

describe('statement of a loan', () => {
  it('statement of a loan: each booking shows its change, receipt and balance', () => {
    const words = wordsOf(Records, examples.statement);
    expect(words).toMatch(
      /20 Nov 2025: Paid out M-PESA receipt TKK1B7QZ4D Loan KSh 5,000 Sent to you KSh 4,942 .* Balance after this KSh 5,374/,
    );
    expect(words).toMatch(/2 Jan 2026: Payment M-PESA receipt TB27K4XQ9M Received from you KSh 2,000 Interest − KSh 374 Loan − KSh 1,626/);
    expect(words).toContain('Owed now KSh 3,374');
  });

  it('overpaid loan: names the owner of the excess; open loan: does not', () => {
    expect(wordsOf(Records, examples.statementPaidTooMuch)).toContain('KSh 798 is yours It is more than you owed');
    expect(wordsOf(Records, examples.statement)).not.toContain('is yours');
  });

  it('statement of an ended loan: has no link; of a running loan: links to its next step', () => {
    const { context } = examples.statement;
    const ended = { ...examples.statement, context: { ...context, order: { ...finished, orderNo: statement.orderNo } } };
    expect(wordsOf(Records, examples.statement)).toContain('See what you can do');
    expect(wordsOf(Records, ended as typeof examples.statement)).not.toContain('See what you can do');
  });

  it('statement of a loan, no booking: says that nothing is owed, and offers no file', () => {
    const words = wordsOf(Records, examples.statementEmpty);
    expect(words).toContain('No payments yet No money has moved for this loan. You owe nothing.');
    expect(words).not.toContain('Save the statement');
  });
});

describe('saved statement of a loan', () => {
  const rows = statementTable('en', statement)
    .split('\r\n')
    .map((row) => row.split(','));

  it('saved statement of a loan: it has a row per part in shillings, and the balance with the last part of a booking', () => {
    expect(rows[0]).toEqual(['Date', 'Entry', 'Receipt', 'Part', 'Amount (KSh)', 'Balance after this (KSh)']);
    expect(rows).toHaveLength(1 + statement.lines.reduce((sum, { parts }) => sum + parts.length, 0));
    expect(rows[1]).toEqual(['2025-11-20', 'Paid out', 'TKK1B7QZ4D', 'Loan', '5000.00', '']);
    expect(rows.at(-1)).toEqual(['2026-01-02', 'Payment', 'TB27K4XQ9M', 'Loan', '-1626.00', '3374.00']);
  });

  it('saved statement of a loan, receipt with comma and quotes: stays one cell', () => {
    const [line] = statement.lines;
    if (!line) throw new Error('the sample has no line');
    const table = statementTable('en', { ...statement, lines: [{ ...line, receipt: 'A "B", C', parts: line.parts.slice(0, 1) }] });
    expect(table.split('\r\n')[1]).toBe('2025-11-20,Paid out,"A ""B"", C",Loan,5000.00,5374.00');
  });

  it('saved statement of a loan, link: contains the whole file, named after the loan', () => {
    const [, href = '', name] = /href="(data:text\/csv[^"]*)" download="([^"]*)"/.exec(markupOf(Records, examples.statement)) ?? [];
    expect(name).toBe(fileName(statement));
    expect(href.replace(/&#x27;/g, "'")).toBe(tableAsFile(statementTable('en', statement)));
    expect(decodeURIComponent(href.slice(href.indexOf(',') + 1))).toMatch(/^\uFEFFDate,Entry/);
  });
});

describe('list of loans', () => {
  it('list of loans that could not be refreshed: says that its content may have changed', () => {
    expect(wordsOf(Records, examples.offline)).toContain('What you saw last. It may have changed since. KSh 5,000');
    expect(wordsOf(Records, examples.failed)).not.toContain('What you saw last');
  });

  it('list of loans, one loan: its link names its target', () => {
    expect(wordsOf(Records, examples.one)).toContain('Open a loan to see more');
    expect(wordsOf(Records, examples.everyStatus)).not.toContain('Open a loan to see more');
    expect(wordsOf(Records, examples.empty)).not.toContain('Open a loan to see more');
  });
});
