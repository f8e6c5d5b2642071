import { cx } from '../cx.ts';
import { Icon } from '../icon/Icon.tsx';
import { down } from '../icon/secondaryIcons.ts';
import { calendar } from '../icon/primaryIcons.ts';
import { describedBy, Field, type FieldFrame } from './Field.tsx';
import styles from './Field.module.css';
import { formText } from './strings.ts';

export interface PickerFieldProps extends FieldFrame {
  name: string;
  /** The selected value as text; empty while nothing is selected. */
  shown: string;
  kind: 'options' | 'date';
  open: boolean;
  /** Whether the field cannot open yet. The hint gives the reason; a press is reported too, so that the reason is announced. */
  locked: boolean;
  onOpen: (name: string) => void;
}

/** A button that looks like a field and opens a sheet. */
export function PickerField({ name, shown, kind, open, locked, onOpen, ...frame }: PickerFieldProps) {
  const { id, language } = frame;
  return (
    <Field frame={frame} labels="id">
      <button
        className={cx(styles.control, open && styles.open, locked && styles.locked)}
        type="button"
        id={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-disabled={locked || undefined}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={describedBy(frame)}
        onClick={() => onOpen(name)}
      >
        <span className={styles.in}>
          <span className={cx(styles.value, shown === '' && styles.empty, kind === 'date' && 'num')} id={`${id}-value`}>
            {shown || formText(language)('select')}
          </span>
          <Icon path={kind === 'date' ? calendar : down} />
        </span>
      </button>
    </Field>
  );
}
