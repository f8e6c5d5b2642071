import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  /** One of `art/drawings`. */
  art: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

/** Shown where a list is empty: the reason, and the action that fills it. */
export const EmptyState = ({ art, title, text, children }: EmptyStateProps) => (
  <div className={styles.empty}>
    {art}
    <h2>{title}</h2>
    <p className="muted">{text}</p>
    {children}
  </div>
);
