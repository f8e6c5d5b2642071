import type { ReactNode } from 'react';
import styles from './Art.module.css';

/** A drawing in the corner of a card whose text leaves no room for a larger one. With large text it gives way. */
export const Corner = ({ children }: { children: ReactNode }) => <div className={styles.corner}>{children}</div>;
