import { useEffect, useRef, type ReactNode } from 'react';
import type { Notice, NoticeKey } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { OfflineBar } from '../offlineBar/OfflineBar.tsx';
import { Overlay } from '../overlay/Overlay.tsx';
import { Toast, type ToastKind } from '../toast/Toast.tsx';
import styles from './Frame.module.css';

export interface FrameProps {
  state: JourneySnapshot;
  send: (event: JourneyEvent) => void;
  /** Name of the shown place. When it changes, the title is focused and the page scrolls to its top. */
  place: string;
  children: ReactNode;
}

const KEPT = ['personalInfo', 'additionalInfo', 'idPhotos', 'bankAccount', 'loanQuestion'] as const;

/** The page shows typed data of this phone and no data of the lender. */
const isKept = (state: JourneySnapshot): boolean => KEPT.some((section) => state.matches({ places: { apply: section } }));

const INFORMATION: readonly NoticeKey[] = ['sessionEnded', 'orderMoved', 'draftNotKept', 'copyFailed'];

const kindOf = (notice: Notice | null): ToastKind => (notice && INFORMATION.includes(notice.key) ? 'information' : 'confirmation');

/** Surrounds every screen: connection bar, notice, and the overlay over a call that must not be repeated. */
export function Frame({ state, send, place, children }: FrameProps) {
  const { context } = state;
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(place);
  const title = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const isNew = shown.current !== place;
    // When a page replaces its skeleton, the focused title is removed and a new one takes its place.
    const isLost = title.current !== null && !title.current.isConnected && document.activeElement === document.body;
    if (!isNew && !isLost) return;
    shown.current = place;
    if (isNew) window.scrollTo(0, 0);
    title.current = frame.current?.querySelector('h1') ?? null;
    title.current?.focus({ preventScroll: true });
  });

  return (
    <div className={styles.frame} ref={frame}>
      <OfflineBar
        language={context.language}
        online={context.online}
        readAt={isKept(state) ? null : (valueOf(context.home)?.readAt ?? null)}
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
