import type { Language } from '#machines/context.ts';
import type { Instant } from '#machines/model/calendar.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { headHeight } from '../frame/measureHeight.ts';
import { Icon } from '../icon/Icon.tsx';
import { offline } from '../icon/primaryIcons.ts';
import { uiText } from '../strings.ts';
import styles from './OfflineBar.module.css';

/**
 * Visible while the phone is offline, at every scroll position. The live region is always present, so that a change is
 * announced.
 * @param readAt when the shown data was read from the lender; null on forms, or before anything was read.
 */
export function OfflineBar({ language, online, readAt }: { language: Language; online: boolean; readAt: Instant | null }) {
  const t = uiText(language);
  return (
    <div className={styles.head} role="status" ref={headHeight}>
      {!online && (
        <p className={styles.offline}>
          <Icon path={offline} size="s" />
          <span>{readAt === null ? t('offline') : t('offlineSince', { when: formatMoment(language, readAt) })}</span>
        </p>
      )}
    </div>
  );
}
