import type { ReactElement } from 'react';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';

/** All a screen gets. It draws the snapshot and says what the borrower did; it calls nothing and remembers nothing. */
export interface ScreenProps {
  state: JourneySnapshot;
  send: (event: JourneyEvent) => void;
}

export type Screen = (props: ScreenProps) => ReactElement;
