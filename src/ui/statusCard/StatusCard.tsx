import { useId, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './StatusCard.module.css';

/**
 * The main card of a screen: one amount, one date, one button. Indigo when the borrower can act; white (`plain`) for
 * waiting and for problems.
 * @param label accessible name of the card.
 */
export const StatusCard = ({ label, kind, children }: { label: string; kind?: 'plain'; children: ReactNode }) => (
  <section className={cx(styles.card, kind && styles.plain)} aria-label={label}>
    {children}
  </section>
);

/** A section of the card; a perforated line separates two sections. */
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

/** A figure with a label above and a note below. */
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
