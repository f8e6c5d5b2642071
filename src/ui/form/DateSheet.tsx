import { useState } from 'react';
import { daysInMonth, fromDayMonthYear, toDayMonthYear } from '#machines/model/calendar.ts';
import { monthName } from '#src/i18n/dates.ts';
import styles from './DateSheet.module.css';
import { Sheet, type SheetProps } from './Sheet.tsx';
import { formText } from './strings.ts';
import { Wheel } from './Wheel.tsx';

export interface DateSheetProps extends Pick<SheetProps, 'language' | 'title' | 'opener' | 'onCancel'> {
  /** `dd-mm-yyyy`, or empty: the wheels then start at `start`. */
  value: string;
  /** `dd-mm-yyyy` */
  start: string;
  years: { from: number; to: number };
  /** @param value `dd-mm-yyyy`, always a valid date. */
  onConfirm: (value: string) => void;
}

interface Parts {
  day: number;
  month: number;
  year: number;
}

const partsOf = (dayMonthYear: string): Parts => {
  const [day = 1, month = 1, year = 2000] = dayMonthYear.split('-').map(Number);
  return { day, month, year };
};

const clamp = (parts: Parts, years: DateSheetProps['years']): Parts => {
  const year = Math.min(years.to, Math.max(years.from, parts.year));
  return { ...parts, year, day: Math.min(parts.day, daysInMonth(year, parts.month)) };
};

const two = (n: number): string => String(n).padStart(2, '0');

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ value: from + i, text: String(from + i) }));

/** Day, month and year on three wheels. The day is reduced when the month is shorter. */
export function DateSheet({ language, title, opener, value, start, years, onConfirm, onCancel }: DateSheetProps) {
  const [parts, setParts] = useState(() => clamp(partsOf(fromDayMonthYear(value) === null ? start : value), years));
  const t = formText(language);
  const change = (part: keyof Parts) => (chosen: number) => setParts((before) => clamp({ ...before, [part]: chosen }, years));
  const months = numbers(1, 12).map(({ value: month }) => ({ value: month, text: monthName(language, month) }));

  return (
    <Sheet
      language={language}
      title={title}
      opener={opener}
      onCancel={onCancel}
      onConfirm={() => onConfirm(toDayMonthYear(`${parts.year}-${two(parts.month)}-${two(parts.day)}`))}
    >
      <div className={styles.wheels}>
        <span className={styles.band} />
        <Wheel
          id={`${opener}-day`}
          label={t('day')}
          rows={numbers(1, daysInMonth(parts.year, parts.month))}
          value={parts.day}
          onChange={change('day')}
        />
        <Wheel id={`${opener}-month`} label={t('month')} rows={months} value={parts.month} onChange={change('month')} />
        <Wheel id={`${opener}-year`} label={t('year')} rows={numbers(years.from, years.to)} value={parts.year} onChange={change('year')} />
      </div>
    </Sheet>
  );
}
