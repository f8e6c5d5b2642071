/**
 * Soundness of the projection: snapshots with the same key must enable the same steps, and these must lead to the same
 * states. The comparison finds a guard that reads a value outside of the projection.
 */
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import { createNoveltyCheck, createStepper, type Graph } from './explore.ts';
import { createKnownOutcomes } from './independence.ts';
import { differingValues, lineToAdd, placesOfPart, type Differing } from './partToAdd.ts';

type Future = ReadonlyMap<string, string>;

export interface Soundness {
  /** One complaint for each step with another outcome than in the first snapshot with the same key. */
  complaints: string[];
  /** Number of comparisons. */
  compared: number;
}

/**
 * @param atMost number of complaints after which the check stops.
 * @param keys of the states to compare; all by default.
 */
export function checkSoundness<M extends AnyStateMachine>(
  graph: Graph<M>,
  atMost = 10,
  keys: Iterable<string> = graph.states.keys(),
): Soundness {
  type Snapshot = SnapshotFrom<M>;
  const { input, projection, enabled } = graph.model;
  const stepper = createStepper(graph.machine, { input, withCoverage: false });
  const dependent = graph.dependent.slice(0, atMost);
  const differences: Difference[] = [];
  const result = (): Soundness => ({
    complaints: [...dependent, ...differenceComplaints(differences, (keys, field, contexts) => placesOfPart(graph, keys, field, contexts))],
    compared,
  });
  let compared = 0;
  const isNovel = createNoveltyCheck(graph.model);

  // Links are compared by group, see `independence.ts`.
  const known = graph.model.independence && createKnownOutcomes<SnapshotFrom<AnyStateMachine>>(graph.model.independence as never);

  const futureOf = (snapshot: Snapshot, key: string): Future => {
    const future = new Map<string, string>();
    const outcomes = known?.enter(snapshot as SnapshotFrom<AnyStateMachine>, key);
    for (const step of enabled(snapshot)) {
      const { type } = step.event;
      const before = outcomes?.of(type, step.name);
      if (before !== undefined) {
        if (before !== null) future.set(step.name, before.to);
        continue;
      }
      const next = stepper.step(snapshot, step);
      const to = next && projection(next.snapshot);
      // The outcome of a link to the own page, which is entered again, is not valid for other pages.
      if (to !== key || type !== 'xstate.route')
        outcomes?.keep(
          type,
          step.name,
          to === null ? null : { to, covers: [] },
          (next ?? { snapshot }).snapshot as SnapshotFrom<AnyStateMachine>,
        );
      if (to !== null) future.set(step.name, to);
    }
    return future;
  };

  /**
   * Takes every self-loop of the state, one after the other: drafts, notices, language, clock, connection, a tick.
   * Returns the last snapshot, and earlier snapshots with values that a later step replaced.
   */
  const afterSelfLoops = (key: string, first: Snapshot): Snapshot[] => {
    const passed = [first];
    for (const { step, to } of graph.edges.get(key) ?? []) {
      if (to !== key) continue;
      const next = stepper.step(passed[passed.length - 1] as Snapshot, step);
      if (next !== null && projection(next.snapshot) === key) passed.push(next.snapshot);
    }
    return passed.reverse().filter((snapshot) => isNovel(snapshot, first));
  };

  for (const key of keys) {
    const first = graph.states.get(key);
    if (!first) throw new Error(`no state ${key}`);
    const expected: Future = new Map((graph.edges.get(key) ?? []).map(({ step, to }) => [step.name, to]));
    for (const snapshot of [...afterSelfLoops(key, first), ...(graph.others.get(key) ?? [])]) {
      compared += 1;
      const difference = firstDifference(expected, futureOf(snapshot, key));
      if (difference !== null) {
        const contexts = [contextIn(first), contextIn(snapshot)] as const;
        differences.push({ key, ...difference, values: differingValues(...contexts), contexts });
      }
      if (dependent.length + differences.length >= atMost) return result();
    }
  }
  return result();
}

const contextIn = ({ context }: AnyMachineSnapshot): object => context;

/** A snapshot that behaves unlike the first one with its key. */
interface Difference {
  key: string;
  /** Name of the first step with another outcome. */
  step: string;
  said: string;
  /** Values of the context that differ. */
  values: readonly Differing[];
  /** The contexts of both snapshots. */
  contexts: Contexts;
}

type Contexts = readonly [object, object];

/**
 * One complaint for each step: a guard of it reads a value that differs in every one of its states.
 * @param placesOf the places in which a part must tell the values apart, if it differs in states with these keys; null: everywhere.
 */
export function differenceComplaints(
  differences: readonly Difference[],
  placesOf: (keys: readonly string[], path: string, contexts: Contexts) => readonly string[] | null = () => null,
): string[] {
  const bySteps = new Map<string, Difference[]>();
  for (const one of differences) bySteps.set(one.step, [...(bySteps.get(one.step) ?? []), one]);
  return [...bySteps.values()].map((ones) => {
    const [first] = ones as [Difference];
    const common = first.values.filter(({ path }) => ones.every(({ values }) => values.some((other) => other.path === path)));
    const differing = (common.length > 0 ? common : first.values).map(({ path }) => path).join(', ');
    const [value] = common;
    const keys = ones.map(({ key }) => key);
    const places = value === undefined ? null : placesOf(keys, value.path, first.contexts);
    const more = ones.length === 1 ? '' : `, and so in ${ones.length - 1} more states`;
    return [
      `${first.key}: ${first.said}${more}; a guard of it reads what tests/paths/projection.ts leaves out (what differs: ${differing}).`,
      `  Read less, or add what the guard reads to PARTS of tests/paths/projection.ts, ${places === null ? 'for every place' : 'for this place alone, because it is set on the way in'}:`,
      `    ${lineToAdd(value, places)}`,
      ...(common.length > 1 ? ['  More than one value differs: if the guard reads another one, that one belongs in the line.'] : []),
      '  A row of docs/expected.md whose outcome depends on it then needs a condition in the column "when", as the complaints about rows say.',
    ].join('\n');
  });
}

function firstDifference(expected: Future, found: Future): Pick<Difference, 'step' | 'said'> | null {
  const difference = (name: string): Pick<Difference, 'step' | 'said'> => ({
    step: name,
    said: `"${name}" leads to ${expected.get(name) ?? 'nothing'} or to ${found.get(name) ?? 'nothing'}`,
  });
  for (const [name, to] of found) if (expected.get(name) !== to) return difference(name);
  if (expected.size === found.size) return null;
  for (const name of expected.keys()) if (!found.has(name)) return difference(name);
  return null;
}
