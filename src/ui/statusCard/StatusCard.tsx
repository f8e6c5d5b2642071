import { useId, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './StatusCard.module.css';

/**
 * The pay slip: one number, one date, one button. Indigo is for what can be acted on; white (`plain`)
 * is for waiting and for trouble.
 * @param label what the slip is, for those who hear the page.
 */
export const StatusCard = ({ label, kind, children }: { label: string; kind?: 'plain'; children: ReactNode }) => (
  <section className={cx(styles.card, kind && styles.plain)} aria-label={label}>
    {children}
  </section>
);

/** A stretch of the slip; between two of them it can be torn. */
export const StatusCardPart = ({
  spacing = 'normal',
  children,
}: {
  spacing?: 'tight' | 'snug' | 'normal' | 'loose';
  children: ReactNode;
}) => (
  <div className={cx(styles.part, 'stack', spacing !== 'normal' && `stack--${spacing}`)}>
    <span className={styles.notch} />
    {children}
  </div>
);

/** A figure with what it is above and what belongs to it below. */
export function StatusCardFigure({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <div className="stack stack--tight" role="group" aria-labelledby={id}>
      <h2 className={styles.label} id={id}>
        {label}
      </h2>
      {children}
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}

export const StatusCardLabel = ({ children }: { children: ReactNode }) => <p className={styles.label}>{children}</p>;
export const StatusCardNote = ({ children }: { children: ReactNode }) => <p className={styles.note}>{children}</p>;
