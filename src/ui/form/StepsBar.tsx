import type { Language } from '#machines/context.ts';
import { cx } from '../cx.ts';
import styles from './StepsBar.module.css';
import { formText } from './strings.ts';

export interface StepsBarProps {
  language: Language;
  /** Counts from 1. */
  step: number;
  steps: number;
  /** Estimated time for the remaining steps. */
  minutes: number;
}

/** Progress of the application. */
export function StepsBar({ language, step, steps, minutes }: StepsBarProps) {
  const t = formText(language);
  return (
    <div className={styles.steps}>
      <div className={styles.bar} aria-hidden="true">
        {Array.from({ length: steps }, (_, i) => (
          <span key={i} className={cx(styles.seg, i + 1 < step && styles.done, i + 1 === step && styles.now)} />
        ))}
      </div>
      <p className={styles.label}>
        <span>{t('step', { step, steps })}</span>
        <span>{t('minutes', { count: minutes })}</span>
      </p>
    </div>
  );
}
