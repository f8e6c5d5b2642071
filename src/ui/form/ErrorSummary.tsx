import type { Ref } from 'react';
import styles from './ErrorSummary.module.css';

export interface ErrorSummaryProps {
  title: string;
  /** In the order of the form; each leads to its field. */
  errors: readonly { id: string; message: string }[];
  ref?: Ref<HTMLDivElement>;
}

/** Brings the field into view with its label, and focuses it. The address stays: it belongs to the screen. */
const goTo = (id: string) => {
  const control = document.getElementById(id);
  if (!control) return;
  control.closest('details')?.setAttribute('open', '');
  control.focus({ preventScroll: true });
  (control.closest('fieldset') ?? control.parentElement?.closest('div') ?? control).scrollIntoView({ block: 'center' });
};

/** What is wrong, once, above the form. Takes the focus when it appears, so that it is read out. */
export const ErrorSummary = ({ title, errors, ref }: ErrorSummaryProps) => (
  <div className={styles.errors} role="alert" tabIndex={-1} ref={ref}>
    <h2 className={styles.title}>{title}</h2>
    {errors.map(({ id, message }) => (
      <a
        key={id}
        href={`#${id}`}
        onClick={(event) => {
          event.preventDefault();
          goTo(id);
        }}
      >
        {message}
      </a>
    ))}
  </div>
);
