import type { Language } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import { Button } from '../button/Button.tsx';
import { Icon } from '../icon/Icon.tsx';
import { copy } from '../icon/paths.ts';
import { uiText } from '../strings.ts';
import { writeClipboard } from './clipboard.ts';
import styles from './CopyRow.module.css';

/** A number to be typed elsewhere, with a button that copies it. @param what its name in the middle of a sentence. */
export function CopyRow({ language, label, what, value, send }: { language: Language; label: string; what: string; value: string; send: (event: JourneyEvent) => void }) {
  const t = uiText(language);
  return (
    <div className={styles.copyrow}>
      <p>
        <span className="small muted">{label}</span>
        <br />
        <span className="strong num">{value}</span>
      </p>
      <Button
        kind="secondary"
        size="small"
        label={t('copyWhat', { what })}
        onPress={() => void writeClipboard(value).then((ok) => send({ type: 'copy.finished', ok }))}
      >
        <Icon path={copy} size="s" />
        {t('copy')}
      </Button>
    </div>
  );
}
