import { useEffect, useRef } from 'react';
import type { Language, Notice } from '#machines/context.ts';
import { noticeText } from '#src/i18n/notices.ts';
import { standsAboveFoot } from '../frame/measureHeight.ts';
import { Icon } from '../icon/Icon.tsx';
import { check, info } from '../icon/primaryIcons.ts';
import { uiText } from '../strings.ts';
import styles from './Toast.module.css';

const SHOWN_MS = 6_000;

/** `confirmation`: a requested action succeeded. `information`: something else happened, or an action failed. */
export type ToastKind = 'confirmation' | 'information';

export interface ToastProps {
  language: Language;
  notice: Notice | null;
  kind: ToastKind;
  onDismiss: () => void;
}

/**
 * A notice that disappears after six seconds, or when it is dismissed. Both live regions are always present. A confirmation is
 * announced politely, information assertively.
 */
export function Toast({ language, notice, kind, onDismiss }: ToastProps) {
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => dismiss.current(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  const message = notice && (
    <div className={styles.toast} ref={standsAboveFoot}>
      <Icon path={kind === 'confirmation' ? check : info} size="s" />
      <span className={styles.words}>{noticeText(language, notice)}</span>
      <button className={styles.ok} type="button" onClick={onDismiss}>
        {uiText(language)('ok')}
      </button>
    </div>
  );
  return (
    <>
      <div role="status">{kind === 'confirmation' && message}</div>
      <div role="alert">{kind === 'information' && message}</div>
    </>
  );
}
