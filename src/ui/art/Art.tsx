import type { ReactNode } from 'react';
import styles from './Art.module.css';
import { useSuccessTick } from './useSuccessTick.ts';

/** The parts that every drawing is made of. */
export const art = styles;

/** A drawing beside a text that says the same, so screen readers skip it. Its parts stand on a grid of 120 by 96. */
export const Art = ({ children }: { children: ReactNode }) => (
  <svg className={styles.art} viewBox="0 0 120 96" aria-hidden="true">
    <ellipse className={styles.ground} cx="60" cy="52" rx="54" ry="40" />
    {children}
  </svg>
);

/** A green disc with a tick: something has succeeded, which is also felt. @param x and `y`: its middle. */
export function Tick({ x, y }: { x: number; y: number }) {
  useSuccessTick();
  return (
    <>
      <circle className={styles.good} cx={x} cy={y} r="14" />
      <path className={styles.mark} d={`m${x - 6} ${y + 0.5} 4.5 4.5 8-9`} />
    </>
  );
}
