import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { close } from '#src/ui/icon/primaryIcons.ts';

/**
 * A native surface over the web view, which belongs to the phone and not to the app. The app below it is inert, so
 * that Tab cannot reach it.
 */
export function NativeSheet({
  title,
  kind = 'sheet',
  closeLabel,
  onClose,
  children,
}: {
  title: string;
  kind?: 'sheet' | 'prompt';
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="sb-cover">
      <div
        className={`sb-native sb-native--${kind}`}
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
      >
        <div className="sb-native__bar">
          <h2 className="sb-native__title" id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {kind === 'sheet' && (
            <button className="sb-iconbtn" type="button" aria-label={closeLabel} onClick={onClose}>
              <Icon path={close} />
            </button>
          )}
        </div>
        {children}
      </div>
    </div>
  );
}
