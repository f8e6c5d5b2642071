/** Steps from the wire: what `@statelyai/inspect` tells of a running journey, made into snapshots of this chart. */
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import type { WireEvent } from '#src/recording/publish.ts';
import type { JourneyEventData, Step } from '../journey/steps.ts';

/** One running app: its steps so far. */
export interface Feed {
  sessionId: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  steps: readonly Step[];
  /** The app runs another chart: a state came that this one does not know. */
  isForeign: boolean;
}

type Value = Parameters<typeof journeyMachine.resolveState>[0]['value'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What came is what it says it is; anything else on the channel is not for us. */
export function isWireEvent(data: unknown): data is WireEvent {
  return (
    isRecord(data) &&
    typeof data['_version'] === 'string' &&
    typeof data['sessionId'] === 'string' &&
    (data['type'] === '@xstate.actor' || data['type'] === '@xstate.snapshot' || data['type'] === '@xstate.event')
  );
}

function snapshotOf(told: unknown): JourneySnapshot | null {
  if (!isRecord(told) || !isRecord(told['context']) || told['value'] === undefined) return null;
  try {
    return journeyMachine.resolveState({
      value: told['value'] as Value,
      context: told['context'] as unknown as JourneySnapshot['context'],
    });
  } catch {
    return null;
  }
}

/** The feed after one more event of the wire; the same object where it changes nothing. A new session begins a new feed. */
export function nextFeed(feed: Feed | null, event: WireEvent): Feed | null {
  if (event.type === '@xstate.event') return feed;
  if (event.type === '@xstate.actor') {
    // An inspector that comes later makes everyone tell everything again.
    if (feed?.sessionId === event.sessionId && feed.startedAt === Number(event.createdAt))
      return { ...feed, steps: feed.steps.slice(0, 1) };
    const snapshot = snapshotOf(event.snapshot);
    const at = Number(event.createdAt);
    return snapshot
      ? {
          sessionId: event.sessionId,
          startedAt: at,
          steps: [{ index: 0, at: 0, event: null, snapshot, difference: null }],
          isForeign: false,
        }
      : null;
  }
  if (!feed || feed.sessionId !== event.sessionId || event.event.type === 'xstate.init') return feed;
  const snapshot = snapshotOf(event.snapshot);
  if (!snapshot) return feed.isForeign ? feed : { ...feed, isForeign: true };
  const step: Step = {
    index: feed.steps.length,
    at: Math.max(0, Number(event.createdAt) - feed.startedAt),
    event: event.event as JourneyEventData,
    snapshot,
    difference: null,
  };
  return { ...feed, steps: [...feed.steps, step] };
}
