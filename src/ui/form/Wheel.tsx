import { useEffect, useRef, type KeyboardEvent } from 'react';
import styles from './DateSheet.module.css';

/** Height of a row in px; the stylesheet has the same value. */
const ROW = 48;
/** Time without movement after which a wheel has stopped, because Chromium 80 has no `scrollend`. ms. */
const REST = 100;

export interface WheelProps {
  id: string;
  label: string;
  /** Value and text of each row, in order. */
  rows: readonly { value: number; text: string }[];
  value: number;
  onChange: (value: number) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -5, PageDown: 5, Home: -Infinity, End: Infinity };

/** One column of a date. It can be swiped, pressed, or moved with the arrow keys. */
export function Wheel({ id, label, rows, value, onChange }: WheelProps) {
  const wheel = useRef<HTMLDivElement>(null);
  const rest = useRef(0);
  const index = Math.max(
    0,
    rows.findIndex((row) => row.value === value),
  );
  const last = rows.length - 1;

  const choose = (wanted: number) => {
    const row = rows[Math.min(last, Math.max(0, wanted))];
    if (row && row.value !== value) onChange(row.value);
  };

  useEffect(() => {
    const column = wheel.current;
    if (column && Math.round(column.scrollTop / ROW) !== index) column.scrollTop = index * ROW;
  }, [index]);

  useEffect(() => () => window.clearTimeout(rest.current), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose(index + step);
  };

  const onScroll = () => {
    window.clearTimeout(rest.current);
    rest.current = window.setTimeout(() => choose(Math.round((wheel.current?.scrollTop ?? 0) / ROW)), REST);
  };

  return (
    <div
      className={styles.wheel}
      ref={wheel}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={`${id}-${value}`}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      <div className={styles.pad} role="presentation" />
      {rows.map((row, i) => (
        <div
          key={row.value}
          className={styles.item}
          role="option"
          id={`${id}-${row.value}`}
          aria-selected={row.value === value}
          onClick={() => choose(i)}
        >
          {row.text}
        </div>
      ))}
      <div className={styles.pad} role="presentation" />
    </div>
  );
}
