import type { Ref } from 'react';
import styles from './ErrorSummary.module.css';

export interface ErrorSummaryProps {
  title: string;
  /** In the order of the form; each links to its field. */
  errors: readonly { id: string; message: string }[];
  ref?: Ref<HTMLDivElement>;
}

/** Scrolls the field and its label into view, and focuses the field. The hash stays, because it belongs to the router. */
const goTo = (id: string) => {
  const control = document.getElementById(id);
  if (!control) return;
  control.closest('details')?.setAttribute('open', '');
  control.focus({ preventScroll: true });
  (control.closest('fieldset') ?? control.parentElement?.closest('div') ?? control).scrollIntoView({ block: 'center' });
};

/** Lists all errors above the form. It takes the focus when it appears, so that screen readers read it. */
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
