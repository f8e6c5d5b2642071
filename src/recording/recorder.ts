/** Records a running journey. Every event is redacted before it is part of the recording. */
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { initialTransition, type Actor } from 'xstate';
import { changesBetween, firstDifference, type Json } from './canonical.ts';
import { chartHash } from './chartHash.ts';
import { FORMAT, FORMAT_VERSION, MOST_STEPS, type RecordedEvent, type RecordedStep, type Recording, type View } from './format.ts';
import { createRedactor, type Privacy } from './redact.ts';
import { viewOf } from './replay.ts';

export interface RecorderOptions {
  privacy: Privacy;
  appVersion: string;
  /** Name of the market preset. */
  market: string;
  title?: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /**
   * Runs the redaction of events later, such as when the browser is idle. Absent: at once. Until then events are only in
   * memory, unredacted. `recording()` redacts all of them before it returns.
   */
  later?: (work: () => void) => void;
}

export interface Recorder {
  /** The recording so far; null until the journey had a moment without a running call. */
  recording: () => Recording | null;
  /** Number of recorded events. */
  steps: () => number;
  /** Calls the listener after every step. @returns a function that unsubscribes. */
  onStep: (listener: () => void) => () => void;
  /** Stops recording; the recording stays readable. */
  stop: () => void;
}

/** An event that is not redacted yet, with the snapshot after it. */
interface Waiting {
  event: { type: string };
  snapshot: JourneySnapshot;
  at: number;
}

/**
 * Records an actor of the journey from its start. If the actor is already running, recording begins at the first moment
 * without a running call, because a replay cannot interpret the answer to a call that was not recorded.
 */
export function recordJourney(
  actor: Actor<JourneyMachine>,
  { privacy, appVersion, market, title = '', now, later }: RecorderOptions,
): Recorder {
  const redactor = createRedactor(privacy);
  const chart = chartHash(actor.logic);
  const listeners = new Set<() => void>();
  const steps: RecordedStep[] = [];
  let begun: Pick<Recording, 'start' | 'startedAt'> | null = null;
  let last: View | null = null;

  const redacted = (snapshot: JourneySnapshot): View => {
    const { value, context, children } = viewOf(snapshot);
    return { value, context: redactor.context(context), children };
  };

  function begin(snapshot: JourneySnapshot, from: Recording['start']['from']): void {
    last = redacted(snapshot);
    begun = { startedAt: now(), start: { from, view: last } };
  }

  function write({ event, snapshot, at }: Waiting): void {
    if (!begun || !last) return;
    const view = redacted(snapshot);
    const changes = changesBetween(last as unknown as Json, view as unknown as Json);
    steps.push({ at: Math.max(0, at - begun.startedAt), event: redactor.event(event) as RecordedEvent, changes });
    last = view;
    if (steps.length >= MOST_STEPS) subscription.unsubscribe();
    listeners.forEach((listener) => listener());
  }

  const waiting: Waiting[] = [];
  const writeAll = (): void => waiting.splice(0).forEach(write);

  function receive(event: { type: string }, snapshot: JourneySnapshot): void {
    waiting.push({ event, snapshot, at: now() });
    if (!later) writeAll();
    else if (waiting.length === 1) later(writeAll);
  }

  /** Whether the snapshot is the initial state of the chart. It is not for a journey that was restored from a snapshot. */
  const isFirst = (snapshot: JourneySnapshot): boolean =>
    firstDifference(viewOf(initialTransition(actor.logic)[0]), viewOf(snapshot)) === null;
  const hasNoCalls = (snapshot: JourneySnapshot): boolean => viewOf(snapshot).children.length === 0;

  const first = actor.getSnapshot();
  if (hasNoCalls(first)) begin(first, 'middle');
  /** The snapshot at which recording began. The inspection may still report the event that led to it; that event is skipped. */
  let led: JourneySnapshot | null = begun ? first : null;
  const subscription = actor.system.inspect((inspected) => {
    if (inspected.type !== '@xstate.snapshot' || inspected.actorRef !== actor) return;
    const snapshot = inspected.snapshot as JourneySnapshot;
    const isStart = inspected.event.type === 'xstate.init';
    if (isStart && isFirst(snapshot)) begin(snapshot, 'beginning');
    else if (begun && !isStart && snapshot !== led) receive(inspected.event, snapshot);
    else if (!begun && hasNoCalls(snapshot)) begin(snapshot, 'middle');
    led = null;
  });

  return {
    recording: () => {
      writeAll();
      return begun ? { format: FORMAT, version: FORMAT_VERSION, chart, appVersion, market, title, ...begun, steps: steps.slice() } : null;
    },
    steps: () => steps.length + waiting.length,
    onStep: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => subscription.unsubscribe(),
  };
}
