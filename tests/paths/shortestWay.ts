/** The shortest way to every state of an explored graph. */
import type { Graph } from './explore.ts';
import type { Happening } from './model.ts';

/** @returns for the key of a state, what happens on a shortest way to it; throws where nothing leads there. */
export function createPathFinder(graph: Graph): (key: string) => Happening[] {
  const cameBy = new Map<string, { from: string; by: Happening } | null>([[graph.start, null]]);
  for (const [at] of cameBy)
    for (const { to, happening } of graph.edges.get(at) ?? []) if (!cameBy.has(to)) cameBy.set(to, { from: at, by: happening });
  return (key) => {
    const path: Happening[] = [];
    for (let step = cameBy.get(key); step !== null; step = cameBy.get(step.from)) {
      if (step === undefined) throw new Error(`nothing leads to ${key}`);
      path.push(step.by);
    }
    return path.reverse();
  };
}
