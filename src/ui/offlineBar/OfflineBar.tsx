import type { Language } from '#machines/context.ts';
import type { Instant } from '#machines/model/calendar.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { headHeight } from '../frame/measureHeight.ts';
import { Icon } from '../icon/Icon.tsx';
import { offline } from '../icon/primaryIcons.ts';
import { uiText } from '../strings.ts';
import styles from './OfflineBar.module.css';

/** The shown content: typed data of this phone, the order, or something else. */
export type Shown = 'typed' | 'order' | 'other';

interface Props {
  language: Language;
  online: boolean;
  shown: Shown;
  readAt: Instant | null;
}

/**
 * Visible while the phone is offline, at every scroll position. The live region is always present, so that a change is
 * announced.
 * @param shown the kind of content. Only for the order is the time of reading known.
 * @param readAt time at which the order was read from the lender; null: nothing was read yet.
 */
export function OfflineBar({ language, online, shown, readAt }: Props) {
  const t = uiText(language);
  return (
    <div className={styles.head} role="status" ref={headHeight}>
      {!online && (
        <p className={styles.offline}>
          <Icon path={offline} size="s" />
          <span>
            {shown === 'order' && readAt !== null
              ? t('offlineSince', { when: formatMoment(language, readAt) })
              : t(shown === 'typed' ? 'offline' : 'offlineNow')}
          </span>
        </p>
      )}
    </div>
  );
}
