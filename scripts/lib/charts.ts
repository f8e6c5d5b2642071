/** The generated pages about the charts: their contents, and a check for stale ones. */
import { deskMachine } from '#machines/desk.machine.ts';
import { formMachine } from '#machines/form.machine.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import type { AnyStateNode } from 'xstate';
import { APPLICATION_STEPS, statusNameOf } from '#machines/model/orderStatus.ts';
import { orderMachine } from '#machines/order.machine.ts';
import { diagram, fenced, places, sections, type Omit } from './chartText.ts';

export type Page = { path: string; text: string };

const README = 'README.md';
const page = (...blocks: string[]) => `${blocks.join('\n\n')}\n`;
export const CHART_BEGIN = '<!-- chart:begin (written by npm run chart) -->';
export const CHART_END = '<!-- chart:end -->';

/** The end of a session is left out: every call can cause it, and its arrows would hide all others. */
const endOfSession: Omit = ({ guard }) => guard === 'endsSession';

/** The overview also leaves out Back and failed calls, which every screen has. */
const everydayTransitions: Omit = (transition) =>
  endOfSession(transition) || transition.event === 'back.requested' || transition.event.endsWith(' failed');

const STEPS = APPLICATION_STEPS.map((status) => statusNameOf(status));

/** A saved section leads to the first missing section. The diagram shows only the usual order. */
const unusualSteps: Omit = ({ guard, from, to }) => {
  const step = (name: string) => STEPS.findIndex((one) => one === name);
  return guard === 'leadsTo' && step(to) !== step(from) + 1;
};

const topStates = (): AnyStateNode[] => Object.values(journeyMachine.getStateNodeById('places').states);

/** Overview of the journey: one box per top state. */
export function overview(): string {
  const boot = journeyMachine.getStateNodeById('boot');
  return diagram([boot, ...topStates(), journeyMachine.getStateNodeById('sessionEnded')], boot, everydayTransitions);
}

const journeyPage = (): string =>
  page(
    '# The journey',
    'Written from `machines/journey.machine.ts` by `npm run chart`. An arrow says the event and, in brackets, the guard; ' +
      '`loadHome ok` and `loadHome failed` are the answers of a port. A box with states of its own has a section of its own. ' +
      'Not drawn: a session code in any answer, or `session.lost` from the wire, leads to `sessionEnded` from everywhere.',
    '## From above',
    'Without the way back and without failed calls, which every place has.',
    fenced(overview()),
    '## Places',
    'Every state that a link can lead to. The guard answers; without a session `needsLogin` asks for login first and then follows the link.',
    places(journeyMachine),
    '## States',
    ...topStates().flatMap((state) => sections(state, endOfSession, 3)),
  );

const orderPage = (): string =>
  page(
    '# The order',
    "Written from `machines/order.machine.ts` by `npm run chart`. The lender's side: the server loads the row, asks this chart and writes what it says.",
    'Drawn of `leadsTo` is the usual way, one step on. A section may be saved again at a later step, and what was saved leads to the first step that is still open, forwards or back.',
    ...sections(orderMachine.root, unusualSteps),
  );

const formPage = (): string =>
  page(
    '# A form',
    "Written from `machines/form.machine.ts` by `npm run chart`. One form on the screen: what is being typed, whether it is stored, and what was said about it. The page holds the values that were entered and the messages of the form's own rules.",
    'What leads somewhere "from anywhere here" does so from every state that does not answer the event itself.',
    ...sections(formMachine.root, () => false),
  );

/** The end of a session is left out, because every call can report it. */
const signedOut: Omit = ({ guard }) => guard === 'isSignedOut';

const deskPage = (): string =>
  page(
    '# The desk',
    'Written from `machines/desk.machine.ts` by `npm run chart`. The page of the staff. While a session runs, three things run side by side: whether somebody is there, the counts of the queues, and the place in the middle.',
    'Not drawn: a call that answers that the session has ended leads to `signingIn` from everywhere.',
    ...sections(deskMachine.root, signedOut),
  );

/** The README with the present diagram between its markers. @throws when the markers are missing. */
export function withChart(readme: string): string {
  const begin = readme.indexOf(CHART_BEGIN);
  const end = readme.indexOf(CHART_END);
  if (begin < 0 || end < begin) throw new Error(`${README} lacks the markers ${CHART_BEGIN} and ${CHART_END}`);
  return `${readme.slice(0, begin + CHART_BEGIN.length)}\n\n${fenced(overview())}\n\n${readme.slice(end)}`;
}

/**
 * Pages that differ from the machines.
 * @param read returns the text of a file of the repository, null when it does not exist
 */
export function staleCharts(read: (path: string) => string | null): Page[] {
  const pages: Page[] = [
    { path: 'docs/charts/journey.md', text: journeyPage() },
    { path: 'docs/charts/order.md', text: orderPage() },
    { path: 'docs/charts/form.md', text: formPage() },
    { path: 'docs/charts/desk.md', text: deskPage() },
    { path: README, text: withChart(read(README) ?? '') },
  ];
  return pages.filter(({ path, text }) => read(path) !== text);
}
