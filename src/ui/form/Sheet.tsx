import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Language } from '#machines/context.ts';
import { Button } from '../button/Button.tsx';
import styles from './Sheet.module.css';
import { formText } from './strings.ts';

export interface SheetProps {
  language: Language;
  title: string;
  /** Id of the field that opened the sheet. It stays visible above the sheet, and is focused again afterwards. */
  opener: string;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/**
 * A bottom sheet of half the height of the screen, so that its field stays visible. It is open while it is mounted. The native
 * dialog provides the top layer, the inert page behind it and Escape. The chart closes the sheet by leaving its state; the
 * browser does not close it.
 */
export function Sheet({ language, title, opener, onConfirm, onCancel, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const t = formText(language);

  // A layout effect, before the effects of the content, because the wheels can be scrolled only while they are visible.
  useLayoutEffect(() => {
    const sheet = dialog.current;
    const field = document.getElementById(opener);
    document.documentElement.classList.add('sheet-open');
    const hiddenBy = field ? field.getBoundingClientRect().bottom - window.innerHeight / 2 + 16 : 0;
    if (hiddenBy > 0) window.scrollBy(0, hiddenBy);
    if (sheet && !sheet.open) sheet.showModal();
    heading.current?.focus();
    return () => {
      document.documentElement.classList.remove('sheet-open');
      if (sheet?.open) sheet.close();
      document.getElementById(opener)?.focus({ preventScroll: true });
    };
  }, [opener]);

  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      onClick={(event) => {
        // A press that hits the dialog itself is beside its content, on the scrim.
        if (event.target === dialog.current) onCancel();
      }}
    >
      <div className={styles.bar}>
        <h2 className={styles.title} id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className={styles.actions}>
          <Button kind="quiet" size="small" onPress={onCancel}>
            {t('cancel')}
          </Button>
          <Button size="small" onPress={onConfirm}>
            {t('confirm')}
          </Button>
        </div>
      </div>
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
