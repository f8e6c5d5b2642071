import type { ReactNode } from 'react';
import styles from './Actions.module.css';

/** The footer: one primary action, at most one quiet one below it. */
export const Actions = ({ children }: { children: ReactNode }) => <footer className={styles.actions}>{children}</footer>;
