import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Language, Notice } from '#machines/context.ts';
import { noticeText } from '#src/i18n/notices.ts';
import { Icon } from '../icon/Icon.tsx';
import { check } from '../icon/paths.ts';
import { uiText } from '../strings.ts';
import styles from './Toast.module.css';

const SHOWN_MS = 6_000;
const DISTANCE = 16;

/** How much of the window's foot is taken by a tab bar or by actions: the message must not lie on what can be pressed. */
const footHeight = (): number => {
  const bar = document.querySelector('.screen > footer, .screen > nav');
  return bar ? Math.max(0, window.innerHeight - bar.getBoundingClientRect().top) : 0;
};

/** A passing confirmation. It goes by itself after six seconds, or when it is told to. */
export function Toast({ language, notice, onDismiss }: { language: Language; notice: Notice | null; onDismiss: () => void }) {
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.style.bottom = `${footHeight() + DISTANCE}px`;
  });
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => dismiss.current(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  return (
    <div role="status">
      {notice && (
        <div className={styles.toast} ref={box}>
          <Icon path={check} size="s" />
          <span>{noticeText(language, notice)}</span>
          <button className={styles.ok} type="button" onClick={onDismiss}>
            {uiText(language)('ok')}
          </button>
        </div>
      )}
    </div>
  );
}
