import { useCallback, useEffect, useRef, useState } from 'react';
import { CONNECTED, INSPECTION_CHANNEL } from '#src/recording/publish.ts';
import { isGoodbye, isWireEvent, nextFeed, type Feed } from './feed.ts';

export interface Live {
  /** The most recently opened app; null: no app has published yet. */
  feed: Feed | null;
  isPaused: boolean;
  /** Number of events that arrived while paused. */
  waiting: number;
  pause: () => void;
  resume: () => void;
}

/** Follows a running app of this origin, in the sandbox or in another tab. Pausing affects this page, never the app. */
export function useLive(isOn: boolean): Live {
  const [feed, setFeed] = useState<Feed | null>(null);
  const [isPaused, setPaused] = useState(false);
  const [waiting, setWaiting] = useState(0);
  const newest = useRef<Feed | null>(null);
  const paused = useRef(false);

  useEffect(() => {
    if (!isOn) return;
    const channel = new BroadcastChannel(INSPECTION_CHANNEL);
    let drawing = 0;
    // Repeated events arrive in one burst and are rendered once.
    const draw = (): void => {
      drawing = 0;
      if (paused.current) setWaiting(newest.current?.steps.length ?? 0);
      else setFeed(newest.current);
    };
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isWireEvent(data) && !isGoodbye(data)) return;
      newest.current = nextFeed(newest.current, data);
      if (drawing === 0) drawing = window.setTimeout(draw, 30);
    });
    channel.postMessage({ type: CONNECTED });
    return () => {
      window.clearTimeout(drawing);
      channel.close();
    };
  }, [isOn]);

  const pause = useCallback(() => {
    paused.current = true;
    setWaiting(newest.current?.steps.length ?? 0);
    setPaused(true);
  }, []);
  const resume = useCallback(() => {
    paused.current = false;
    setPaused(false);
    setFeed(newest.current);
  }, []);
  return { feed, isPaused, waiting: Math.max(0, waiting - (feed?.steps.length ?? 0)), pause, resume };
}
