/** A screen's example as text, without a browser: for what is said, not for how it looks. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Screen } from '#screens/props.ts';

export const markupOf = (Drawing: Screen, state: JourneySnapshot): string =>
  renderToStaticMarkup(<Drawing state={state} send={() => undefined} />);

/** The visible words, blanks made equal. */
export const wordsOf = (Drawing: Screen, state: JourneySnapshot): string =>
  markupOf(Drawing, state)
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/[\s\u00A0]+/g, ' ');
