import type { ReactNode } from 'react';
import { footHeight } from '../frame/measureHeight.ts';
import styles from './Actions.module.css';

/** The footer of a screen: one primary action, and at most one quiet action below it. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <footer ref={footHeight} className={styles.actions}>
    {children}
  </footer>
);
