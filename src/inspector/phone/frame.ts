/** What the page and the phone in its frame say to each other. Both are of one origin and share one thread: snapshots are handed over as they are. */
import type { Language } from '#machines/context.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';

export interface Shown {
  snapshot: JourneySnapshot;
  /** null: as the journey has it. */
  language: Language | null;
  /** Percent of the app's own size. */
  textSize: number;
}

export interface PhoneWindow extends Window {
  showOnPhone?: (shown: Shown) => void;
}

/** EventDescription to the page when the frame can draw. */
export const PHONE_READY = 'inspector.phoneReady';

/** The part of the address that makes this page the phone in the frame. */
export const PHONE_QUERY = '?phone';
