import { cx } from '../cx.ts';
import styles from './Brand.module.css';
import { MARK } from './mark.ts';

/** The mark alone. @param size `small` stands beside the title of home; the skeleton in `index.html` reserves its space. */
export const Mark = ({ size = 'normal' }: { size?: 'normal' | 'small' }) => (
  <svg className={cx(styles.mark, size === 'small' && styles.small)} viewBox="0 0 48 48" aria-hidden="true">
    <path className={styles.slip} d={MARK.slip} />
    <path className={styles.sun} d={MARK.sun} />
    <path className={styles.rays} d={MARK.rays} />
    <path className={styles.perforation} d={MARK.perforation} />
  </svg>
);
