/**
 * The page in the sandbox's phone that continues a forked journey. Its lender is simulated; the page sends no requests.
 */
import { useSelector } from '@xstate/react';
import { createRoot } from 'react-dom/client';
import type { Actor } from 'xstate';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { requestOf } from '#src/router/addresses.ts';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { Shot } from '../phone/Shot.tsx';
import { forkJourney } from './forkJourney.ts';
import { takeSeed } from './forkSeed.ts';
import type { ForkWindow } from './phoneOfFork.ts';

function Lived({ journey }: { journey: Actor<JourneyMachine> }) {
  const state: JourneySnapshot = useSelector(journey, (snapshot) => snapshot);
  return <Shot state={state} send={journey.send} />;
}

/** Sends links and Android's Back to the chart as events, because this page has only one address. */
function followNavigation(journey: Actor<JourneyMachine>): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
    if (!link) return;
    event.preventDefault();
    const { to, query } = requestOf(link.getAttribute('href') ?? '#/');
    journey.send({ type: 'xstate.route', to, query });
  });
  window.history.pushState(null, '');
  window.addEventListener('popstate', () => {
    window.history.pushState(null, '');
    journey.send({ type: 'back.requested' });
  });
}

const root = createRoot(document.getElementById('root') as HTMLElement);
const seed = takeSeed(window.localStorage);
if (seed) {
  const around = window.parent as ForkWindow;
  const { journey, resume, answerPrompt } = forkJourney(seed, (phone) => around.watchFork?.(phone, answerPrompt));
  // The sandbox records and publishes the journey.
  (window.parent as Window & { watchJourney?: (journey: Actor<JourneyMachine>) => void }).watchJourney?.(journey);
  const { dataset } = document.documentElement;
  journey.subscribe(({ context }) => (dataset['theme'] = context.appearance === 'dark' ? 'dark' : 'light'));
  journey.start();
  resume();
  followNavigation(journey);
  document.documentElement.lang = seed.context.language;
  root.render(<Lived journey={journey} />);
} else {
  root.render(
    <main className="screen__main">
      <h1>Nothing to continue</h1>
      <p>Choose a step in the inspector and press “Continue from here”.</p>
    </main>,
  );
}
