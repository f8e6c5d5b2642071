import { Icon } from '../icon/Icon.tsx';
import { cx } from '../cx.ts';
import styles from './IconButton.module.css';

interface Face {
  path: string;
  /** Accessible name; there is no visible text. */
  label: string;
}

export const IconButton = ({ path, label, onPress }: Face & { onPress: () => void }) => (
  <button className={styles.iconButton} type="button" aria-label={label} onClick={onPress}>
    <Icon path={path} />
  </button>
);

/** @param mark shows a dot for something new. The label must mention it too. */
export const IconLink = ({ path, label, href, mark }: Face & { href: string; mark?: 'new' | undefined }) => (
  <a className={cx(styles.iconButton, mark && styles.dot)} href={href} aria-label={label}>
    <Icon path={path} />
  </a>
);
