/** `npm run paths -- --to NAME`: the shortest path to one state or transition, executed on real actors. */
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { explore, obligations, type Edge, type Model } from './explore.ts';
import { journeyModel } from './model.ts';
import { nearestNames, nearestTo } from './nearestNames.ts';
import { createMachineDriver } from './machineDriver.ts';
import { createSearch } from './graphSearch.ts';
import type { Step } from './steps.ts';

/** Maximum number of names that are listed. */
const MOST_NAMES = 10;
/** Maximum number of suggestions for a name that the chart does not have. */
const MOST_NEAR = 5;

const HOW =
  'After --to stands the end of a state\'s name (--to cashier.waiting), a part of any name (--to "cashier.waiting --payment.checkRequested"), or an answer as the charts write it (--to "logIn ok"), in small or capital letters. npm run paths -- --list prints every path with the states and steps on it; docs/charts draws the states.';

const listed = (names: readonly string[]): string[] => [
  ...names.slice(0, MOST_NAMES).map((name) => `  ${name}`),
  ...(names.length > MOST_NAMES ? [`  and ${names.length - MOST_NAMES} more`] : []),
];

/** A transition as the charts of docs/charts write it, and as the steps of --list do: `login --logIn ok`, `logIn answered (right)`. */
const AS_DRAWN = /^(?:.* : )?(?:(\S*) ?-+)?(?:after (\w+)|([\w.]+) (ok|failed|answered)(?: \(.*\))?)$/i;

/** The event of a transition in lower case, and the state that it leaves. */
const PARTS = /^(\S+) --(.+?)(?:\[\d+\])?-->/;

const drawnEvent = (type: string): string =>
  type
    .replace(/^xstate\.done\.actor\.(.+)$/, '$1 ok')
    .replace(/^xstate\.error\.actor\.(.+)$/, '$1 failed')
    .replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1');

interface Drawn {
  name: string;
  from: string;
  event: string;
}

const drawnOf = (definitions: readonly string[]): Drawn[] =>
  definitions.flatMap((name) => {
    const [, from = '', type = ''] = PARTS.exec(name) ?? [];
    const event = drawnEvent(type);
    return event === type ? [] : [{ name, from, event }];
  });

/** Source state and event of a transition that is written as in docs/charts; null: the text is not written so. */
function saidAsDrawn(said: string): { from: string; event: string } | null {
  const [, from = '', delay, call = '', answer = ''] = AS_DRAWN.exec(said.trim()) ?? [];
  if (delay !== undefined) return { from, event: `after ${delay}` };
  return answer === '' ? null : { from, event: `${call} ${answer.toLowerCase() === 'failed' ? 'failed' : 'ok'}` };
}

/** The transitions with this label in docs/charts, and the labels that are most like it. */
function drawnAs(said: string, definitions: readonly string[]): { found: string[]; near: string[] } {
  const asked = saidAsDrawn(said);
  if (asked === null) return { found: [], near: [] };
  const drawn = drawnOf(definitions);
  const leaves = ({ from }: Drawn): boolean => `.${from}.`.toLowerCase().includes(`.${asked.from.toLowerCase()}.`);
  const found = drawn.filter((one) => one.event.toLowerCase() === asked.event.toLowerCase() && (asked.from === '' || leaves(one)));
  return { found: found.map(({ name }) => name), near: nearestTo(asked.event, [...new Set(drawn.map(({ event }) => event))], MOST_NEAR) };
}

/** `cashier.waiting` also names `state journey.places.repay.cashier.waiting`, in small or capital letters. */
export function obligationNamed(machine: JourneyMachine, said: string): { obligation: string } | { complaint: string } {
  const { nodes, definitions } = obligations(machine);
  const all = [...nodes, ...definitions].map((name) => ({ name, low: name.toLowerCase() }));
  const typed = said.toLowerCase();
  const exact = all.find(({ low }) => low === typed || low === `state ${typed}`);
  const ending = all.filter(({ low }) => low.startsWith('state ') && low.endsWith(`.${typed}`));
  const drawn = drawnAs(said, definitions);
  const some = drawn.found.length > 0 ? all.filter(({ name }) => drawn.found.includes(name)) : all.filter(({ low }) => low.includes(typed));
  const obligation = exact ?? (ending.length === 1 ? ending[0] : undefined) ?? (some.length === 1 ? some[0] : undefined);
  if (obligation !== undefined) return { obligation: obligation.name };
  const named = (ending.length > 1 ? ending : some).map(({ name }) => name);
  if (named.length > 0) return { complaint: [`"${said}" may be one of ${named.length}:`, ...listed(named), HOW].join('\n') };
  const near = drawn.near.length > 0 ? drawn.near : nearestNames(said, [...nodes, ...definitions], MOST_NEAR);
  return {
    complaint: [
      `The chart has no state or transition named "${said}".`,
      ...(near.length === 0 ? [] : ['Did you mean:', ...listed(near)]),
      HOW,
    ].join('\n'),
  };
}

interface ShortestPath {
  obligation: string;
  /** The path, the step that fulfils the obligation last. */
  steps: readonly Step[];
  lines: string[];
  /** How the path on real actors differs from the graph; null: it does not. */
  complaint: string | null;
}

/** @returns the path, or the reason why there is none. */
export async function pathTo(
  machine: JourneyMachine,
  said: string,
  model: Model = journeyModel,
): Promise<ShortestPath | { complaint: string }> {
  const named = obligationNamed(machine, said);
  if ('complaint' in named) return named;
  const { obligation } = named;
  const isWanted = ({ covers }: Edge): boolean => covers.includes(obligation);
  const graph = explore(machine, { ...model, until: isWanted });
  const path = createSearch(graph, isWanted)(graph.start);
  if (path === null) return { complaint: `No path leads to ${obligation}.` };
  const lines: string[] = [];
  const driver = createMachineDriver(machine, () => undefined);
  let complaint: string | null = null;
  try {
    for (const { step, to } of path) {
      const failed = await driver.perform(step.name).then(
        () => null,
        (error: Error) => error.message,
      );
      const reached = failed === null ? model.projection(driver.snapshot()) : null;
      if (reached !== to) {
        complaint = failed === null ? `"${step.name}" leads to ${reached}, not to ${to}` : `"${step.name}" cannot be performed: ${failed}`;
        break;
      }
      lines.push(`  ${step.name}  ->  ${to.split(' | ')[0]}`);
    }
  } finally {
    driver.stop();
  }
  return { obligation, steps: path.map(({ step }) => step), lines, complaint };
}
