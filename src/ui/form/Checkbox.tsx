import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Choices.module.css';
import { describedBy, FieldMessages, type FieldFrame } from './Field.tsx';
import field from './Field.module.css';

export interface CheckboxProps extends Omit<FieldFrame, 'label'> {
  name: string;
  checked: boolean;
  /** The refusal of a submit because the box was not ticked. Each new object moves the focus to the box. */
  refusal?: object | null;
  onChange: (name: string, checked: boolean) => void;
  children: ReactNode;
}

/** One consent, never ticked in advance. The whole card is the label. */
export function Checkbox({ name, checked, refusal, onChange, children, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!refusal) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, [refusal]);
  const frame: FieldFrame = { ...rest, label: '' };
  return (
    <div className={cx(field.field, frame.error && styles.wrong)}>
      <FieldMessages frame={frame} />
      <label className={cx(styles.choice, checked && styles.on)}>
        <input
          ref={box}
          className={styles.input}
          type="checkbox"
          id={frame.id}
          name={name}
          checked={checked}
          aria-invalid={frame.error ? true : undefined}
          aria-describedby={describedBy(frame)}
          onChange={(event) => onChange(name, event.target.checked)}
        />
        <span>{children}</span>
      </label>
    </div>
  );
}
