/** The last file of the start: what draws the chart. */
import { createRoot } from 'react-dom/client';
import { routeOf } from '#src/router/currentPlace.ts';
import { App } from './App.tsx';
import type { Journey } from './journey.ts';
import { screenKeyOf, whenFetched } from './screenStore.ts';

export async function show({ actor, router }: Journey): Promise<void> {
  const snapshot = actor.getSnapshot();
  // The first drawing has the screen: an app without one would be drawn, and drawn again when it is here.
  await whenFetched(screenKeyOf(routeOf(snapshot), snapshot));
  // Everything that the start needs has arrived.
  delete window.notLoaded;
  createRoot(document.getElementById('app') as HTMLElement).render(<App actor={actor} router={router} />);
}
