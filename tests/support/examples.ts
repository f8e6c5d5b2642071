/** The visible states of the chart, and those of them without an example. */
import type { AnyStateNode } from 'xstate';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';

/** Whether a state is left at once in any context, so that it is never drawn. */
const isPassedThrough = (node: AnyStateNode): boolean => (node.always ?? []).some(({ guard }) => guard === undefined);

/** The screen a state belongs to: the nearest place with a route. */
const screenOf = (node: AnyStateNode | undefined): AnyStateNode | undefined =>
  node === undefined || ('route' in ((node.config.meta ?? {}) as object) && node.config.route !== undefined) ? node : screenOf(node.parent);

/** @returns the leaves of the chart that draw something, as `screen.state`. */
export function visibleStates(machine: JourneyMachine): Map<AnyStateNode, string> {
  const found = new Map<AnyStateNode, string>();
  const walk = (node: AnyStateNode): void => {
    const children = Object.values(node.states);
    children.forEach(walk);
    const screen = screenOf(node);
    if (children.length > 0 || !screen || isPassedThrough(node)) return;
    found.set(node, node === screen ? screen.id : `${screen.id}.${node.path.slice(screen.path.length).join('.')}`);
  };
  walk(machine.root as AnyStateNode);
  return found;
}

/** @returns the names of the states without an example. */
export function missingExamples(machine: JourneyMachine, examples: readonly JourneySnapshot[]): string[] {
  const shown = new Set(examples.flatMap((snapshot) => snapshot._nodes as readonly AnyStateNode[]).map(({ id }) => id));
  return [...visibleStates(machine)].filter(([node]) => !shown.has(node.id)).map(([, name]) => name);
}
