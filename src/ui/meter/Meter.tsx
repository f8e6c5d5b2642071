import styles from './Meter.module.css';

/** A part of a whole, as a bar. @param label names both amounts. */
export const Meter = ({ part, whole, label }: { part: number; whole: number; label: string }) => (
  <div className={styles.meter} role="img" aria-label={label}>
    <div className={styles.fill} style={{ width: `${whole > 0 ? Math.min(100, Math.max(0, Math.round((part / whole) * 100))) : 0}%` }} />
  </div>
);
