/** Describes one state from the machine's definition. */
import type { AnyStateNode } from 'xstate';
import { CLAUSES, type ClauseId } from '#machines/specification.ts';
import type { InspectedChart } from '../charts/inspectedChart.ts';

export interface Leading {
  event: string;
  /** Name of the guard; empty without one. */
  guard: string;
  /** Names of the target states; empty: the transition stays in the state. */
  to: string;
  clauses: readonly ClauseId[];
}

export interface About {
  id: string;
  name: string;
  route: string | null;
  tags: readonly string[];
  calls: readonly string[];
  /** Clauses of the specification that this state implements, with their texts. */
  clauses: readonly { id: ClauseId; says: string }[];
  ways: readonly Leading[];
  /** Transitions of the parent states that can happen in this state too. */
  inherited: readonly Leading[];
}

const nodesOf = new WeakMap<InspectedChart, ReadonlyMap<string, AnyStateNode>>();

function nodesIn(chart: InspectedChart): ReadonlyMap<string, AnyStateNode> {
  const known = nodesOf.get(chart);
  if (known) return known;
  const nodes = new Map<string, AnyStateNode>();
  (function collect(node: AnyStateNode): void {
    nodes.set(node.id, node);
    Object.values(node.states).forEach(collect);
  })(chart.machine.root);
  nodesOf.set(chart, nodes);
  return nodes;
}

export const nodeOf = (chart: InspectedChart, id: string): AnyStateNode | null => nodesIn(chart).get(id) ?? null;

const guardName = (guard: unknown): string => {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type);
  return '';
};

const isSameWay = (a: Leading, b: Leading): boolean => a.event === b.event && a.guard === b.guard && a.to === b.to;

/** Whether the state handles the event in any case. The states around it then never see this event. */
const isTakenBy = (node: AnyStateNode, event: string): boolean =>
  (event === '' ? (node.always ?? []) : (node.transitions.get(event) ?? [])).some(({ guard }) => guard === undefined);

/** The transitions of these states without duplicates. Links are left out, because they lead from everywhere to everywhere. */
function waysOf(
  chart: InspectedChart,
  nodes: readonly AnyStateNode[],
  isPossible: (node: AnyStateNode, event: string) => boolean = () => true,
): Leading[] {
  const ways = nodes
    .flatMap((one) =>
      [...[...one.transitions.values()].flat(), ...(one.always ?? [])].filter(({ eventType }) => isPossible(one, eventType)),
    )
    .filter(({ eventType }) => eventType !== 'xstate.route')
    .map((transition) => ({
      event: transition.eventType,
      guard: guardName(transition.guard),
      to: (transition.target ?? []).map((one: AnyStateNode) => chart.nameOf(one)).join(', '),
      clauses: chart.clausesOfTransition(transition),
    }));
  return ways.filter((way, at) => ways.findIndex((one) => isSameWay(one, way)) === at);
}

export interface Following {
  /** Name of the state that follows. */
  state: string;
  ways: readonly Leading[];
}

/** The transitions of the states that follow directly. Only small charts show them, because in a large one the list is too long. */
export function followingStates(chart: InspectedChart, id: string): Following[] {
  const node = nodeOf(chart, id);
  if (!node) return [];
  const targets = new Set([...node.transitions.values()].flat().flatMap(({ target }) => (target ?? []) as AnyStateNode[]));
  targets.delete(node);
  return [...targets].map((one) => ({ state: chart.nameOf(one), ways: waysOf(chart, [one]) })).filter(({ ways }) => ways.length > 0);
}

export function aboutState(chart: InspectedChart, id: string): About | null {
  const node = nodeOf(chart, id);
  if (!node) return null;
  const inner: AnyStateNode[] = [];
  (function collect(one: AnyStateNode): void {
    inner.push(one);
    Object.values(one.states).forEach(collect);
  })(node);
  const meta = node.meta as { route?: string } | undefined;
  const around: AnyStateNode[] = [];
  for (let one = node.parent; one; one = one.parent) around.push(one);
  const ways = waysOf(chart, inner);
  /** The states that see an event before a state around the described one does. */
  const nearerThan = (one: AnyStateNode): AnyStateNode[] => [node, ...around.slice(0, around.indexOf(one))];
  const has = (way: Leading, all: readonly Leading[]): boolean => all.some((one) => isSameWay(one, way));
  return {
    id,
    name: chart.nameOf(node),
    route: meta?.route ?? null,
    tags: [...new Set(inner.flatMap(({ tags }) => tags as string[]))],
    calls: inner.flatMap(({ invoke }) => invoke.map((call) => call.id)),
    clauses: [...new Set(inner.flatMap((one) => chart.clausesOfState(one)))].map((clause) => ({ id: clause, says: CLAUSES[clause] })),
    ways,
    inherited: waysOf(chart, around, (one, event) => !nearerThan(one).some((nearer) => isTakenBy(nearer, event))).filter(
      (way) => !has(way, ways),
    ),
  };
}
