/** Address and title that the page must have in a state, from the screen that ships, rendered from the snapshot alone. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { SCREENS } from '#screens/index.ts';
import { isPassing, routeOf } from '#src/router/currentPlace.ts';

const plain = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

export interface Expected {
  path: string;
  heading: string;
}

/** @returns null for a passing state, which changes neither address nor page. */
export async function expectedIn(state: JourneySnapshot): Promise<Expected | null> {
  if (isPassing(state)) return null;
  const path = routeOf(state);
  const { default: Drawing } = await SCREENS[path]();
  const markup = renderToStaticMarkup(<Drawing state={state} send={() => undefined} />);
  return { path, heading: plain(/<h1[^>]*>(.*?)<\/h1>/s.exec(markup)?.[1] ?? '') };
}
