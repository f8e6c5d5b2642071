import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Lines.module.css';

/** Amounts that add up: label on the left, amount on the right. */
export const Lines = ({ children }: { children: ReactNode }) => <dl className={styles.lines}>{children}</dl>;

/** @param kind total: the sum of the lines above it. */
export const Line = ({ label, kind, children }: { label: ReactNode; kind?: 'total'; children: ReactNode }) => (
  <div className={cx(styles.row, kind === 'total' && styles.total)}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
