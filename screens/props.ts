import type { ReactElement } from 'react';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';

/** The props of every screen. It draws the snapshot and sends events. It makes no calls and has no state of the journey. */
export interface ScreenProps {
  state: JourneySnapshot;
  send: (event: JourneyEvent) => void;
}

export type Screen = (props: ScreenProps) => ReactElement;
