import { Field, describedBy, type FieldFrame } from './Field.tsx';
import field from './Field.module.css';
import styles from './TextArea.module.css';

export interface TextAreaProps extends FieldFrame {
  name: string;
  value: string;
  maxLength: number;
  required?: boolean | undefined;
  onChange: (name: string, text: string) => void;
}

/** Several lines in the borrower's own words. */
export const TextArea = ({ name, value, maxLength, required, onChange, ...frame }: TextAreaProps) => (
  <Field frame={frame} labels="for">
    <div className={field.control}>
      <textarea
        className={styles.area}
        id={frame.id}
        name={name}
        value={value}
        maxLength={maxLength}
        rows={5}
        aria-required={required || undefined}
        aria-invalid={frame.error ? true : undefined}
        aria-describedby={describedBy(frame)}
        onChange={(event) => onChange(name, event.target.value)}
      />
    </div>
  </Field>
);
