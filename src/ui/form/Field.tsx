import { memo, type ReactNode } from 'react';
import type { Language } from '#machines/context.ts';
import { cx } from '../cx.ts';
import { Icon } from '../icon/Icon.tsx';
import { error as errorIcon } from '../icon/primaryIcons.ts';
import styles from './Field.module.css';
import { formText } from './strings.ts';

/** The texts around the control of every field. */
export interface FieldFrame {
  /** Id of the control; the ids of label, hint and error are derived from it. */
  id: string;
  language: Language;
  label: string;
  hint?: string | undefined;
  /** The same text as in the error summary. */
  error?: string | undefined;
  /** Shown after the field removed characters that the borrower typed. */
  note?: string | undefined;
  optional?: boolean | undefined;
}

/** Ids of the elements that describe the control, in reading order. */
export const describedBy = ({ id, hint, error, note }: FieldFrame): string | undefined =>
  cx(hint && `${id}-hint`, error && `${id}-error`, note && `${id}-note`);

/** Memoised, because the label of a field does not change while the borrower types. */
const Words = memo(function Words({ label, optional, language }: Pick<FieldFrame, 'label' | 'optional' | 'language'>) {
  return (
    <>
      {label}
      {optional && <span className={styles.optional}> {formText(language)('optional')}</span>}
    </>
  );
});

export const FieldLabel = ({ frame: { label, optional, language } }: { frame: FieldFrame }) => (
  <Words label={label} optional={optional} language={language} />
);

/** Hint, error and note, between label and control. */
export const FieldMessages = ({ frame }: { frame: FieldFrame }) => (
  <>
    {frame.hint && (
      <span className={styles.hint} id={`${frame.id}-hint`}>
        {frame.hint}
      </span>
    )}
    {frame.error && (
      <p className={styles.error} id={`${frame.id}-error`}>
        <Icon path={errorIcon} size="s" />
        <span>
          <span className="visually-hidden">{formText(frame.language)('error')} </span>
          {frame.error}
        </span>
      </p>
    )}
    {frame.note && (
      <span className={styles.hint} id={`${frame.id}-note`} role="status">
        {frame.note}
      </span>
    )}
  </>
);

/**
 * Label, hint, error and control, in this order.
 * @param labels `for`: the label refers to an input; `id`: the control refers to the label.
 */
export const Field = ({ frame, labels, children }: { frame: FieldFrame; labels: 'for' | 'id'; children: ReactNode }) => (
  <div className={cx(styles.field, frame.error && styles.wrong)}>
    {labels === 'for' ? (
      <label className={styles.label} htmlFor={frame.id}>
        <FieldLabel frame={frame} />
      </label>
    ) : (
      <span className={styles.label} id={`${frame.id}-label`}>
        <FieldLabel frame={frame} />
      </span>
    )}
    <FieldMessages frame={frame} />
    {children}
  </div>
);
