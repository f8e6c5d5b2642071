/** The last file of the start: what draws the chart. */
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import type { Journey } from './journey.ts';

export function show({ actor, router }: Journey): void {
  // Everything that the start needs has arrived.
  delete window.notLoaded;
  createRoot(document.getElementById('app') as HTMLElement).render(<App actor={actor} router={router} />);
}
