/**
 * Records the journey while the borrower's consent is given. The recording stays in this page's memory and leaves it
 * only as a file.
 */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { APP_VERSION } from '#src/market/app.ts';
import { MARKET_NAME } from '#src/market/market.ts';
import { downloadFile } from '#src/recording/downloadFile.ts';
import { recordJourney, type Recorder } from '#src/recording/recorder.ts';
import type { Recording } from '#src/recording/format.ts';

interface Kept {
  recorder: Recorder | null;
  recording: Recording | null;
}

const journeys = new WeakMap<Actor<JourneyMachine>, Kept>();

/**
 * Starts recording when the chart allows it, and keeps the recording until the borrower deletes it. Call it once per
 * journey.
 */
export function recordWhileAllowed(journey: Actor<JourneyMachine>): void {
  if (journeys.has(journey)) return;
  const kept: Kept = { recorder: null, recording: null };
  journeys.set(journey, kept);
  journey.subscribe(({ context }) => {
    if (context.recording === 'on') {
      kept.recorder ??= recordJourney(journey, {
        privacy: formPrivacy(nairobiDate(context.now ?? Date.now())),
        appVersion: APP_VERSION,
        market: MARKET_NAME,
        now: Date.now,
      });
      return;
    }
    if (kept.recorder) {
      kept.recorder.stop();
      kept.recording = kept.recorder.recording();
      kept.recorder = null;
    }
    if (context.recording === 'off') kept.recording = null;
  });
}

/** The finished recording; null while it is running, or after it was deleted. */
export const recordedWith = (journey: Actor<JourneyMachine>): Recording | null => journeys.get(journey)?.recording ?? null;

export async function saveRecording(journey: Actor<JourneyMachine>): Promise<void> {
  const recording = recordedWith(journey);
  if (!recording) throw { code: LOCAL.storageFailed, message: '' } satisfies Problem;
  await downloadFile(recording);
}
