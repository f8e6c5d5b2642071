/** Shortest paths to the states of an explored graph. */
import type { Graph } from './explore.ts';
import type { Step } from './steps.ts';

/** @returns for the key of a state, the steps of a shortest path; throws where no path leads there. */
export function createPathFinder(graph: Graph): (key: string) => Step[] {
  const cameBy = new Map<string, { from: string; by: Step } | null>([[graph.start, null]]);
  for (const [at] of cameBy)
    for (const { to, step } of graph.edges.get(at) ?? []) if (!cameBy.has(to)) cameBy.set(to, { from: at, by: step });
  return (key) => {
    const path: Step[] = [];
    for (let step = cameBy.get(key); step !== null; step = cameBy.get(step.from)) {
      if (step === undefined) throw new Error(`nothing leads to ${key}`);
      path.push(step.by);
    }
    return path.reverse();
  };
}
