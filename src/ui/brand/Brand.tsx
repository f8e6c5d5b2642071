import type { AppIdentity } from '#machines/context.ts';
import { APP_NAME } from '#src/market/app.ts';
import styles from './Brand.module.css';
import { Mark } from './Mark.tsx';

/** The mark beside the operator's name. @param app the native app around the page; its own name is shown. */
export const Brand = ({ app }: { app: AppIdentity | null }) => (
  <p className={styles.brand}>
    <Mark />
    <span>{app?.appName ?? APP_NAME}</span>
  </p>
);
