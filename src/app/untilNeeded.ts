/**
 * On a phone that saves data the start page stays until the first touch. It shows home with the lender's figures, as the
 * app would. React and the screens, more than half of the bytes of the start, are fetched after that touch.
 */
import type { JourneyActor, JourneySnapshot } from '#machines/journey.machine.ts';

/** If the files have not arrived after so many ms, the page shows that the app could not be loaded. */
const PATIENCE = 30_000;

/** Whether home would look like the start page: the chart is still loading, or it shows a visitor's home. */
function isAsStartPage(state: JourneySnapshot): boolean {
  if (state.matches('boot') || state.matches({ places: { loadingHome: 'loading' } })) return true;
  const { session, order, online, notice } = state.context;
  return state.matches({ places: { tabs: { home: 'shown' } } }) && !session && !order && online && !notice && !state.hasTag('overlay');
}

/** Resolves at once if no start page stays; otherwise at the first touch, or when the app would show something else. */
export async function untilNeeded(actor: JourneyActor): Promise<void> {
  const { touched, notLoaded } = window;
  if (!touched) return;
  // No file is missing while the start page waits for a touch, so its timer for missing files must not fire.
  delete window.notLoaded;
  let stop = (): void => undefined;
  const changed = new Promise<void>((resolve) => {
    const check = (state: JourneySnapshot): void => {
      if (!isAsStartPage(state)) resolve();
    };
    const subscription = actor.subscribe({ next: check, error: () => resolve() });
    stop = () => subscription.unsubscribe();
    check(actor.getSnapshot());
  });
  await Promise.race([touched, changed]);
  stop();
  window.fetchStart?.();
  window.notLoaded = notLoaded;
  setTimeout(() => window.notLoaded?.(), PATIENCE);
}
