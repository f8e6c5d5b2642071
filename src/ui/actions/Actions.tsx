import type { ReactNode } from 'react';
import { footHeight } from '../frame/measureHeight.ts';
import styles from './Actions.module.css';

/** The footer: one primary action, at most one quiet one below it. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <footer ref={footHeight} className={styles.actions}>
    {children}
  </footer>
);
