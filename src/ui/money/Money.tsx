import { groupDigits, type Cents } from '#machines/model/money.ts';
import styles from './Money.module.css';

/** The main amount of a screen. In running text, use `formatKsh`. */
export const Money = ({ amount }: { amount: Cents }) => (
  <p className={styles.money}>
    <span className={styles.unit}>KSh</span> <span className={styles.figure}>{groupDigits(amount)}</span>
  </p>
);

/** A date or a time instead of the main amount. */
export const Figure = ({ children }: { children: string }) => <p className={styles.money}>{children}</p>;
