/** Shrinks the steps to a mismatch. Each attempt starts an environment, so the number of attempts is limited. */
import type { Graph } from './explore.ts';
import { shrink } from './counterexamples.ts';
import { createPathFinder } from './shortestWay.ts';
import type { PathDriver } from './pathDriver.ts';

/** The state to which these steps lead in the graph; null where one of them is not enabled. */
function destination(graph: Graph, steps: readonly string[]): string | null {
  let at = graph.start;
  for (const name of steps) {
    const edge = (graph.edges.get(at) ?? []).find(({ step }) => step.name === name);
    if (!edge) return null;
    at = edge.to;
  }
  return at;
}

/** @returns whether the environment agrees with the graph before the last of these steps, and differs after it. */
async function failsAtTheEnd(graph: Graph, driver: PathDriver, steps: readonly string[]): Promise<boolean> {
  let at = graph.start;
  for (const [index, name] of steps.entries()) {
    const edge = (graph.edges.get(at) ?? []).find(({ step }) => step.name === name);
    if (!edge || (await driver.perform(name, edge.to)).is === 'impossible') return false;
    if (driver.key() !== edge.to || (await driver.disagreements()).length > 0) return index === steps.length - 1;
    at = edge.to;
  }
  return false;
}

/**
 * @param executed names of the steps, the mismatch last.
 * @param begin starts an environment in its initial state.
 * @param tries maximum number of environments that are started.
 * @returns the shortest path to the same step in the same state, if this path fails too; else `executed` without the steps
 * that the mismatch does not need.
 */
export async function shrinkMismatch(
  graph: Graph,
  executed: readonly string[],
  begin: () => Promise<PathDriver>,
  tries: number,
): Promise<readonly string[]> {
  const from = destination(graph, executed.slice(0, -1));
  const last = executed[executed.length - 1];
  if (from === null || last === undefined) return executed;
  let left = tries;
  const fails = async (steps: readonly string[]): Promise<boolean> => {
    if (steps[steps.length - 1] !== last || destination(graph, steps.slice(0, -1)) !== from) return false;
    if (left-- <= 0) return false;
    const driver = await begin();
    try {
      return await failsAtTheEnd(graph, driver, steps);
    } finally {
      await driver.stop();
    }
  };
  const shortest = [...createPathFinder(graph)(from).map(({ name }) => name), last];
  if (shortest.length >= executed.length) return executed;
  return (await fails(shortest)) ? shortest : shrink(executed, fails);
}
