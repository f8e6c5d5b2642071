/** Lint rules for charts that the compiler cannot check, in one pass over the built machine. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { getStateNodes } from 'xstate/graph';

/** One sentence per finding, beginning with the id of the state. */
export type Complaint = string;

type Implementations = AnyStateMachine['implementations'];
type Rule = (node: AnyStateNode, all: Implementations) => Complaint[];
type Transition = AnyStateNode['transitions'] extends Map<string, (infer T)[]> ? T : never;

/** Past tense or a noun with what happened to it: `offer.accepted`, `repayment.amountChosen`. */
const EVENT_NAME = /^[a-z][a-zA-Z0-9]*(\.[a-z][a-zA-Z0-9]*)+$/;
const STATE_KEY = /^[a-z][a-zA-Z0-9]*$/;

const routeOf = (node: AnyStateNode): string | undefined => (node.meta as { route?: string } | undefined)?.route;

const lineage = (node: AnyStateNode): AnyStateNode[] => (node.parent ? [node, ...lineage(node.parent as AnyStateNode)] : [node]);

const listOf = <T>(one: T | readonly T[] | undefined): readonly T[] => (one === undefined ? [] : Array.isArray(one) ? one : [one as T]);

const transitionsOf = (node: AnyStateNode): Transition[] => [...node.transitions.values(), node.always ?? []].flat<Transition[][]>();

type Link = { guard?: unknown; actions?: unknown };

/** Transitions and links as written in the chart, without the transition that XState adds to the root for every link. */
const written = (node: AnyStateNode): Link[] => [
  ...transitionsOf(node).filter(({ eventType, guard }) => eventType !== 'xstate.route' || typeof guard !== 'function'),
  ...listOf(node.config.route as Link | undefined),
];

const isTagged = (node: AnyStateNode, tag: string) => lineage(node).some((one) => one.tags.includes(tag));

const namesOf = (things: readonly unknown[]): (string | null)[] =>
  things.map((thing) => {
    if (typeof thing === 'string') return thing;
    const type = typeof thing === 'object' && thing !== null ? (thing as { type?: unknown }).type : null;
    return typeof type === 'string' && !type.startsWith('xstate.') ? type : null;
  });

const names: Rule = (node) => {
  const out: Complaint[] = [];
  if (node.parent && !STATE_KEY.test(node.key)) out.push(`${node.id}: the key "${node.key}" is not in camelCase`);
  for (const type of Object.keys((node.config.on ?? {}) as object)) {
    if (!type.startsWith('xstate.') && !EVENT_NAME.test(type)) out.push(`${node.id}: the event "${type}" is not dotted and lower-case`);
  }
  return out;
};

const initials: Rule = (node) =>
  node.type === 'compound' && !node.config.initial ? [`${node.id}: has states below it and none to begin with`] : [];

const guards: Rule = (node, all) =>
  namesOf(written(node).flatMap(({ guard }) => listOf(guard))).flatMap((name) => {
    if (name === null) return [`${node.id}: a guard without a name`];
    return name in all.guards ? [] : [`${node.id}: unknown guard "${name}"`];
  });

const actions: Rule = (node, all) =>
  // Read from the configuration, because XState adds actions of its own to the entry and exit of a state with a timer.
  namesOf([...listOf(node.config.entry), ...listOf(node.config.exit), ...written(node).flatMap((one) => listOf(one.actions))]).flatMap(
    (name) => {
      if (name === null) return [`${node.id}: an action without a name`];
      return name in all.actions ? [] : [`${node.id}: unknown action "${name}"`];
    },
  );

const delays: Rule = (node, all) =>
  node.after.flatMap(({ delay }) => {
    if (typeof delay !== 'string') return [`${node.id}: a delay without a name`];
    return delay in all.delays ? [] : [`${node.id}: unknown delay "${delay}" (it would end at once)`];
  });

