import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '#src/ui/cx.ts';
import { PREVIEW_READY, type PreviewPage, type PreviewWindow, type Shown } from './frameMessages.ts';

const BEZEL = 8;
const LEAST_SCALE = 0.2;

interface Props {
  /** Scaled to the available space. */
  page: PreviewPage;
  shown: Shown;
  /** Name of the frame for screen readers. */
  label: string;
}

/** The real screen of the step in a frame, so that styles, heights and sheets are those of a phone. */
export function ScreenPreview({ page, shown, label }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [scale, setScale] = useState(0.8);

  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>): void => {
      if (event.source === frame.current?.contentWindow && event.data === PREVIEW_READY) setReady(true);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);

  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const fit = (): void => {
      const room = { width: element.clientWidth - 2 * BEZEL, height: element.clientHeight - 2 * BEZEL - 12 };
      setScale(Math.max(LEAST_SCALE, Math.min(room.width / page.width, room.height / page.height, 1)));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [page]);

  // In the animation frame after this one, which is free for it. Other effects may come after that frame has begun.
  useLayoutEffect(() => {
    if (!isReady) return;
    const wanted = requestAnimationFrame(() => (frame.current?.contentWindow as PreviewWindow<unknown> | null)?.show?.(shown));
    return () => cancelAnimationFrame(wanted);
  }, [isReady, shown]);

  const scroll = (by: number): void => frame.current?.contentWindow?.scrollBy(0, by);

  return (
    <div className="device" ref={stage}>
      <div
        className={cx('device__frame', !page.isPhone && 'device__frame--page')}
        style={{ width: page.width * scale + 2 * BEZEL, height: page.height * scale + 2 * BEZEL }}
        role="group"
        aria-label={label}
        onWheel={(event) => scroll(event.deltaY / scale)}
      >
        <div className="device__screen">
          {/* Nothing can be pressed on a moment that is over. The page is ours and of this origin. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe
            ref={frame}
            src={window.location.pathname + page.query}
            title={label}
            tabIndex={-1}
            inert
            style={{ width: page.width, height: page.height, transform: `scale(${scale})` }}
          />
        </div>
      </div>
    </div>
  );
}
