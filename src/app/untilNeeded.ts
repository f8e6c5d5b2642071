/**
 * On a phone that saves data the start page stays until somebody touches it: it shows home with the lender's figures, as the
 * app would. React and the screens, more than half of the bytes of the start, are fetched with the first touch.
 */
import type { JourneyActor, JourneySnapshot } from '#machines/journey.machine.ts';

/** After so long without the files, the page says that they did not arrive. ms. */
const PATIENCE = 30_000;

/** The chart has not said yet what home shows, or it is what the start page shows. */
function isAsStartPage(state: JourneySnapshot): boolean {
  if (state.matches('boot') || state.matches({ places: { loadingHome: 'loading' } })) return true;
  const { session, order, online, notice } = state.context;
  return state.matches({ places: { tabs: { home: 'shown' } } }) && !session && !order && online && !notice && !state.hasTag('overlay');
}

/** Resolves at once, except where the start page stays; then at the first touch, or when the chart shows something else. */
export async function untilNeeded(actor: JourneyActor): Promise<void> {
  const { touched, notLoaded } = window;
  if (!touched) return;
  // Everything that the page needs until then has arrived.
  delete window.notLoaded;
  let stop = (): void => undefined;
  const changed = new Promise<void>((resolve) => {
    const look = (state: JourneySnapshot): void => {
      if (!isAsStartPage(state)) resolve();
    };
    const subscription = actor.subscribe({ next: look, error: () => resolve() });
    stop = () => subscription.unsubscribe();
    look(actor.getSnapshot());
  });
  await Promise.race([touched, changed]);
  stop();
  window.fetchStart?.();
  window.notLoaded = notLoaded;
  setTimeout(() => window.notLoaded?.(), PATIENCE);
}
