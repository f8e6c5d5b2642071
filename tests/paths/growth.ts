/** The cost of further screens: the chart that ships, with generated screens, is explored, checked and covered. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { onApiError } from '#machines/setup.ts';
import { enabledSteps, journeyModel } from './model.ts';
import type { Step } from './steps.ts';
import { mutated } from './mutate.ts';
import { isBeforeSync } from './projection.ts';
import { verify, type Report } from './verify.ts';

/** Screens added, by row of the table. */
const STEPS = [0, 10, 25, 50] as const;
/** Maximum cost of the added screens, as a multiple of the cost of the chart that ships. */
const MOST_TIMES = 4;

/** A typical screen: one call, its answer, a form that is sent, a failure and a way back. */
const screen = (id: string) => ({
  id,
  route: {},
  initial: 'loading',
  meta: { route: `/${id}`, title: id },
  exit: 'clearProblem',
  on: { 'back.requested': '#settings' },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: `load.${id}`,
        src: 'loadSupport',
        onDone: { target: 'editing', actions: 'clearProblem' },
        onError: onApiError('failed'),
      },
    },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
    editing: { tags: ['form', 'stable'], on: { 'ticket.rated': 'sending', 'refresh.requested': 'loading' } },
    sending: {
      tags: ['busy', 'overlay'],
      invoke: { id: `send.${id}`, src: 'actOnTicket', onDone: '#home', onError: onApiError('editing') },
    },
  },
});

/** Verifies the chart with this number of added screens. Each is linked from everywhere, like the screens that ship. */
export async function verifyWith(added: number): Promise<Report> {
  const ids = Array.from({ length: added }, (_, index) => `added${index + 1}`);
  const machine = mutated('places.userCenter', ({ states }) => ({
    states: { ...states, ...Object.fromEntries(ids.map((id) => [id, screen(id)])) },
  }));
  const links: readonly Step[] = ids.map((id) => ({ name: `xstate.route (#${id})`, event: { type: 'xstate.route', to: `#${id}` } }));
  const enabled = (snapshot: JourneySnapshot): Step[] =>
    snapshot.context.session === null || isBeforeSync(snapshot) ? enabledSteps(snapshot) : [...enabledSteps(snapshot), ...links];
  return (await verify(machine, { ...journeyModel, enabled })).report;
}

/** Seconds of processor time, which do not depend on the load of the machine. */
async function processorSeconds<T>(work: () => Promise<T>): Promise<[T, string]> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, ((user + system) / 1_000_000).toFixed(0)];
}

/** The table as Markdown. @param onLine is called with each line as soon as it is complete. */
export async function growthTable(onLine: (line: string) => void = () => undefined): Promise<string[]> {
  const lines: string[] = [];
  const add = (line: string): void => {
    lines.push(line);
    onLine(line);
  };
  add('| screens added | states | edges | paths | steps | processor time, s |');
  add('|---|---|---|---|---|---|');
  let base = 0;
  for (const added of STEPS) {
    const [{ states, edges, paths, steps }, cost] = await processorSeconds(() => verifyWith(added));
    base ||= Number(cost);
    if (Number(cost) > MOST_TIMES * base)
      throw new Error(`${added} more screens cost ${cost} s, more than ${MOST_TIMES} times the ${base} s of none`);
    add(`| ${[added, states, edges, paths, steps, cost].join(' | ')} |`);
  }
  return lines;
}

const TESTING_FILE = fileURLToPath(new URL('../../docs/testing.md', import.meta.url));
const MARKS = /(<!-- growth:begin[^>]*-->\n\n)[\s\S]*?(\n\n<!-- growth:end -->)/;

/** Writes the table into docs/testing.md. @throws when its markers are missing there. */
export function writeGrowth(lines: readonly string[]): string {
  const page = readFileSync(TESTING_FILE, 'utf8');
  if (!MARKS.test(page)) throw new Error(`${TESTING_FILE} has no place for the table of growth`);
  writeFileSync(
    TESTING_FILE,
    page.replace(MARKS, (_, begin: string, end: string) => `${begin}${lines.join('\n')}${end}`),
  );
  return TESTING_FILE;
}
