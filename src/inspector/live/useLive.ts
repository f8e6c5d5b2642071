import { useCallback, useEffect, useRef, useState } from 'react';
import { CONNECTED, DESK_CHANNEL, INSPECTION_CHANNEL } from '#src/recording/publish.ts';
import { CHART_IDS } from '../charts/index.ts';
import type { ChartId, InspectedChart } from '../charts/inspectedChart.ts';
import { isGoodbye, isWireEvent, newestOf, nextFeeds, type Feed, type Feeds } from './feed.ts';

export interface Live {
  /** The chosen one, or the one that was opened last; null: nothing has published yet. */
  feed: Feed | null;
  /** Charts that have published: more than one, and a person may choose. */
  charts: readonly InspectedChart[];
  choose: (chart: ChartId) => void;
  isPaused: boolean;
  /** Number of events that arrived while paused. */
  waiting: number;
  pause: () => void;
  resume: () => void;
}

const NOBODY: Feeds = {};
const lengthsOf = (feeds: Feeds): Partial<Record<ChartId, number>> =>
  Object.fromEntries(Object.values(feeds).map(({ chart, steps }) => [chart.id, steps.length]));

/** Follows running apps and desks of this origin, in the sandbox or in another tab. Pausing affects this page, never them. */
export function useLive(isOn: boolean): Live {
  const [feeds, setFeeds] = useState<Feeds>(NOBODY);
  const [chosen, setChosen] = useState<ChartId | null>(null);
  const [isPaused, setPaused] = useState(false);
  const [arrived, setArrived] = useState<Partial<Record<ChartId, number>>>({});
  const newest = useRef<Feeds>(NOBODY);
  const paused = useRef(false);

  useEffect(() => {
    if (!isOn) return;
    let drawing = 0;
    // Repeated events arrive in one burst and are rendered once.
    const draw = (): void => {
      drawing = 0;
      if (paused.current) setArrived(lengthsOf(newest.current));
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
    setArrived(lengthsOf(newest.current));
    setPaused(true);
  }, []);
  const resume = useCallback(() => {
    paused.current = false;
    setPaused(false);
    setFeeds(newest.current);
  }, []);
  const feed = (chosen && feeds[chosen]) ?? newestOf(feeds);
  return {
    feed,
    charts: CHART_IDS.flatMap((id) => feeds[id]?.chart ?? []),
    choose: setChosen,
    isPaused,
    waiting: feed ? Math.max(0, (arrived[feed.chart.id] ?? 0) - feed.steps.length) : 0,
    pause,
    resume,
  };
}
