import type { ReactElement } from 'react';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { routeOf } from '#src/router/currentPlace.ts';
import { Frame } from '#src/ui/frame/Frame.tsx';
import { useScreen } from './screens.ts';

/** Renders one snapshot with its real screen. */
export function Shot({ state, send }: { state: JourneySnapshot; send: (event: JourneyEvent) => void }): ReactElement {
  const path = routeOf(state);
  const slot = useScreen(path);
  if (!slot) return <main aria-busy="true" />;
  return (
    <Frame state={state} send={send} place={path}>
      <slot.Screen key={path} state={state} send={send} />
    </Frame>
  );
}
