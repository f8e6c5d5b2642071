import type { Language } from '#machines/context.ts';
import { decimalShillings } from '#machines/model/money.ts';
import type { LoanStatement } from '#machines/model/order.ts';
import { text } from './strings.ts';

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell);

/** The statement as comma-separated values: one row for each part of each journal. Its last row has the balance. */
export function statementTable(language: Language, statement: LoanStatement): string {
  const t = text(language);
  const rows = [[t('columnDate'), t('columnWhat'), t('columnReceipt'), t('columnPart'), t('columnAmount'), t('columnBalance')]];
  for (const { on, kind, receipt, parts, balance } of statement.lines) {
    parts.forEach(({ part, amount }, i) =>
      rows.push([on, t(kind), receipt ?? '', t(part), decimalShillings(amount), i === parts.length - 1 ? decimalShillings(balance) : '']),
    );
  }
  return rows.map((row) => row.map(quoted).join(',')).join('\r\n');
}

/** A data URL, so that nothing is sent anywhere. It starts with a byte order mark, by which spreadsheets recognise UTF-8. */
export const tableAsFile = (table: string): string => `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${table}`)}`;

export const fileName = ({ orderNo }: LoanStatement): string => `loan-${orderNo}.csv`;
