/** The last file of the start: renders the app. */
import { createRoot } from 'react-dom/client';
import { routeOf } from '#src/router/currentPlace.ts';
import { App } from './App.tsx';
import type { Journey } from './journey.ts';
import { screenKeyOf, whenFetched } from './screenStore.ts';

export async function show({ actor, router }: Journey): Promise<void> {
  const snapshot = actor.getSnapshot();
  // Waits for the first screen. Otherwise the app would be rendered without a screen first, and then again.
  await whenFetched(screenKeyOf(routeOf(snapshot), snapshot));
  // All files of the start have arrived, so the start page's timer for missing files must not fire.
  delete window.notLoaded;
  createRoot(document.getElementById('app') as HTMLElement).render(<App actor={actor} router={router} />);
}
