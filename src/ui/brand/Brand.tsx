import type { AppIdentity } from '#machines/context.ts';
import { APP_NAME } from '#src/market/app.ts';
import styles from './Brand.module.css';
import { MARK } from './mark.ts';

/** The mark beside the operator's name. @param app names itself where the page runs in a native app. */
export const Brand = ({ app }: { app: AppIdentity | null }) => (
  <p className={styles.brand}>
    <svg className={styles.mark} viewBox="0 0 48 48" aria-hidden="true">
      <path className={styles.slip} d={MARK.slip} />
      <path className={styles.sun} d={MARK.sun} />
      <path className={styles.rays} d={MARK.rays} />
      <path className={styles.perforation} d={MARK.perforation} />
    </svg>
    <span>{app?.appName ?? APP_NAME}</span>
  </p>
);
