/**
 * Draws one example of one screen: `#home/repaying/sw`, in dark colours `#home/repaying/sw/dark`. Without a hash it puts the list
 * of examples into `window.gallery`. Tests and developers use the page; the borrower's bundle does not contain it.
 */
import { createRoot, type Root } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { LANGUAGES, type Language } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { Frame } from '#src/ui/frame/Frame.tsx';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { drawings, examples as loaders } from './allScreens.ts';

/** The appearance that is shown on this phone, light or dark. */
type Look = 'light' | 'dark';

declare global {
  interface Window {
    gallery?: {
      list: () => Promise<Record<string, string[]>>;
      show: (screen: string, example: string, language?: Language, look?: Look) => Promise<void>;
      /** The events that the screen has sent since it was shown. */
      sent: JourneyEvent[];
    };
  }
}

const inLanguage = (snapshot: JourneySnapshot, language: Language): JourneySnapshot =>
  ({ ...snapshot, context: { ...snapshot.context, language } }) as JourneySnapshot;

const examplesOf = async (screen: string): Promise<Record<string, JourneySnapshot>> => {
  const loader = loaders[screen];
  return loader ? (await loader()).examples : {};
};

let root: Root | undefined;
const sent: JourneyEvent[] = [];

async function show(screen: string, name: string, language?: Language, look: Look = 'light') {
  const [drawing, examples] = await Promise.all([drawings[screen]?.(), examplesOf(screen)]);
  const snapshot = examples[name];
  if (!drawing || !snapshot) throw new Error(`screen ${screen} has no example ${name}`);
  const Screen = drawing.default;
  const state = language ? inLanguage(snapshot, language) : snapshot;
  const send = (event: JourneyEvent) => void sent.push(event);
  root?.unmount();
  root = createRoot(document.getElementById('root') as HTMLElement);
  sent.length = 0;
  document.documentElement.dataset['theme'] = look;
  document.documentElement.lang = state.context.language;
  document.title = `${screen} ${name}`;
  window.scrollTo(0, 0);
  flushSync(() =>
    root?.render(
      <Frame state={state} send={send} place={screen}>
        <Screen state={state} send={send} />
      </Frame>,
    ),
  );
}

const list = async () => {
  const found: Record<string, string[]> = {};
  for (const screen of Object.keys(loaders)) found[screen] = Object.keys(await examplesOf(screen));
  return found;
};

window.gallery = { list, show, sent };

const [screen, name, language, look] = window.location.hash.slice(1).split('/');
if (screen && name)
  void show(
    screen,
    name,
    LANGUAGES.find((known) => known === language),
    look === 'dark' ? 'dark' : 'light',
  );
