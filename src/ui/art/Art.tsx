import type { ReactNode } from 'react';
import styles from './Art.module.css';
import { useSuccessTick } from './useSuccessTick.ts';

/** The classes for the parts of every drawing. */
export const art = styles;

/** A drawing beside a text with the same meaning, so screen readers skip it. Its grid is 120 by 96. */
export const Art = ({ children }: { children: ReactNode }) => (
  <svg className={styles.art} viewBox="0 0 120 96" aria-hidden="true">
    <ellipse className={styles.ground} cx="60" cy="52" rx="54" ry="40" />
    {children}
  </svg>
);

/** A green disc with a tick for a success, with a vibration. @param x and `y`: its middle. */
export function Tick({ x, y }: { x: number; y: number }) {
  useSuccessTick();
  return (
    <>
      <circle className={styles.good} cx={x} cy={y} r="14" />
      <path className={styles.mark} d={`m${x - 6} ${y + 0.5} 4.5 4.5 8-9`} />
    </>
  );
}
