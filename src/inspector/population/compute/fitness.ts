/**
 * Fitness: whether the journeys are possible on the present chart. A step fits when the chart has a transition for its
 * event in its state, or in a state around it, that leads where the recording went. Guards are not evaluated, because
 * they read values that a recording hides.
 */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { journeyMachine } from '#machines/journey.machine.ts';
import { nodeOf } from '../../chart/describeState.ts';
import { journeyChart } from '../../charts/journeyChart.ts';
import type { Population } from './columns.ts';

/** Why a step does not fit. */
export type Misfit =
  /** The chart has no such state. */
  | 'unknownState'
  /** The chart does not know the event here. */
  | 'notExpected'
  /** The chart leads elsewhere from here with this event. */
  | 'elsewhere';

export const MISFIT_WORDS: Readonly<Record<Misfit, string>> = {
  unknownState: 'the chart has no such state',
  notExpected: 'the chart does not expect it here',
  elsewhere: 'the chart leads elsewhere',
};

const targetsOf = ({ target }: Pick<AnyTransitionDefinition, 'target'>): readonly AnyStateNode[] =>
  (target ?? []) as readonly AnyStateNode[];
const initialOf = (node: AnyStateNode): readonly AnyStateNode[] => (node.type === 'compound' ? targetsOf(node.initial) : []);

/** A state and all around it, innermost first. */
const outwards = (node: AnyStateNode): AnyStateNode[] => (node.parent ? [node, ...outwards(node.parent)] : [node]);

/**
 * States in which the chart may be after it enters a state: its initial states, and what follows without an event. A
 * state may also raise an event when it is entered, which leads to any page; therefore `raised` is followed too.
 */
function settledIn(node: AnyStateNode, seen: Set<AnyStateNode> = new Set()): ReadonlySet<AnyStateNode> {
  if (seen.has(node)) return seen;
  seen.add(node);
  for (const inner of initialOf(node)) settledIn(inner, seen);
  for (const around of outwards(node)) for (const way of around.always ?? []) for (const to of targetsOf(way)) settledIn(to, seen);
  return seen;
}

/** Events that actions raise after a sign-in, and when the borrower goes back to where a page was opened. */
const RAISED = ['xstate.route', 'application.opened'];
/** Where they lead from any state. */
const routed: ReadonlySet<AnyStateNode> = (() => {
  const found = new Set<AnyStateNode>();
  (function collect(node: AnyStateNode): void {
    for (const event of RAISED) for (const way of node.transitions.get(event) ?? []) for (const to of targetsOf(way)) settledIn(to, found);
    Object.values(node.states).forEach(collect);
  })(journeyMachine.root);
  return found;
})();

/** Actions that raise them. */
const RAISING: readonly string[] = ['resumeRoute', 'returnToOrigin'];
const namesOf = (actions: readonly unknown[]): string[] =>
  actions.flatMap((action) =>
    typeof action === 'string' ? [action] : typeof action === 'object' && action !== null && 'type' in action ? [String(action.type)] : [],
  );
const raises = (actions: readonly unknown[]): boolean => namesOf(actions).some((name) => RAISING.includes(name));

/** @param actions names that raise a retry: the page loads again at once. */
const retries = (actions: readonly unknown[]): boolean => namesOf(actions).includes('retryRead');

function matches(descriptor: string, event: string): boolean {
  if (descriptor === event || descriptor === '*') return true;
  return descriptor.endsWith('.*') && event.startsWith(descriptor.slice(0, -1));
}

const waysFor = (from: AnyStateNode, event: string): AnyTransitionDefinition[] =>
  outwards(from).flatMap((node) =>
    [...node.transitions.entries()].flatMap(([descriptor, ways]) => (matches(descriptor, event) ? ways : [])),
  );

/** Why a step does not fit; null: it fits. */
export function misfitOf(fromId: string, event: string, toId: string): Misfit | null {
  const [from, to] = [nodeOf(journeyChart, fromId), nodeOf(journeyChart, toId)];
  if (!from || !to) return 'unknownState';
  const ways = waysFor(from, event);
  if (ways.length === 0) return from === to ? 'notExpected' : 'elsewhere';
  const fits = (way: AnyTransitionDefinition): boolean => {
    const targets = targetsOf(way);
    if (targets.length === 0) {
      if (from === to || settledIn(from).has(to)) return true;
      return (raises(way.actions) && routed.has(to)) || (retries(way.actions) && waysFor(from, 'retry.requested').some(fits));
    }
    return targets.some((target) => {
      const settled = settledIn(target);
      if (settled.has(to)) return true;
      const entered = [...settled].flatMap((node) => node.entry);
      return (raises(way.actions) || raises(entered)) && routed.has(to);
    });
  };
  // Where every way is guarded, none may be taken, and the state stays.
  if (from === to && ways.every(({ guard }) => guard !== undefined)) return null;
  return ways.some(fits) ? null : 'elsewhere';
}

export interface MisfitLine {
  readonly from: string;
  readonly event: string;
  readonly to: string;
  readonly why: Misfit;
  readonly recordings: Uint32Array;
  readonly times: number;
}

export interface Fitness {
  /** Number of steps, and of those that fit. */
  readonly steps: number;
  readonly fitting: number;
  /** Recordings of which every step fits. */
  readonly whole: number;
  readonly of: number;
  /** Most frequent first. */
  readonly misfits: readonly MisfitLine[];
}

export function fitnessOf({ names, recordings, steps }: Population, selection: Uint32Array): Fitness {
  const known = new Map<number, { why: Misfit | null; from: number; event: number; to: number; found: Set<number>; times: number }>();
  const [events, states] = [names.events.length, names.states.length];
  let [count, fitting, whole] = [0, 0, 0];
  for (const recording of selection) {
    let fits = true;
    for (let step = (recordings.first[recording] as number) + 1; step < (recordings.first[recording + 1] as number); step++) {
      const [from, event, to] = [steps.state[step - 1] as number, steps.event[step] as number, steps.state[step] as number];
      const key = (from * events + event) * states + to;
      let kind = known.get(key);
      if (!kind) {
        kind = {
          why: misfitOf(names.states[from] as string, names.events[event] as string, names.states[to] as string),
          from,
          event,
          to,
          found: new Set(),
          times: 0,
        };
        known.set(key, kind);
      }
      count += 1;
      if (kind.why === null) {
        fitting += 1;
        continue;
      }
      fits = false;
      kind.times += 1;
      kind.found.add(recording);
    }
    if (fits) whole += 1;
  }
  const misfits = [...known.values()].flatMap(({ why, from, event, to, found, times }): MisfitLine[] =>
    why === null
      ? []
      : [
          {
            from: names.states[from] as string,
            event: names.events[event] as string,
            to: names.states[to] as string,
            why,
            recordings: Uint32Array.from(found),
            times,
          },
        ],
  );
  return { steps: count, fitting, whole, of: selection.length, misfits: misfits.sort((a, b) => b.times - a.times) };
}