const invokes: Rule = (node, all) =>
  node.invoke.flatMap((invoke) => {
    const out: Complaint[] = [];
    if (typeof invoke.src !== 'string' || invoke.src.startsWith('xstate.')) out.push(`${node.id}: an actor without a name`);
    else if (!(invoke.src in all.actors)) out.push(`${node.id}: unknown actor "${invoke.src}"`);
    // XState generates `0.journey.places` where no id is given. Then a recording could not name the call of an answer.
    if (/^\d+\./.test(invoke.id)) out.push(`${node.id}: an invoke without an id`);
    if (invoke.systemId) out.push(`${node.id}: a systemId, which breaks the generation of paths`);
    if (!node.transitions.has(`xstate.error.actor.${invoke.id}`)) {
      out.push(`${node.id}: "${invoke.id}" has no onError (its failure would stop the whole machine)`);
    }
    return out;
  });

/** The tag `busy` shows the spinner, so a state has the tag exactly when an actor runs in it. */
const busyMeansRunning: Rule = (node) => {
  const runs = lineage(node).some((one) => one.invoke.length > 0);
  if (node.invoke.length > 0 && !isTagged(node, 'busy')) return [`${node.id}: an actor runs and it is not tagged busy`];
  if (node.type === 'atomic' && isTagged(node, 'busy') && !runs) return [`${node.id}: tagged busy and no actor runs`];
  return [];
};

const RULES: readonly Rule[] = [names, initials, guards, actions, delays, invokes, busyMeansRunning];

export function lintChart(machine: AnyStateMachine): Complaint[] {
  const nodes = allNodes(machine);
  return [
    ...nodes.flatMap((node) => RULES.flatMap((rule) => rule(node, machine.implementations))),
    ...sameInvokeTwice(nodes),
    ...unreachable(machine, nodes),
  ];
}

/** Rules of a chart whose states are places: each place has a link, and each path leads to one place. */
export function lintPlaces(machine: AnyStateMachine): Complaint[] {
  const nodes = allNodes(machine).filter((node) => node.parent);
  const takenBy = new Map<string, string>();
  const out: Complaint[] = [];
  for (const node of nodes) {
    const route = routeOf(node);
    if (node.config.route) {
      if (!node.config.id) out.push(`${node.id}: can be linked to and has no id of its own`);
      if (!route) out.push(`${node.id}: can be linked to and names no path`);
      else if (takenBy.has(route)) out.push(`${node.id}: the path ${route} belongs to ${takenBy.get(route)}`);
      else takenBy.set(route, node.id);
    }
    if (node.type === 'atomic' && !lineage(node).some(routeOf)) out.push(`${node.id}: no path names it or a state above it`);
  }
  return out;
}

const allNodes = (machine: AnyStateMachine): AnyStateNode[] => [machine.root, ...getStateNodes(machine.root)];

function sameInvokeTwice(nodes: readonly AnyStateNode[]): Complaint[] {
  const owner = new Map<string, string>();
  return nodes.flatMap((node) =>
    node.invoke.flatMap(({ id }) => {
      const other = owner.get(id);
      owner.set(id, node.id);
      return other ? [`${node.id}: "${id}" is already an invoke of ${other}`] : [];
    }),
  );
}

/** States that no initial, transition or link leads to. */
function unreachable(machine: AnyStateMachine, nodes: readonly AnyStateNode[]): Complaint[] {
  const reached = new Set<AnyStateNode>();
  const enter = (node: AnyStateNode): void => {
    // Entering a state enters the states above it, and one below it (all, where they run side by side).
    for (const one of lineage(node)) {
      if (reached.has(one)) continue;
      reached.add(one);
      for (const transition of transitionsOf(one)) for (const target of transition.target ?? []) enter(target);
      if (one.type === 'parallel') for (const child of Object.values(one.states)) enter(child);
    }
    if (node.type === 'compound' && node.config.initial) for (const target of node.initial.target) enter(target);
  };
  enter(machine.root);
  for (const node of nodes) if (node.config.route) enter(node);
  return nodes.filter((node) => !reached.has(node)).map((node) => `${node.id}: nothing leads here`);
}
