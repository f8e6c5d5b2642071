import { cx } from '../cx.ts';
import styles from './Segments.module.css';

export interface Segment<T> {
  id: T;
  /** One or two words, so that all segments fit on one line. */
  title: string;
}

/** One choice among a few exclusive options, as one control. Native radio inputs; each segment is a label. */
export const Segments = <T extends string | number>({
  legend,
  name,
  value,
  segments,
  onChange,
}: {
  legend: string;
  name: string;
  value: T;
  segments: readonly Segment<T>[];
  onChange: (id: T) => void;
}) => (
  <fieldset>
    <legend className={styles.legend}>{legend}</legend>
    <div className={styles.track}>
      {segments.map(({ id, title }) => (
        <label key={id} className={cx(styles.segment, id === value && styles.on)}>
          <input className={styles.input} type="radio" name={name} value={id} checked={id === value} onChange={() => onChange(id)} />
          <span>{title}</span>
        </label>
      ))}
    </div>
  </fieldset>
);
