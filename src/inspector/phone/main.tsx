/** The page inside the phone's frame: draws one snapshot with the real screen. It sends nothing, fetches nothing and takes no focus. */
import { useSyncExternalStore, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { RoutePath } from '#machines/routes.ts';
import { SCREENS } from '#screens/index.ts';
import type { Screen } from '#screens/props.ts';
import { routeOf } from '#src/router/place.ts';
import { Frame } from '#src/ui/frame/Frame.tsx';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { PHONE_READY, type PhoneWindow, type Shown } from './frame.ts';

// Whoever steps through a journey keeps the focus where it is; screens ask for it whenever they change.
HTMLElement.prototype.focus = () => undefined;

const slots = new Map<RoutePath, { Screen: Screen }>();
const listeners = new Set<() => void>();
let version = 0;

async function fetchScreen(path: RoutePath): Promise<void> {
  const module = await SCREENS[path]();
  slots.set(path, { Screen: module.default });
  version += 1;
  for (const tell of listeners) tell();
}

const onLoaded = (tell: () => void): (() => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

const inLanguage = ({ snapshot, language }: Shown): JourneySnapshot =>
  language === null || snapshot.context.language === language
    ? snapshot
    : // Everything but this one value stays the chart's own object, its methods included.
      Object.assign(Object.create(Object.getPrototypeOf(snapshot) as object) as JourneySnapshot, snapshot, {
        context: { ...snapshot.context, language },
      });

const nothing = (): void => undefined;

function Shot({ shown }: { shown: Shown }): ReactElement {
  useSyncExternalStore(onLoaded, () => version);
  const state = inLanguage(shown);
  const path = routeOf(state);
  const slot = slots.get(path);
  if (!slot) {
    void fetchScreen(path);
    return <main aria-busy="true" />;
  }
  return (
    <Frame state={state} send={nothing} place={path}>
      <slot.Screen key={path} state={state} send={nothing} />
    </Frame>
  );
}

const root = createRoot(document.getElementById('root') as HTMLElement);

(window as PhoneWindow).showOnPhone = (shown) => {
  document.documentElement.style.fontSize = `${shown.textSize}%`;
  document.documentElement.lang = shown.language ?? shown.snapshot.context.language;
  flushSync(() => root.render(<Shot shown={shown} />));
};
window.parent.postMessage(PHONE_READY, window.location.origin);

// The others come while nobody waits, so that stepping on never shows an empty page.
for (const path of Object.keys(SCREENS) as RoutePath[]) void fetchScreen(path);
