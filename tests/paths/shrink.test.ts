/** Shrinking a mismatch with an environment. */
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { parseRecording, writeRecording } from '#src/recording/format.ts';
import { explore } from './explore.ts';
import { recordFailure } from './counterexamples.ts';
import { shrinkMismatch } from './shrink.ts';
import { createPathFinder } from './shortestWay.ts';
import { happyPath } from './happyPath.ts';
import { done, impossible, type PathDriver } from './pathDriver.ts';

const graph = explore(journeyMachine, happyPath());
const pathTo = createPathFinder(graph);

/** An environment that follows the graph, except for the step that it fails. */
function environment(fails: (happened: readonly string[]) => boolean): PathDriver {
  const happened: string[] = [];
  let at = graph.start;
  return {
    key: () => at,
    perform(name) {
      const edge = graph.edges.get(at)?.find(({ step }) => step.name === name);
      if (!edge) return Promise.resolve(impossible('it cannot happen here'));
      happened.push(name);
      at = fails(happened) ? 'another state' : edge.to;
      return Promise.resolve(done);
    },
    disagreements: () => Promise.resolve([]),
    stop: () => Promise.resolve(),
  };
}

const namesTo = (key: string): string[] => pathTo(key).map(({ name }) => name);
const found = <T>(one: T | undefined): T => {
  if (one === undefined) throw new Error('the happy path has no such state');
  return one;
};

describe('path that ends in a mismatch', () => {
  const home = found([...graph.states.keys()].find((key) => key.startsWith('places.tabs.home')));
  const away = found(graph.edges.get(home)?.find(({ to }) => to !== home && graph.edges.get(to)?.some((edge) => edge.to === home)));
  const back = found(graph.edges.get(away.to)?.find(({ to }) => to === home)).step.name;
  const there = away.step.name;
  /** To home, away and back twice, and away once more. */
  const executed = [...namesTo(home), there, back, there, back, there];

  it('mismatch depends on the last step alone: is shrunk to the shortest path', async () => {
    let begun = 0;
    const short = await shrinkMismatch(
      graph,
      executed,
      () => {
        begun++;
        return Promise.resolve(environment((happened) => happened[happened.length - 1] === there));
      },
      8,
    );
    expect(short).toEqual([...namesTo(home), there]);
    expect(begun).toBe(1);
    const recording = await recordFailure(journeyMachine, { message: 'Mismatch', steps: short });
    expect(parseRecording(writeRecording(recording)).ok).toBe(true);
  });

  it('mismatch depends on an earlier visit: keeps the visit', async () => {
    const beenThere = (happened: readonly string[]) => happened.filter((name) => name === there).length === 2;
    const short = await shrinkMismatch(graph, executed.slice(0, -2), () => Promise.resolve(environment(beenThere)), 20);
    expect(short).toEqual(executed.slice(0, -2));
    const longer = await shrinkMismatch(graph, executed, () => Promise.resolve(environment(beenThere)), 20);
    expect(longer.filter((name) => name === there)).toHaveLength(2);
  });

  it('shrinking a path, no attempts left: stays as it was executed', async () => {
    expect(await shrinkMismatch(graph, executed, () => Promise.reject(new Error('begun')), 0)).toEqual(executed);
  });
});
