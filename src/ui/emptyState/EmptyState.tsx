import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** Shown where a list is empty: the reason, and the action that fills it. */
export const EmptyState = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={styles.empty}>
    <svg
      className={styles.art}
      viewBox="0 0 96 96"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M24 12h48v72l-8-5-8 5-8-5-8 5-8-5-8 5z" fill="#fff" />
      <path d="M36 32h24M36 44h24" />
      <path d="M36 58h10" stroke="#fabb41" strokeWidth="5" />
    </svg>
    <h2>{title}</h2>
    <p className="muted">{text}</p>
    {children}
  </div>
);
