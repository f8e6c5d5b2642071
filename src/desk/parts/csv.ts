/** The figures of a day as comma-separated values, RFC 4180, for a spreadsheet. */
import { decimalShillings } from '#machines/model/money.ts';
import type { DayFigures } from '#src/api/desk.ts';

type Cell = string | number;

/** An apostrophe goes before a text that a spreadsheet would run as a formula. */
const cell = (value: Cell): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

/** One line for each number; amounts are shillings with two decimals. */
export function csvOf(figures: DayFigures): string {
  const { day, applications, decisions, payouts, due, paid, arrears, promises } = figures;
  const line = (figure: string, detail: string, count: number, amount: string): Cell[] => [day, figure, detail, count, amount];
  const lines: Cell[][] = [
    ['day', 'figure', 'detail', 'count', 'amount KSh'],
    ...applications.map(({ stage, count }) => line('applications', stage, count, '')),
    ...decisions.map(({ outcome, by, reason, count }) => line(`decisions ${outcome} by ${by}`, reason, count, '')),
    line('payouts', '', payouts.count, decimalShillings(payouts.amount)),
    line('due', '', due.count, decimalShillings(due.amount)),
    line('paid', '', paid.count, decimalShillings(paid.amount)),
    ...arrears.map(({ fromDays, count, amount }) => line('arrears', `from ${fromDays} days`, count, decimalShillings(amount))),
    line('promises', 'kept', promises.kept, ''),
    line('promises', 'missed', promises.missed, ''),
  ];
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** Saves a text as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
