import styles from './Dot.module.css';

/** Something is new here. The colour is for those who see it; the words are for everybody else. */
export const Dot = ({ label }: { label: string }) => <span className={styles.dot} role="img" aria-label={label} />;
