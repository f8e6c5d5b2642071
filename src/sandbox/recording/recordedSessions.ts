/** Recordings of the latest sessions of the phone since this page was opened. A session is one opening of the app. */
import { nairobiDate } from '#machines/model/calendar.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { APP_VERSION } from '#src/market/app.ts';
import { MARKET_NAME } from '#src/market/market.ts';
import type { Recording } from '#src/recording/format.ts';
import { recordJourney, type Recorder } from '#src/recording/recorder.ts';
import { subscribeToJourneys } from './journeys.ts';

/** Number of kept sessions, limited because the page may stay open for long. */
const MOST_SESSIONS = 5;

export interface Session {
  readonly number: number;
  readonly startedAt: number;
  readonly steps: number;
  readonly isOpen: boolean;
  /** null: no event was recorded yet. */
  readonly recording: () => Recording | null;
  /** The number of the latest order, which the recording itself hides; null: no order. */
  readonly orderNo: () => string | null;
}

interface Held {
  number: number;
  startedAt: number;
  recorder: Recorder;
  orderNo: () => string | null;
}

let held: Held[] = [];
let shown: readonly Session[] = [];
const listeners = new Set<() => void>();

function publish(): void {
  shown = held.map(({ number, startedAt, recorder, orderNo }, index) => ({
    number,
    startedAt,
    steps: recorder.steps(),
    isOpen: index === 0,
    recording: recorder.recording,
    orderNo,
  }));
  listeners.forEach((listener) => listener());
}

subscribeToJourneys((journey) => {
  held[0]?.recorder.stop();
  const startedAt = Date.now();
  const recorder = recordJourney(journey, {
    privacy: formPrivacy(nairobiDate(startedAt)),
    appVersion: APP_VERSION,
    market: MARKET_NAME,
    now: Date.now,
  });
  recorder.onStep(publish);
  held = [
    { number: (held[0]?.number ?? 0) + 1, startedAt, recorder, orderNo: () => journey.getSnapshot().context.order?.orderNo ?? null },
    ...held,
  ].slice(0, MOST_SESSIONS);
  publish();
});

/** Newest first; a new array after every change. */
export const sessions = (): readonly Session[] => shown;

export function subscribeToSessions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
