import type { Language } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import { Button } from '../button/Button.tsx';
import { Icon } from '../icon/Icon.tsx';
import { copy } from '../icon/secondaryIcons.ts';
import { uiText } from '../strings.ts';
import { writeClipboard } from './clipboard.ts';
import styles from './CopyRow.module.css';

export interface CopyRowProps {
  language: Language;
  label: string;
  /** The label in the middle of a sentence: "Copy business number". */
  what: string;
  /** The copied text. */
  value: string;
  /** The displayed text, where it differs from the copied one. */
  shown?: string;
  send: (event: JourneyEvent) => void;
}

/** A value to be typed elsewhere, with a button that copies it. */
export function CopyRow({ language, label, what, value, shown = value, send }: CopyRowProps) {
  const t = uiText(language);
  return (
    <div className={styles.copyrow}>
      <p className={styles.text}>
        <span className="small muted">{label}</span>
        <br />
        <span className={styles.value}>{shown}</span>
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
