import { cx } from '../cx.ts';
import styles from './Choices.module.css';
import { describedBy, FieldLabel, FieldMessages, type FieldFrame } from './Field.tsx';
import field from './Field.module.css';

export interface Choice {
  id: string;
  label: string;
}

export interface RadioGroupProps extends FieldFrame {
  name: string;
  /** Empty: no option is selected in advance. */
  value: string;
  choices: readonly Choice[];
  onChange: (name: string, id: string) => void;
}

/** A few options, all visible. The first input has the id of the field, so that the error summary can link to it. */
export function RadioGroup({ name, value, choices, onChange, ...frame }: RadioGroupProps) {
  return (
    <fieldset className={field.field} aria-describedby={describedBy(frame)}>
      <legend className={field.label}>
        <FieldLabel frame={frame} />
      </legend>
      <FieldMessages frame={frame} />
      <div className={cx(choices.length === 2 ? styles.two : styles.choices, frame.error && styles.wrong)}>
        {choices.map((choice, i) => (
          <label key={choice.id} className={cx(styles.choice, choice.id === value && styles.on)}>
            <input
              className={styles.input}
              type="radio"
              id={i === 0 ? frame.id : `${frame.id}-${choice.id}`}
              name={name}
              value={choice.id}
              checked={choice.id === value}
              onChange={() => onChange(name, choice.id)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
