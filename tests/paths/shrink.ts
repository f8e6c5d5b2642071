/** A walk that did not agree with its world, as short as it can be made: each try is a world of its own, so there are few. */
import type { Graph } from './explore.ts';
import { shrink } from './counterexamples.ts';
import { createPathFinder } from './shortestWay.ts';
import type { Walker } from './driver.ts';

/** Where the graph says that these happenings lead; null where one of them cannot happen. */
function destination(graph: Graph, happenings: readonly string[]): string | null {
  let at = graph.start;
  for (const name of happenings) {
    const edge = (graph.edges.get(at) ?? []).find(({ happening }) => happening.name === name);
    if (!edge) return null;
    at = edge.to;
  }
  return at;
}

/** @returns whether this world goes along until the last of these happenings, and then does not. */
async function failsAtTheEnd(graph: Graph, walker: Walker, happenings: readonly string[]): Promise<boolean> {
  let at = graph.start;
  for (const [index, name] of happenings.entries()) {
    const edge = (graph.edges.get(at) ?? []).find(({ happening }) => happening.name === name);
    if (!edge || (await walker.perform(name, edge.to)).is === 'impossible') return false;
    if (walker.key() !== edge.to || (await walker.disagreements()).length > 0) return index === happenings.length - 1;
    at = edge.to;
  }
  return false;
}

/**
 * @param walked what happened, the happening that did not agree last.
 * @param begin a world as it is on the first day.
 * @param tries so many worlds may be begun.
 * @returns the shortest way to the same happening in the same state where that fails too; else `walked` without what
 * was seen to be needless.
 */
export async function shortened(
  graph: Graph,
  walked: readonly string[],
  begin: () => Promise<Walker>,
  tries: number,
): Promise<readonly string[]> {
  const from = destination(graph, walked.slice(0, -1));
  const last = walked[walked.length - 1];
  if (from === null || last === undefined) return walked;
  let left = tries;
  const fails = async (happenings: readonly string[]): Promise<boolean> => {
    if (happenings[happenings.length - 1] !== last || destination(graph, happenings.slice(0, -1)) !== from) return false;
    if (left-- <= 0) return false;
    const walker = await begin();
    try {
      return await failsAtTheEnd(graph, walker, happenings);
    } finally {
      await walker.stop();
    }
  };
  const shortest = [...createPathFinder(graph)(from).map(({ name }) => name), last];
  if (shortest.length >= walked.length) return walked;
  return (await fails(shortest)) ? shortest : shrink(walked, fails);
}
