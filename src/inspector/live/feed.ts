/**
 * Builds steps from the wire format of `@statelyai/inspect`: the published events of a running journey become snapshots of the
 * present chart.
 */
import type { AnyMachineSnapshot } from 'xstate';
import { isObject } from '#src/recording/canonical.ts';
import { GOODBYE, type Goodbye } from '#src/recording/publish.ts';
import type { WireEvent } from '#src/recording/sentEvents.ts';
import { CHART_IDS, chartNamed } from '../charts/index.ts';
import type { ChartId, InspectedChart } from '../charts/inspectedChart.ts';
import type { Step } from '../journey/journeyRun.ts';

/** A running app and its steps so far. */
export interface Feed {
  chart: InspectedChart;
  /** Id of the app; empty if it sends none. */
  app: string;
  sessionId: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  steps: readonly Step[];
  /** Whether the app runs another chart: it published a state that the present chart does not have. */
  isForeign: boolean;
  /** Whether the app was closed. */
  isGone: boolean;
  /** Other running apps. The inspector follows the app that was opened last. */
  others: readonly string[];
}

/** Accepts only well-formed events; other messages on the channel are ignored. */
export function isWireEvent(data: unknown): data is WireEvent {
  return (
    isObject(data) &&
    typeof data['_version'] === 'string' &&
    typeof data['sessionId'] === 'string' &&
    (data['type'] === '@xstate.actor' || data['type'] === '@xstate.snapshot' || data['type'] === '@xstate.event')
  );
}

export const isGoodbye = (data: unknown): data is Goodbye => isObject(data) && data['type'] === GOODBYE && typeof data['app'] === 'string';

function snapshotOf({ machine }: InspectedChart, published: unknown): AnyMachineSnapshot | null {
  if (!isObject(published) || !isObject(published['context']) || published['value'] === undefined) return null;
  try {
    return machine.resolveState({ value: published['value'] as AnyMachineSnapshot['value'], context: published['context'] });
  } catch {
    return null;
  }
}

const without = (apps: readonly string[], app: string): readonly string[] => apps.filter((one) => one !== app);

type Introduction = Extract<WireEvent, { type: '@xstate.actor' }>;

/** The chart by the id of the root machine; null: an unknown chart. */
function chartOfIntroduction({ definition = '{}' }: Introduction): InspectedChart | null {
  try {
    return chartNamed((JSON.parse(definition) as { id?: unknown } | null)?.id);
  } catch {
    return null;
  }
}

/** The feed after the introduction of an app, which is its first event, or the first of a repetition of all events. */
function introduced(feed: Feed | null, chart: InspectedChart, event: Introduction): Feed | null {
  const { app = '', sessionId } = event;
  const startedAt = Number(event.createdAt);
  // Every app repeats all events for a new subscriber.
  if (feed?.app === app && feed.sessionId === sessionId && feed.startedAt === startedAt)
    return { ...feed, steps: feed.steps.slice(0, 1), isGone: false };
  if (feed && !feed.isGone && feed.app !== app && startedAt < feed.startedAt)
    return { ...feed, others: [...without(feed.others, app), app] };
  const snapshot = snapshotOf(chart, event.snapshot);
  if (!snapshot) return null;
  const others = feed ? without(feed.isGone || feed.app === app ? feed.others : [...feed.others, feed.app], app) : [];
  return {
    chart,
    app,
    sessionId,
    startedAt,
    steps: [{ index: 0, at: 0, event: null, snapshot, difference: null }],
    isForeign: false,
    isGone: false,
    others,
  };
}

/**
 * The feed after one more event; the same object if nothing changed. An app that was opened later starts a new feed.
 */
export function nextFeed(feed: Feed | null, event: WireEvent | Goodbye): Feed | null {
  if (event.type === '@xstate.event') return feed;
  if (event.type === '@xstate.actor') {
    const chart = chartOfIntroduction(event);
    return chart && (!feed || feed.chart === chart) ? introduced(feed, chart, event) : feed;
  }
  if (event.type === GOODBYE) {
    if (feed?.app === event.app) return { ...feed, isGone: true };
    return feed && feed.others.includes(event.app) ? { ...feed, others: without(feed.others, event.app) } : feed;
  }
  if (!feed || (event.app ?? feed.app) !== feed.app || feed.sessionId !== event.sessionId || event.event.type === 'xstate.init')
    return feed;
  const snapshot = snapshotOf(feed.chart, event.snapshot);
  if (!snapshot) return feed.isForeign ? feed : { ...feed, isForeign: true };
  const step: Step = {
    index: feed.steps.length,
    at: Math.max(0, Number(event.createdAt) - feed.startedAt),
    event: event.event,
    snapshot,
    difference: null,
  };
  // An app that was restored from the back/forward cache continues after its goodbye.
  return { ...feed, steps: [...feed.steps, step], isGone: false };
}

/** The feeds by chart, because an app and a desk may run at the same time. */
export type Feeds = Readonly<Partial<Record<ChartId, Feed>>>;

/** The feeds after one more event; the same object if nothing changed. */
export function nextFeeds(feeds: Feeds, event: WireEvent | Goodbye): Feeds {
  if (event.type === '@xstate.actor') {
    const id = chartOfIntroduction(event)?.id;
    const feed = id && nextFeed(feeds[id] ?? null, event);
    return feed ? { ...feeds, [feed.chart.id]: feed } : feeds;
  }
  return CHART_IDS.reduce<Feeds>((before, id) => {
    const feed = before[id];
    const next = feed && nextFeed(feed, event);
    return next && next !== feed ? { ...before, [id]: next } : before;
  }, feeds);
}

/** The feed that was opened last, running ones first; null: no app has published yet. */
export const newestOf = (feeds: Feeds): Feed | null =>
  Object.values(feeds).reduce<Feed | null>(
    (newest, feed) =>
      !newest || (newest.isGone && !feed.isGone) || (newest.isGone === feed.isGone && feed.startedAt > newest.startedAt) ? feed : newest,
    null,
  );
