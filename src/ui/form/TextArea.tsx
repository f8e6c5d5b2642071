import { Field, describedBy, type FieldFrame } from './Field.tsx';
import field from './Field.module.css';
import styles from './TextArea.module.css';
import { type Typing, useTyping } from './useTyping.ts';

export interface TextAreaProps extends FieldFrame, Typing {
  maxLength: number;
  required?: boolean | undefined;
  onBlur?: (name: string) => void;
}

/** Several lines in the borrower's own words. */
export function TextArea({ name, value, maxLength, required, onChange, onBlur, settle, ...frame }: TextAreaProps) {
  const typing = useTyping<HTMLTextAreaElement>({ name, value, onChange, settle });
  return (
    <Field frame={frame} labels="for">
      <div className={field.control}>
        <textarea
          {...typing}
          className={styles.area}
          id={frame.id}
          name={name}
          maxLength={maxLength}
          rows={5}
          aria-required={required || undefined}
          aria-invalid={frame.error ? true : undefined}
          aria-describedby={describedBy(frame)}
          onBlur={() => onBlur?.(name)}
        />
      </div>
    </Field>
  );
}
