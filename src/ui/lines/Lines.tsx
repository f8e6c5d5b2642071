import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Lines.module.css';

/** Amounts that add up: label on the left, amount on the right. */
export const Lines = ({ children }: { children: ReactNode }) => <dl className={styles.lines}>{children}</dl>;

/** Names and addresses, each below its label. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

export const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** @param kind total: the sum of the lines above it. */
export const Line = ({ label, kind, children }: { label: ReactNode; kind?: 'total'; children: ReactNode }) => (
  <div className={cx(styles.row, kind === 'total' && styles.total)}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
