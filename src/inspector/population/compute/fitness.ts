/**
 * Fitness: whether the journeys are possible on the present chart. A step fits when the chart has a transition for the
 * step's event, in the state before the step or in one of its ancestors, that leads to the recorded state. Guards are not
 * evaluated, because they read values that a recording hides.
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
  /** The chart has no transition for the event in this state. */
  | 'notExpected'
  /** The chart leads from this state to another state than the recorded one. */
  | 'elsewhere';

export const MISFIT_WORDS: Readonly<Record<Misfit, string>> = {
  unknownState: 'the chart has no such state',
  notExpected: 'the chart does not expect it here',
  elsewhere: 'the chart leads elsewhere',
};

const targetsOf = ({ target }: Pick<AnyTransitionDefinition, 'target'>): readonly AnyStateNode[] =>
  (target ?? []) as readonly AnyStateNode[];
const initialOf = (node: AnyStateNode): readonly AnyStateNode[] => (node.type === 'compound' ? targetsOf(node.initial) : []);

/** A state and its ancestors, innermost first. */
const outwards = (node: AnyStateNode): AnyStateNode[] => (node.parent ? [node, ...outwards(node.parent)] : [node]);

/**
 * The states in which the chart may be after it entered a state: the state, its initial states, and the targets of
 * transitions without an event. Events that entry actions raise are not followed here: see `routed`.
 */
function settledIn(node: AnyStateNode, seen: Set<AnyStateNode> = new Set()): ReadonlySet<AnyStateNode> {
  if (seen.has(node)) return seen;
  seen.add(node);
  for (const inner of initialOf(node)) settledIn(inner, seen);
  for (const around of outwards(node)) for (const way of around.always ?? []) for (const to of targetsOf(way)) settledIn(to, seen);
  return seen;
}

/** Events that actions raise: after a sign-in, and when the borrower returns to the page from which another was opened. */
const RAISED = ['xstate.route', 'application.opened'];
/** The states to which the raised events lead, from any state. */
const routed: ReadonlySet<AnyStateNode> = (() => {
  const found = new Set<AnyStateNode>();
  (function collect(node: AnyStateNode): void {
    for (const event of RAISED) for (const way of node.transitions.get(event) ?? []) for (const to of targetsOf(way)) settledIn(to, found);
    Object.values(node.states).forEach(collect);
  })(journeyMachine.root);
  return found;
})();

/** Actions that raise these events. */
const RAISING: readonly string[] = ['resumeRoute', 'returnToOrigin'];
const namesOf = (actions: readonly unknown[]): string[] =>
  actions.flatMap((action) =>
    typeof action === 'string' ? [action] : typeof action === 'object' && action !== null && 'type' in action ? [String(action.type)] : [],
  );
const raises = (actions: readonly unknown[]): boolean => namesOf(actions).some((name) => RAISING.includes(name));

/** Whether one of the actions raises `retry.requested`, so that the page loads again at once. */
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
  // If every transition has a guard, all guards may be false, and the chart stays in the state.
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
  /** Number of all steps, and of the steps that fit. */
  readonly steps: number;
  readonly fitting: number;
  /** Number of recordings in which every step fits. */
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
