/**
 * The page of the preview: renders one snapshot with the real screen. It sends nothing, fetches no data and takes no
 * focus.
 */
import './still.ts';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { RoutePath } from '#machines/routes.ts';
import { SCREENS } from '#screens/index.ts';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import './phone.css';
import { PREVIEW_READY, type PreviewWindow, type Shown } from './frameMessages.ts';
import { fetchScreen } from './screens.ts';
import { Shot } from './Shot.tsx';

const inLanguage = ({ snapshot, language }: Shown<JourneySnapshot>): JourneySnapshot =>
  language === null || snapshot.context.language === language
    ? snapshot
    : // All other properties are the snapshot's own objects, including its methods.
      Object.assign(Object.create(Object.getPrototypeOf(snapshot) as object) as JourneySnapshot, snapshot, {
        context: { ...snapshot.context, language },
      });

/** A recording does not contain the phone's appearance, so `system` is drawn light. */
const themeOf = ({ appearance }: JourneySnapshot['context']) => (appearance === 'dark' ? 'dark' : 'light');

const nothing = (): void => undefined;
const root = createRoot(document.getElementById('root') as HTMLElement);

(window as unknown as PreviewWindow<JourneySnapshot>).show = (shown) => {
  document.documentElement.style.fontSize = `${shown.textSize}%`;
  document.documentElement.lang = shown.language ?? shown.snapshot.context.language;
  document.documentElement.dataset['theme'] = themeOf(shown.snapshot.context);
  document.documentElement.toggleAttribute('data-passing', shown.isPassing);
  flushSync(() => root.render(<Shot state={inLanguage(shown)} send={nothing} />));
};
window.parent.postMessage(PREVIEW_READY, window.location.origin);

/** Prefetches the other screens, so that stepping never shows an empty page. Tests and benchmarks wait for the attribute. */
async function prefetchScreens(): Promise<void> {
  await Promise.all((Object.keys(SCREENS) as RoutePath[]).map(fetchScreen));
  document.documentElement.dataset['screens'] = 'loaded';
}
void prefetchScreens();
