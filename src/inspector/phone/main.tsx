/** The page inside the phone's frame: draws one snapshot with the real screen. It sends nothing, fetches nothing and takes no focus. */
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { RoutePath } from '#machines/routes.ts';
import { SCREENS } from '#screens/index.ts';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import './phone.css';
import { PHONE_READY, type PhoneWindow, type Shown } from './frame.ts';
import { fetchScreen } from './screens.ts';
import { Shot } from './Shot.tsx';

// Whoever steps through a journey keeps the focus where it is; screens ask for it whenever they change.
HTMLElement.prototype.focus = () => undefined;
// A modal dialog takes it too, out of every frame that is inert; here a sheet is shown only.
HTMLDialogElement.prototype.showModal = function show() {
  this.open = true;
};

const inLanguage = ({ snapshot, language }: Shown): JourneySnapshot =>
  language === null || snapshot.context.language === language
    ? snapshot
    : // Everything but this one value stays the chart's own object, its methods included.
      Object.assign(Object.create(Object.getPrototypeOf(snapshot) as object) as JourneySnapshot, snapshot, {
        context: { ...snapshot.context, language },
      });

const nothing = (): void => undefined;
const root = createRoot(document.getElementById('root') as HTMLElement);

(window as PhoneWindow).showOnPhone = (shown) => {
  document.documentElement.style.fontSize = `${shown.textSize}%`;
  document.documentElement.lang = shown.language ?? shown.snapshot.context.language;
  flushSync(() => root.render(<Shot state={inLanguage(shown)} send={nothing} />));
};
window.parent.postMessage(PHONE_READY, window.location.origin);

// The others come while nobody waits, so that stepping on never shows an empty page.
for (const path of Object.keys(SCREENS) as RoutePath[]) fetchScreen(path);
