import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { Language, Notice, NoticeKey } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { OfflineBar, type Shown } from '../offlineBar/OfflineBar.tsx';
import { Overlay } from '../overlay/Overlay.tsx';
import { Toast, type ToastKind } from '../toast/Toast.tsx';
import styles from './Frame.module.css';

export interface FrameProps {
  state: JourneySnapshot;
  send: (event: JourneyEvent) => void;
  /** Name of the shown place. */
  place: string;
  children: ReactNode;
}

const WITH_ORDER = ['borrow', 'repay', { tabs: 'home' }, { apply: 'reviewTips' }] as const;

/** The kind of content: data of the order, typed data of this phone, or something else. */
const shownOn = (state: JourneySnapshot): Shown => {
  if (WITH_ORDER.some((places) => state.matches({ places }))) return 'order';
  return state.matches({ places: 'apply' }) ? 'typed' : 'other';
};

const INFORMATION: readonly NoticeKey[] = ['sessionEnded', 'orderMoved', 'draftNotKept', 'copyFailed'];

const kindOf = (notice: Notice | null): ToastKind => (notice && INFORMATION.includes(notice.key) ? 'information' : 'confirmation');

/**
 * Shows new content from its top, with the focus on its title. The content is new when another screen draws it or when its
 * title has other words. If the new content has focused one of its controls, the focus stays there. An app in a frame takes no
 * focus from the page around the frame.
 */
function useBeginning(frame: RefObject<HTMLDivElement | null>, place: string, language: Language): void {
  const shown = useRef<{ place: string; language: Language; title: HTMLElement | null; words: string } | null>(null);
  const focused = useRef<Element | null>(null);
  // A layout effect, before the effects of the content, which may move the focus.
  useLayoutEffect(() => {
    focused.current = document.activeElement;
  });
  useEffect(() => {
    const title = frame.current?.querySelector('h1') ?? null;
    const before = shown.current;
    shown.current = { place, language, title, words: title?.textContent ?? '' };
    if (!before) return;
    const hasOtherWords = before.words !== shown.current.words && before.language === language;
    if (before.place === place && before.title === title && !hasOtherWords) return;
    if (document.activeElement !== focused.current) return;
    window.scrollTo(0, 0);
    if (window.parent === window || document.hasFocus()) title?.focus({ preventScroll: true });
  });
}

/** The parts around every screen: connection bar, notice, and the overlay during a call that must not be repeated. */
export function Frame({ state, send, place, children }: FrameProps) {
  const { context } = state;
  const frame = useRef<HTMLDivElement>(null);
  useBeginning(frame, place, context.language);

  return (
    <div className={styles.frame} ref={frame}>
      <OfflineBar
        language={context.language}
        online={context.online}
        shown={shownOn(state)}
        readAt={valueOf(context.home)?.readAt ?? null}
      />
      {children}
      <Toast
        language={context.language}
        notice={context.notice}
        kind={kindOf(context.notice)}
        onDismiss={() => send({ type: 'notice.dismissed' })}
      />
      {state.hasTag('overlay') && <Overlay language={context.language} />}
    </div>
  );
}
