/** `npm run paths -- --to GOAL`: the shortest path to one state or transition, walked on real actors. */
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { nearest } from './cover.ts';
import { explore, obligations, type Edge, type Model } from './explore.ts';
import { journeyModel } from './model.ts';
import { createMachineDriver } from './machineDriver.ts';
import type { Step } from './steps.ts';

/** At most so many names are listed. */
const MOST_NAMES = 10;

/** `cashier.waiting` also names `state journey.places.repay.cashier.waiting`. */
export function goalNamed(machine: JourneyMachine, said: string): { goal: string } | { complaint: string } {
  const { nodes, definitions } = obligations(machine);
  const all = [...nodes, ...definitions];
  const exact = all.find((name) => name === said || name === `state ${said}`);
  const ending = all.filter((name) => name.startsWith('state ') && name.endsWith(`.${said}`));
  const some = all.filter((name) => name.includes(said));
  const goal = exact ?? (ending.length === 1 ? ending[0] : undefined) ?? (some.length === 1 ? some[0] : undefined);
  if (goal !== undefined) return { goal };
  const named = ending.length > 1 ? ending : some;
  return {
    complaint:
      named.length === 0
        ? `The chart has no state or transition named "${said}"; npm run paths -- --list prints what there is on the way.`
        : [
            `"${said}" may be one of ${named.length}:`,
            ...named.slice(0, MOST_NAMES).map((name) => `  ${name}`),
            ...(named.length > MOST_NAMES ? ['  …'] : []),
          ].join('\n'),
  };
}

interface Walk {
  goal: string;
  /** The path, the step that reaches the goal last. */
  steps: readonly Step[];
  lines: string[];
  /** Null: real actors went where the graph goes. */
  complaint: string | null;
}

/** @returns the walk; or why there is none. */
export async function walkTo(machine: JourneyMachine, said: string, model: Model = journeyModel): Promise<Walk | { complaint: string }> {
  const named = goalNamed(machine, said);
  if ('complaint' in named) return named;
  const { goal } = named;
  const isWanted = ({ covers }: Edge): boolean => covers.includes(goal);
  const graph = explore(machine, { ...model, until: isWanted });
  const path = nearest(graph, graph.start, isWanted);
  if (path === null) return { complaint: `No path leads to ${goal}.` };
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
  return { goal, steps: path.map(({ step }) => step), lines, complaint };
}
