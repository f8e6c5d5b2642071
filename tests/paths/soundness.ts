/**
 * Is the projection right? Snapshots that it calls one state must have one future: the same happenings,
 * leading to the same states. A guard that begins to read something the projection forgets is found here.
 */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { createNovelty, createStepper, type Graph } from './explore.ts';

type Future = ReadonlyMap<string, string>;

/**
 * @param atMost stop after so many complaints.
 * @param keys of the states to compare; all of them when left out.
 * @returns one sentence per snapshot that behaves unlike the first one found with its key; and how many were compared.
 */
export function checkSoundness(
  graph: Graph,
  atMost = 10,
  keys: Iterable<string> = graph.states.keys(),
): { complaints: string[]; compared: number } {
  const stepper = createStepper(graph.machine, false);
  const { projection, happenings } = graph;
  const complaints: string[] = [];
  let compared = 0;
  const isNovel = createNovelty();

  const futureOf = (snapshot: JourneySnapshot): Future => {
    const future = new Map<string, string>();
    for (const happening of happenings(snapshot)) {
      const next = stepper.step(snapshot, happening);
      if (next !== null) future.set(happening.name, projection(next.snapshot));
    }
    return future;
  };

  /**
   * Everything that leaves the state where it is happens, one after the other: drafts, notices, language,
   * clock, connection, a tick. Returns the last snapshot, and those before it with values that did not last.
   */
  const shaken = (key: string, first: JourneySnapshot): JourneySnapshot[] => {
    const passed = [first];
    for (const { happening, to } of graph.edges.get(key) ?? []) {
      if (to !== key) continue;
      const next = stepper.step(passed[passed.length - 1] as JourneySnapshot, happening);
      if (next !== null && projection(next.snapshot) === key) passed.push(next.snapshot);
    }
    return passed.reverse().filter((snapshot) => isNovel(snapshot, first));
  };

  for (const key of keys) {
    const first = graph.states.get(key);
    if (!first) throw new Error(`no state ${key}`);
    const expected: Future = new Map((graph.edges.get(key) ?? []).map(({ happening, to }) => [happening.name, to]));
    for (const snapshot of [...shaken(key, first), ...(graph.others.get(key) ?? [])]) {
      compared += 1;
      const difference = firstDifference(expected, futureOf(snapshot));
      if (difference !== null) complaints.push(`${key}: ${difference}`);
      if (complaints.length >= atMost) return { complaints, compared };
    }
  }
  return { complaints, compared };
}

function firstDifference(expected: Future, found: Future): string | null {
  for (const name of new Set([...expected.keys(), ...found.keys()])) {
    const [once, again] = [expected.get(name), found.get(name)];
    if (once !== again) return `"${name}" leads to ${once ?? 'nothing'} or to ${again ?? 'nothing'}`;
  }
  return null;
}
