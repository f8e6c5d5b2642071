import type { Language } from '#machines/context.ts';
import type { Instant } from '#machines/model/calendar.ts';
import { aboutLeft, countdownText } from './aboutLeft.ts';
import styles from './Countdown.module.css';

const RADIUS = 96;
const AROUND = 2 * Math.PI * RADIUS;

/**
 * A ring that empties with the time left. Seconds are shown; screen readers get minutes only.
 * @param total length of the whole wait in milliseconds.
 * @param caption small text below the time.
 */
export function Countdown({
  language,
  now,
  until,
  total,
  caption,
}: {
  language: Language;
  now: Instant;
  until: Instant;
  total: number;
  caption: string;
}) {
  // The estimated clock of the lender may be slightly behind, so the time left is limited to the whole wait.
  const left = Math.min(total, Math.max(0, until - now));
  const label = aboutLeft(language, left);
  return (
    <div className={styles.countdown} role="timer" aria-label={label}>
      <Ring share={total > 0 ? Math.min(1, left / total) : 0} />
      <div className={styles.text} aria-hidden="true">
        <span className={styles.time}>{countdownText(left)}</span>
        <span className="small muted">{caption}</span>
      </div>
      <span className="visually-hidden" aria-live="polite">
        {label}
      </span>
    </div>
  );
}

const Ring = ({ share }: { share: number }) => (
  <svg className={styles.ring} viewBox="0 0 208 208" aria-hidden="true">
    <circle className={styles.track} cx="104" cy="104" r={RADIUS} />
    {share > 0 && (
      <circle className={styles.left} cx="104" cy="104" r={RADIUS} strokeDasharray={AROUND} strokeDashoffset={AROUND * (1 - share)} />
    )}
  </svg>
);
