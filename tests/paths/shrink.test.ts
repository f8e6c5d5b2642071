/** What does not agree with a world is shown by the shortest journey on which it still does not. */
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { parseRecording, writeRecording } from '#src/recording/format.ts';
import { explore } from './explore.ts';
import { recordFailure } from './counterexamples.ts';
import { shortened } from './shrink.ts';
import { createPathFinder } from './shortestWay.ts';
import { street } from './happyPath.ts';
import { done, impossible, type Walker } from './driver.ts';

const graph = explore(journeyMachine, street());
const pathTo = createPathFinder(graph);

/** A world that goes along with the graph, but for the happening that it spoils. */
function world(spoils: (happened: readonly string[]) => boolean): Walker {
  const happened: string[] = [];
  let at = graph.start;
  return {
    key: () => at,
    perform(name) {
      const edge = graph.edges.get(at)?.find(({ happening }) => happening.name === name);
      if (!edge) return Promise.resolve(impossible('it cannot happen here'));
      happened.push(name);
      at = spoils(happened) ? 'elsewhere' : edge.to;
      return Promise.resolve(done);
    },
    disagreements: () => Promise.resolve([]),
    stop: () => Promise.resolve(),
  };
}

const namesTo = (key: string): string[] => pathTo(key).map(({ name }) => name);
const found = <T>(one: T | undefined): T => {
  if (one === undefined) throw new Error('the street has no such place');
  return one;
};

describe('a walk that did not agree', () => {
  const home = found([...graph.states.keys()].find((key) => key.startsWith('places.tabs.home')));
  const away = found(graph.edges.get(home)?.find(({ to }) => to !== home && graph.edges.get(to)?.some((edge) => edge.to === home)));
  const back = found(graph.edges.get(away.to)?.find(({ to }) => to === home)).happening.name;
  const there = away.happening.name;
  /** To home, there and back twice, and there once more. */
  const walked = [...namesTo(home), there, back, there, back, there];

  it('is as short as the way to it', async () => {
    let begun = 0;
    const short = await shortened(
      graph,
      walked,
      () => {
        begun++;
        return Promise.resolve(world((happened) => happened[happened.length - 1] === there));
      },
      8,
    );
    expect(short).toEqual([...namesTo(home), there]);
    expect(begun).toBe(1);
    const recording = await recordFailure(journeyMachine, { says: 'Not so', steps: short });
    expect(parseRecording(writeRecording(recording)).ok).toBe(true);
  });

  it('keeps what it needs: here, to have been there before', async () => {
    const beenThere = (happened: readonly string[]) => happened.filter((name) => name === there).length === 2;
    const short = await shortened(graph, walked.slice(0, -2), () => Promise.resolve(world(beenThere)), 20);
    expect(short).toEqual(walked.slice(0, -2));
    const longer = await shortened(graph, walked, () => Promise.resolve(world(beenThere)), 20);
    expect(longer.filter((name) => name === there)).toHaveLength(2);
  });

  it('stays as it was walked where no world may be begun', async () => {
    expect(await shortened(graph, walked, () => Promise.reject(new Error('begun')), 0)).toEqual(walked);
  });
});
