import { useCallback, useEffect, useRef, useState } from 'react';
import { CONNECTED, DESK_CHANNEL, INSPECTION_CHANNEL } from '#src/recording/publish.ts';
import { CHART_IDS } from '../charts/index.ts';
import type { ChartId, InspectedChart } from '../charts/inspectedChart.ts';
import { isGoodbye, isWireEvent, newestOf, nextFeeds, type Feed, type Feeds } from './feed.ts';

export interface Live {
  /** The chosen feed, or the one that was opened last; null: no app has published yet. */
  feed: Feed | null;
  /** Charts whose apps have published. With more than one chart, the person can choose. */
  charts: readonly InspectedChart[];
  choose: (chart: ChartId) => void;
  isPaused: boolean;
  /** Number of events that arrived while paused. */
  waiting: number;
  /** Whether the followed app was closed; up to date while this page is paused. */
  isGone: boolean;
  pause: () => void;
  resume: () => void;
}

const NOBODY: Feeds = {};

/** New events of the followed app while this page is paused. */
interface Arrived {
  steps: number;
  isGone: boolean;
}
const arrivedIn = (feeds: Feeds): Partial<Record<ChartId, Arrived & { app: string }>> =>
  Object.fromEntries(Object.values(feeds).map(({ chart, app, steps, isGone }) => [chart.id, { app, steps: steps.length, isGone }]));

/** The new events of the followed app. If another app of the same chart was opened instead, there are none. */
function sinceHeld(feed: Feed | null, arrived: ReturnType<typeof arrivedIn>): Arrived {
  const latest = feed && arrived[feed.chart.id];
  if (!feed || !latest || latest.app !== feed.app) return { steps: 0, isGone: feed?.isGone ?? false };
  return { steps: Math.max(0, latest.steps - feed.steps.length), isGone: latest.isGone };
}

/** Follows running apps and desks of this origin, in the sandbox or in another tab. Pausing affects only this page. */
export function useLive(isOn: boolean): Live {
  const [feeds, setFeeds] = useState<Feeds>(NOBODY);
  const [chosen, setChosen] = useState<ChartId | null>(null);
  const [isPaused, setPaused] = useState(false);
  const [arrived, setArrived] = useState<ReturnType<typeof arrivedIn>>({});
  const newest = useRef<Feeds>(NOBODY);
  const paused = useRef(false);

  useEffect(() => {
    if (!isOn) return;
    let drawing = 0;
    // Repeated events arrive in one burst, and are rendered together.
    const draw = (): void => {
      drawing = 0;
      if (paused.current) setArrived(arrivedIn(newest.current));
      else setFeeds(newest.current);
    };
    const channels = [INSPECTION_CHANNEL, DESK_CHANNEL].map((name) => new BroadcastChannel(name));
    for (const channel of channels) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (!isWireEvent(data) && !isGoodbye(data)) return;
        newest.current = nextFeeds(newest.current, data);
        if (drawing === 0) drawing = window.setTimeout(draw, 30);
      });
      channel.postMessage({ type: CONNECTED });
    }
    return () => {
      window.clearTimeout(drawing);
      for (const channel of channels) channel.close();
    };
  }, [isOn]);

  const pause = useCallback(() => {
    paused.current = true;
    setArrived(arrivedIn(newest.current));
    setPaused(true);
  }, []);
  const resume = useCallback(() => {
    paused.current = false;
    setPaused(false);
    setFeeds(newest.current);
  }, []);
  const feed = (chosen && feeds[chosen]) ?? newestOf(feeds);
  const since = sinceHeld(feed, isPaused ? arrived : {});
  return {
    feed,
    charts: CHART_IDS.flatMap((id) => feeds[id]?.chart ?? []),
    choose: setChosen,
    isPaused,
    waiting: since.steps,
    isGone: since.isGone,
    pause,
    resume,
  };
}
