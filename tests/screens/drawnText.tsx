/** The text of a screen's example without a browser. It tests texts, not the layout. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Screen } from '#screens/props.ts';

export const markupOf = (Drawing: Screen, state: JourneySnapshot): string =>
  renderToStaticMarkup(<Drawing state={state} send={() => undefined} />);

/** The visible words, with all kinds of blanks and hyphens replaced by the plain ones. */
export const wordsOf = (Drawing: Screen, state: JourneySnapshot): string =>
  markupOf(Drawing, state)
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\u2011/g, '-')
    .replace(/[\s\u00A0]+/g, ' ');
