import { useLayoutEffect, useRef, useState, type ChangeEvent, type CompositionEvent, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Field, describedBy, type FieldFrame } from './Field.tsx';
import styles from './Field.module.css';

export interface TextFieldProps extends FieldFrame {
  name: string;
  value: string;
  onChange: (name: string, text: string) => void;
  onBlur?: (name: string) => void;
  /** What stands in the field for what was typed. Where it is given, the browser shows it with the key press, and `value` may follow after the paint. */
  settle?: ((text: string) => string) | undefined;
  /** Never `number`: it loses leading zeros and scrolls away. */
  type?: 'text' | 'tel' | 'email';
  mode?: 'text' | 'numeric' | 'tel' | 'email' | undefined;
  autocomplete?: string | undefined;
  capitalise?: 'words' | 'characters' | 'none' | undefined;
  enterKey?: 'next' | 'done' | 'send' | 'search' | undefined;
  maxLength?: number | undefined;
  required?: boolean | undefined;
  /** Fixed text before the value, such as +254. */
  affix?: string | undefined;
  /** A button at the end of the field. */
  action?: ReactNode;
  /** Values offered while typing; the borrower may type anything else. */
  suggestions?: readonly string[] | undefined;
}

/** Leaves what was settled in the field, and the caret behind the same letter. */
function settleIn(input: HTMLInputElement, settle: (text: string) => string): void {
  const { value: text, selectionStart: caret } = input;
  const settled = settle(text);
  if (settled === text) return;
  input.value = settled;
  if (caret === null) return;
  const at = Math.min(settle(text.slice(0, caret)).length, settled.length);
  input.setSelectionRange(at, at);
}

/** Who writes into the input: every drawing, or the browser, which is corrected where the state says something new. */
function useTyping({ name, value, onChange, settle }: Pick<TextFieldProps, 'name' | 'value' | 'onChange' | 'settle'>) {
  const ref = useRef<HTMLInputElement>(null);
  const [defaultValue] = useState(value);
  // A word that a phone's keyboard is still composing is the keyboard's: changed under its hands it would be written twice.
  const isComposing = useRef(false);
  const isSettled = settle !== undefined;
  useLayoutEffect(() => {
    // Only what differs: writing moves the caret.
    if (isSettled && !isComposing.current && ref.current && ref.current.value !== value) ref.current.value = value;
  }, [isSettled, value]);
  if (!settle) return { value, onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange(name, target.value) };
  const tell = (input: HTMLInputElement) => {
    const text = input.value;
    if (!isComposing.current) settleIn(input, settle);
    onChange(name, text);
  };
  return {
    ref,
    defaultValue,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => tell(target),
    onCompositionStart: () => {
      isComposing.current = true;
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
      isComposing.current = false;
      tell(currentTarget);
    },
  };
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
  const typing = useTyping({ name, value, onChange, settle });
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
            aria-describedby={cx(affix && `${frame.id}-affix`, describedBy(frame))}
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
