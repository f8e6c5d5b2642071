/**
 * Messages between the inspector and the preview in its frame. Both have one origin and one thread: snapshots are
 * passed by reference.
 */
import type { Language } from '#machines/context.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';

export interface Shown {
  snapshot: JourneySnapshot;
  /** null: the language of the journey. */
  language: Language | null;
  /** Percent of the app's own size. */
  textSize: number;
}

export interface PhoneWindow extends Window {
  showOnPhone?: (shown: Shown) => void;
}

/** Sent by the frame when it can render. */
export const PHONE_READY = 'inspector.phoneReady';

/** The query that makes this page the preview in the frame. */
export const PHONE_QUERY = '?phone';
