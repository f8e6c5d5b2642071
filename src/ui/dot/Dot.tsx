import styles from './Dot.module.css';

/** Marks something new. The colour is visible; the label is for screen readers. */
export const Dot = ({ label }: { label: string }) => <span className={styles.dot} role="img" aria-label={label} />;
