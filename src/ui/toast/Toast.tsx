import { useEffect, useRef } from 'react';
import type { Language, Notice } from '#machines/context.ts';
import { noticeText } from '#src/i18n/notices.ts';
import { Icon } from '../icon/Icon.tsx';
import { check } from '../icon/paths.ts';
import { uiText } from '../strings.ts';
import styles from './Toast.module.css';

const SHOWN_MS = 6_000;

/** A passing confirmation. It goes by itself after six seconds, or when it is told to. */
export function Toast({ language, notice, onDismiss }: { language: Language; notice: Notice | null; onDismiss: () => void }) {
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => dismiss.current(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  return (
    <div role="status">
      {notice && (
        <div className={styles.toast}>
          <Icon path={check} size="s" />
          <span className={styles.words}>{noticeText(language, notice)}</span>
          <button className={styles.ok} type="button" onClick={onDismiss}>
            {uiText(language)('ok')}
          </button>
        </div>
      )}
    </div>
  );
}
