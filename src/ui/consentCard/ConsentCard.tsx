import { useId, type ReactNode } from 'react';
import { Disc } from '../card/Card.tsx';
import styles from './ConsentCard.module.css';

/**
 * One request for consent: its purpose, the consequence of a refusal, and two buttons of equal weight.
 * @param children the two buttons, "no" first; none if the borrower answers elsewhere.
 */
export function ConsentCard({
  icon,
  title,
  purpose,
  onNo,
  children,
}: {
  icon: string;
  title: string;
  purpose: string;
  onNo: string;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <Disc icon={icon} />
        <div className="stack stack--tight">
          <h2 id={id}>{title}</h2>
          <p className="small">{purpose}</p>
          <p className="small muted">{onNo}</p>
        </div>
      </div>
      {children && (
        <div className={styles.choices} role="group" aria-labelledby={id}>
          {children}
        </div>
      )}
    </div>
  );
}
