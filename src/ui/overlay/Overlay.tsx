import type { Language } from '#machines/context.ts';
import { Button, Spinner } from '../button/Button.tsx';
import { uiText } from '../strings.ts';
import styles from './Overlay.module.css';

/**
 * Covers the screen during a call that must not be repeated. After ten seconds (by the stylesheet) it offers to restart the
 * app, which then queries the outcome at the lender.
 */
export function Overlay({
  language,
  sentence,
  onLookAgain = () => window.location.reload(),
}: {
  language: Language;
  sentence?: string;
  onLookAgain?: () => void;
}) {
  const t = uiText(language);
  return (
    <div className={styles.cover}>
      <div className={styles.box}>
        <p className={styles.sentence} role="status">
          <Spinner /> <span>{sentence ?? t('working')}</span>
        </p>
        <div className={styles.wayOut}>
          <p className="small muted">{t('slow')}</p>
          <Button kind="secondary" onPress={onLookAgain}>
            {t('lookAgain')}
          </Button>
        </div>
      </div>
    </div>
  );
}
