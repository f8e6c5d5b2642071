import type { Language } from '#machines/context.ts';
import type { Instant } from '#machines/model/calendar.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { Icon } from '../icon/Icon.tsx';
import { offline } from '../icon/paths.ts';
import { uiText } from '../strings.ts';
import styles from './OfflineBar.module.css';

/** Stays while the phone has no connection. The live region is always there, so that the change is announced. */
export function OfflineBar({ language, online, readAt }: { language: Language; online: boolean; readAt: Instant | null }) {
  const t = uiText(language);
  return (
    <div role="status">
      {!online && (
        <p className={styles.offline}>
          <Icon path={offline} size="s" />
          <span>{readAt === null ? t('offline') : t('offlineSince', { when: formatMoment(language, readAt) })}</span>
        </p>
      )}
    </div>
  );
}
