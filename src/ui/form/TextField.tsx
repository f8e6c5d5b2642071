import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Field, describedBy, type FieldFrame } from './Field.tsx';
import styles from './Field.module.css';
import { type Typing, useTyping } from './useTyping.ts';

export interface TextFieldProps extends FieldFrame, Typing {
  onBlur?: (name: string) => void;
  /**
   * Never `number`, which loses leading zeros and changes its value when scrolled, nor `email`, whose caret no script can read
   * or set. `mode` brings the keyboard.
   */
  type?: 'text' | 'tel';
  mode?: 'text' | 'numeric' | 'tel' | 'email' | undefined;
  autocomplete?: string | undefined;
  capitalise?: 'words' | 'characters' | 'none' | undefined;
  enterKey?: 'next' | 'done' | 'send' | 'search' | undefined;
  maxLength?: number | undefined;
  required?: boolean | undefined;
  /** Shown before the value: a fixed text such as +254, or a link that contains one. */
  affix?: ReactNode;
  /** A button at the end of the field. */
  action?: ReactNode;
  /** Values offered while typing; any other value may be typed too. */
  suggestions?: readonly string[] | undefined;
}

export function TextField({
  name,
  value,
  onChange,
  onBlur,
  settle,
  type = 'text',
  mode,
  autocomplete,
  capitalise,
  enterKey,
  maxLength,
  required,
  affix,
  action,
  suggestions,
  ...frame
}: TextFieldProps) {
  const typing = useTyping<HTMLInputElement>({ name, value, onChange, settle });
  const digits = mode === 'numeric' || mode === 'tel';
  return (
    <Field frame={frame} labels="for">
      <div className={styles.control}>
        <span className={styles.in}>
          {affix && (
            <span className={styles.affix} id={`${frame.id}-affix`}>
              {affix}
            </span>
          )}
          <input
            {...typing}
            className={cx(styles.input, digits && 'num')}
            id={frame.id}
            name={name}
            type={type}
            inputMode={mode}
            autoComplete={autocomplete}
            autoCapitalize={capitalise}
            spellCheck={false}
            enterKeyHint={enterKey}
            maxLength={maxLength}
            list={suggestions ? `${frame.id}-list` : undefined}
            aria-required={required || undefined}
            aria-invalid={frame.error ? true : undefined}
            aria-describedby={cx(affix !== undefined && `${frame.id}-affix`, describedBy(frame))}
            onBlur={() => onBlur?.(name)}
          />
          {(affix || action) && <span className={styles.ring} />}
          {action}
        </span>
      </div>
      {suggestions && (
        <datalist id={`${frame.id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </Field>
  );
}
