import type { UIEvent } from 'react';
import { cx } from '../cx.ts';
import styles from './CodeField.module.css';
import { describedBy, Field, type FieldFrame } from './Field.tsx';
import { useSmsCode } from './useSmsCode.ts';
import { type Typing, useTyping } from './useTyping.ts';

const CELLS = [0, 1, 2, 3, 4, 5];

/** Undoes the scrolling of a browser to the caret after the last digit, which moves the digits out of their cells. */
const stay = ({ currentTarget }: UIEvent) => {
  currentTarget.scrollLeft = 0;
};

export interface CodeFieldProps extends FieldFrame, Typing {
  /** Whether the SMS arrives on this phone, so that keyboard and browser may fill the code in. */
  arrivesHere: boolean;
  enterKey: 'next' | 'done';
  required?: boolean | undefined;
  onBlur?: (name: string) => void;
}

/**
 * A code of six digits: six cells to see, one input to type, paste and fill in. It has no `maxLength`, because that
 * would cut a pasted message before the code is found in it. `settle` finds the code and cuts the text.
 */
export function CodeField({ name, value, onChange, onBlur, settle, arrivesHere, enterKey, required, ...frame }: CodeFieldProps) {
  const typing = useTyping<HTMLInputElement>({ name, value, onChange, settle });
  useSmsCode(arrivesHere ? frame.id : null, (code) => onChange(name, code));
  return (
    <Field frame={frame} labels="for">
      <div className={cx(styles.code, frame.error && styles.wrong)}>
        <div className={styles.typed} onScroll={stay}>
          <input
            {...typing}
            className={styles.input}
            id={frame.id}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete={arrivesHere ? 'one-time-code' : 'off'}
            spellCheck={false}
            enterKeyHint={enterKey}
            aria-required={required || undefined}
            aria-invalid={frame.error ? true : undefined}
            aria-describedby={describedBy(frame)}
            onBlur={() => onBlur?.(name)}
          />
        </div>
        <div className={styles.cells} aria-hidden="true">
          {CELLS.map((cell) => (
            <span key={cell} className={styles.cell} />
          ))}
        </div>
      </div>
    </Field>
  );
}
