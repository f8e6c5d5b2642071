import type { ReactNode } from 'react';
import styles from './Art.module.css';

/** A small drawing in the corner of a card whose text leaves no room for a larger one. It is hidden with large text. */
export const Corner = ({ children }: { children: ReactNode }) => <div className={styles.corner}>{children}</div>;
