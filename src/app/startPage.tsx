/**
 * Home as HTML for the start page, which shows it before any script runs. The app's own components render it from a state of
 * the chart. Built for Node (`scripts/build/buildStartPage.ts`). The build writes the loading home into `index.html`, and the
 * lender adds the home of a visitor with today's figures.
 */
import { renderToStaticMarkup } from 'react-dom/server';
import { initialTransition, transition } from 'xstate';
import type { Language, StoredDevice } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { LANGUAGES } from '#machines/model/device.ts';
import type { HomeData } from '#machines/model/order.ts';
import VisitorHome from '#screens/tabs/home/visitor.tsx';
import { Frame } from '#src/ui/frame/Frame.tsx';
import { ROUTES } from '#machines/routes.ts';

const nothing = (): void => undefined;

/** A phone without a stored session. */
const newPhone = (language: Language): StoredDevice => ({
  session: null,
  language,
  appearance: 'system',
  drafts: {},
  draftsOf: null,
  unsent: {},
  resume: null,
  awaitedCode: null,
  lostSession: false,
  app: null,
});

const answered = (port: 'restoreDevice' | 'loadHome', output: StoredDevice | HomeData): JourneyEvent =>
  ({ type: `xstate.done.actor.${port}`, actorId: port, output }) as unknown as JourneyEvent;

/** The chart as it starts on a new phone. @param home the lender's answer; null: it is awaited. */
function stateOf(language: Language, home: HomeData | null): JourneySnapshot {
  const [booting] = initialTransition(journeyMachine);
  const [loading] = transition(journeyMachine, booting, answered('restoreDevice', newPhone(language)));
  return home ? transition(journeyMachine, loading, answered('loadHome', home))[0] : loading;
}

/** @param home the lender's answer to a visitor; null: home while it is loading. @returns HTML without scripts and styles. */
export function homeHtml(language: Language, home: HomeData | null): string {
  const state = stateOf(language, home);
  return renderToStaticMarkup(
    <Frame state={state} send={nothing} place={ROUTES.home}>
      <VisitorHome state={state} send={nothing} />
    </Frame>,
  );
}

/** The end of this template in a built page is the place for the homes of a visitor. */
const HOMES = /<template id="homes">[^]*?(?=<\/template>)/;

/** The page with a visitor's home in each language. @param page a built `index.html`. */
export function pageWithHomes(page: string, homeIn: (language: Language) => HomeData): string {
  const homes = LANGUAGES.map((language) => `<div lang="${language}">${homeHtml(language, homeIn(language))}</div>`).join('');
  return page.replace(HOMES, (loading) => loading + homes);
}
